#pragma once
// Decks that must be refused, and what the one line of the error must contain: place, key, reason.

#include <string>
#include <vector>

namespace talus::io {

struct BadDeck {
  std::string text;
  std::string expected;
  std::vector<std::string> sets = {};
};

// The least good deck of each scenario; what a case adds begins on line 4.
inline std::string least(const std::string& scenario) {
  return "scenario: " + scenario + "\ntime: {step: 0.005, end: 1}\noutput: {folder: out/x}\n";
}
inline std::string box(const std::string& more) { return least("box") + more; }
inline std::string pile(const std::string& more) { return least("pile") + more; }
inline std::string scene(const std::string& more) { return least("scene") + more; }

inline std::vector<BadDeck> bad_decks() {
  const std::string wall = "walls:\n- {shape: plane, ";
  const std::string block = "walls:\n- {shape: box, half_size: [1, 1, 1], ";
  const std::string two = "materials:\n- {name: steel}\n- {name: wood}\n";
  const std::string rod = "shapes:\n- {name: rod, kind: disk, radius: 1}\n";
  const std::string bodies =
      "bodies:\n  list:\n  - {position: [0, 0, 0], name: u}\n  - {position: [1, 0, 0], name: v}\n";
  const std::string joint = "joints:\n- {kind: ball, point: [0, 0, 0], ";
  return {
      // Not a deck at all.
      {"", "d.yaml:1:1: the deck is empty"},
      {"# only a comment\n", "d.yaml:1:1: the deck is empty"},
      {"---\n", "d.yaml:1:1: the deck is empty"},
      {"~\n", "d.yaml:1:1: the deck is empty"},
      {"just words\n", "d.yaml:1:1: expected keys (key: value)"},
      {"- 1\n- 2\n", "d.yaml:1:1: expected keys (key: value)"},
      {"{}\n",
       "d.yaml:1:1: key 'scenario': required, not given; expected one of box, drum, guideway, hopper, pile, "
       "rolling-disk, scene, wheel"},

      // Not YAML, or YAML that a deck does without.
      {box("contact: {mu: 0.5\n"), "not valid YAML: end of map flow not found"},
      {box("gravity: [0, 0, 1\n"), "not valid YAML"},
      {box("contact:\n  mu: 1\n rho: 2\n"), "d.yaml:6:2: not valid YAML: end of map not found"},
      {box("contact: mu: 1\n"), "d.yaml:4:12: not valid YAML: illegal map value"},
      {box("bodies: {material: @x}\n"), "d.yaml:4:20: not valid YAML"},
      {box("contact:\n\tmu: 1\n"), "d.yaml:5:1: a tab; indent and separate with spaces"},
      {box("contact: {mu:\t1}\n"), "d.yaml:4:14: a tab"},
      {box("bodies: {material: \"never closed\n"), "d.yaml:5:1: not valid YAML"},
      {box("bodies:\n  material: \"never closed\n"), "d.yaml:5:13: a quote is never closed"},
      {box("bodies:\n  material: 'it''s open\n"), "d.yaml:5:13: a quote is never closed"},
      {box("---\ncontact: {mu: 1}\n"), "d.yaml:4:1: a second YAML document begins"},
      {"{scenario: box} time\n", "d.yaml:1:17: a second YAML document begins"},
      {box("contact: {mu: &m 1, rho: *m}\n"), "d.yaml:4:15: anchors (&name) are not supported"},
      {box("contact: &c {mu: 1}\n"), "d.yaml:4:10: anchors"},
      {box("contact: *c\n"), "d.yaml:4:10: not valid YAML: the referenced anchor is not defined"},
      {box("contact: {mu: !!float 1}\n"), "d.yaml:4:15: tags (tag:yaml.org,2002:float) are not supported"},
      {box("contact: !mine {mu: 1}\n"), "d.yaml:4:10: tags (!mine) are not supported"},
      {box("% contact: {mu: 1}\n"), "d.yaml:4:1: a line that begins with %; comments begin with #"},
      {box("gravity: " + std::string(300, '[')), "d.yaml:4:266: more than 256 open brackets"},
      {box("? [a, b]\n: 1\n"), "d.yaml:4:3: a key is no plain text"},
      {box("contact: {{a: 1}: 2}\n"), "d.yaml:4:11: a key is no plain text"},
      {box("~: 1\n"), "d.yaml:4:1: a key is no plain text"},
      {box(std::string("contact: {mu: 1}\0# cut", 22)), "d.yaml:4:17: control character 0x00"},
      {box("contact: {mu: 1}\n\x04\nnonsense\n"), "d.yaml:5:1: control character 0x04"},
      {box("contact: {mu: 1}\rbodies: {count: 2}\n"), "d.yaml:4:17: control character 0x0D"},
      {box("gravity: " + std::string(40, '[') + std::string(40, ']') + "\n"),
       "d.yaml:4:25: nested deeper than 16 levels"},

      // Unknown keys.
      {box("contact: {mo: 1}\n"), "d.yaml:4:11: key 'contact.mo': unknown key, nearest is 'contact.mu'"},
      {box("contact:\n  roh: 1\n"), "d.yaml:5:3: key 'contact.roh': unknown key, nearest is 'contact.rho'"},
      {box("contcat: {mu: 1}\n"), "d.yaml:4:1: key 'contcat': unknown key, nearest is 'contact'"},
      {box("mu: 1\n"), "d.yaml:4:1: key 'mu': unknown key, nearest is 'contact.mu'"},
      {box("tolerance: 1\n"), "d.yaml:4:1: key 'tolerance': unknown key, nearest is 'solver.tolerance'"},
      {box("solver: {max_sweep: 1}\n"), "key 'solver.max_sweep': unknown key, nearest is 'solver.max_sweeps'"},
      {box("Gravity: [0, 0, 1]\n"), "d.yaml:4:1: key 'Gravity': unknown key, nearest is 'gravity'"},
      {box("contact.mu: 1\n"), "d.yaml:4:1: key 'contact.mu': unknown key, names with dots are for --set"},
      {box("walls[]: {mu: 1}\n"), "d.yaml:4:1: key 'walls[]': unknown key, nearest is 'walls'"},
      {box("1: 2\n"), "d.yaml:4:1: key '1': unknown key"},
      {box("\"\": 2\n"), "d.yaml:4:1: key '': unknown key"},
      {box("<<: {contact: 1}\n"), "d.yaml:4:1: key '<<': unknown key"},
      {box("\"a\\nb\": 2\n"), "d.yaml:4:1: key 'a\\nb': unknown key"},
      {box(std::string(1000, 'x') + ": 2\n"), "xxx...': unknown key"},
      {box(wall + "nomal: [0, 0, 1]}\n"),
       "d.yaml:5:18: key 'walls[0].nomal': unknown key, nearest is 'walls[0].normal'"},
      {"scenario: box\ntime: {dt: 1}\n", "d.yaml:2:8: key 'time.dt': unknown key, nearest is 'time."},

      // Given twice.
      {box("contact: {mu: 1, mu: 2}\n"), "d.yaml:4:18: key 'contact.mu': given twice, first at d.yaml:4:11"},
      {box("scenario: pile\n"), "d.yaml:4:1: key 'scenario': given twice, first at d.yaml:1:1"},
      {box("time: {}\n"), "d.yaml:4:1: key 'time': given twice"},
      {box(wall + "shape: box}\n"), "d.yaml:5:18: key 'walls[0].shape': given twice, first at d.yaml:5:4"},

      // Missing.
      {"scenario: box\n", "d.yaml:1:1: key 'time.step': required, not given; expected a number in s, > 0"},
      {"scenario: box\ntime: {end: 1}\n", "d.yaml:2:1: key 'time.step': required, not given"},
      {"scenario: box\ntime: {step: 1}\n", "d.yaml:2:1: key 'time.end': required, not given"},
      {"scenario: box\ntime: {step: 1, end: 1}\noutput: {every: 1}\n", "d.yaml:3:1: key 'output.folder': required"},
      {"time: {step: 1, end: 1}\noutput: {folder: x}\n", "d.yaml:1:1: key 'scenario': required"},
      {box("walls:\n- {position: [0, 0, 0]}\n"), "d.yaml:5:3: key 'walls[0].shape': required, not given"},
      {box("walls:\n- {shape: plane}\n- {shape: box}\n"), "d.yaml:6:3: key 'walls[1].half_size': required"},
      {box("materials:\n- {mu: 1}\n"), "d.yaml:5:3: key 'materials[0].name': required"},
      {scene("bodies:\n  list:\n  - {radius: 1}\n"), "d.yaml:6:5: key 'bodies.list[0].position': required"},
      {box("contact:\n  pairs:\n  - {a: '', b: '', mu: 1, rho: 1}\n"), "key 'contact.pairs[0].sigma': required"},

      // Numbers.
      {box("contact: {mu: fast}\n"), "d.yaml:4:15: key 'contact.mu': expected a number, >= 0, found 'fast'"},
      {"scenario: box\ntime: {step: fast, end: 1}\n",
       "d.yaml:2:14: key 'time.step': expected a number in s, > 0, found 'fast'"},
      {"scenario: box\ntime: {step: 0, end: 1}\n",
       "d.yaml:2:14: key 'time.step': expected a number in s, > 0, found '0'"},
      {"scenario: box\ntime: {step: -1e-3, end: 1}\n", "key 'time.step': expected a number in s, > 0, found '-1e-3'"},
      {"scenario: box\ntime: {step: 1, end: -1}\n", "d.yaml:2:22: key 'time.end': expected a number in s, >= 0"},
      {box("contact: {mu: .nan}\n"), "d.yaml:4:15: key 'contact.mu': expected a number, >= 0, found '.nan'"},
      {box("contact: {mu: nan}\n"), "key 'contact.mu': expected a number, >= 0, found 'nan'"},
      {box("contact: {mu: .inf}\n"), "key 'contact.mu': expected a number, >= 0, found '.inf'"},
      {box("contact: {mu: inf}\n"), "key 'contact.mu': expected a number, >= 0, found 'inf'"},
      {box("contact: {mu: 1e999}\n"), "found '1e999' (not a number that can be held)"},
      {box("contact: {mu: \"0.5\"}\n"), "expected a number, >= 0, found the text '0.5'"},
      {box("contact: {mu: 0,5}\n"), "d.yaml:4:17: key 'contact.5': unknown key"},
      {box("contact:\n  mu: 0,5\n"), "d.yaml:5:7: key 'contact.mu': expected a number, >= 0, found '0,5'"},
      {box("contact: {mu: 0x10}\n"), "found '0x10'"},
      {box("contact: {mu: 1_000}\n"), "found '1_000'"},
      {box("contact: {mu: 0.5 m}\n"), "found '0.5 m'"},
      {box("contact: {mu: 1e}\n"), "found '1e'"},
      {box("contact: {mu: .}\n"), "found '.'"},
      {box("contact: {mu: true}\n"), "found 'true'"},
      {box("contact: {mu: }\n"), "d.yaml:4:11: key 'contact.mu': expected a number, >= 0, found nothing"},
      {box("contact:\n  mu: ~\n"), "d.yaml:5:3: key 'contact.mu': expected a number, >= 0, found nothing"},
      {box("contact: {mu: [1]}\n"), "d.yaml:4:15: key 'contact.mu': expected a number, >= 0, found a list of 1"},
      {box("contact: {mu: {a: 1}}\n"), "key 'contact.mu': expected a number, >= 0, found a group of keys"},
      {box("bodies: {spread: 1}\n"), "key 'bodies.spread': expected a number, >= 0, < 1, found '1'"},
      {box("bodies: {radius: 0}\n"), "key 'bodies.radius': expected a number in m, > 0, found '0'"},

      // Integers and flags.
      {box("bodies: {count: 1.5}\n"), "d.yaml:4:17: key 'bodies.count': expected an integer, >= 0, "},
      {box("bodies: {seed: 1e3}\n"), "found '1e3' (write an integer with digits only)"},
      {box("bodies: {seed: 2.0}\n"), "found '2.0' (write an integer with digits only)"},
      {box("bodies: {seed: 9223372036854775808}\n"), "found '9223372036854775808' (not a number that can be held)"},
      {box("bodies: {count: -1}\n"), "key 'bodies.count': expected an integer, >= 0"},
      {box("bodies: {count: 1000000000001}\n"), "<= 1000000000000, found '1000000000001'"},
      {box("solver: {max_sweeps: 0}\n"), "key 'solver.max_sweeps': expected an integer, >= 1"},
      {box("partition: {every: -1}\n"), "key 'partition.every': expected an integer in steps, >= 0"},
      {box("solver: {warm_start: yes}\n"), "d.yaml:4:22: key 'solver.warm_start': expected true or false, found 'yes'"},
      {box("solver: {warm_start: 1}\n"), "key 'solver.warm_start': expected true or false, found '1'"},
      {box("solver: {warm_start: \"true\"}\n"), "expected true or false, found the text 'true'"},
      {box("solver: {warm_start: [true]}\n"), "expected true or false, found a list of 1"},

      // Choices and texts.
      {"scenario: piles\n",
       "d.yaml:1:11: key 'scenario': expected one of box, drum, guideway, hopper, pile, rolling-disk, scene, wheel, "
       "found 'piles', nearest is 'pile'"},
      {"scenario: [box]\n",
       "d.yaml:1:11: key 'scenario': expected one of box, drum, guideway, hopper, pile, rolling-disk, scene, wheel, "
       "found a list of 1"},
      {"scenario:\n", "d.yaml:1:1: key 'scenario': expected one of box"},
      {box("solver: {name: Mnest}\n"),
       "key 'solver.name': expected one of mnest, pgs, alr, jacobi, eq46, apgd, spg, ipm, found 'Mnest', nearest is "
       "'mnest'"},
      {box("solver: {norm: rsm}\n"), "found 'rsm', nearest is 'rms'"},
      {box("contact: {law: coulom}\n"),
       "key 'contact.law': expected one of ccp, coulomb, regularised, pyramid, box, found 'coulom', nearest is "
       "'coulomb'"},
      {box("contact: {pair_rule: average}\n"), "d.yaml:4:22: key 'contact.pair_rule': expected one of min, max"},
      {"scenario: box\ntime: {step: 1, end: 1}\noutput: {folder: ''}\n",
       "d.yaml:3:18: key 'output.folder': expected a text, not empty, found the text ''"},
      {"scenario: box\ntime: {step: 1, end: 1}\noutput: {folder: [a]}\n",
       "expected a text, not empty, found a list of 1"},
      {box("bodies: {material: \"a\\nb\"}\n"), "found the text 'a\\nb' (printable UTF-8)"},
      {box("bodies: {material: \"a\\0b\"}\n"), "found the text 'a\\x00b' (printable UTF-8)"},
      {box("bodies: {material: caf\xE9}\n"),
       "d.yaml:4:20: key 'bodies.material': expected a text, found 'caf\\xE9' (printable UTF-8)"},

      // Vectors, lists, groups.
      {box("gravity: 9.81\n"), "d.yaml:4:10: key 'gravity': expected 3 numbers in m/s2, found '9.81'"},
      {box("gravity: [0, 0]\n"), "d.yaml:4:10: key 'gravity': expected 3 numbers in m/s2, found a list of 2"},
      {box("gravity: [0, 0, 0, 1]\n"), "key 'gravity': expected 3 numbers in m/s2, found a list of 4"},
      {box("gravity: [0, x, 1]\n"), "d.yaml:4:14: key 'gravity': expected 3 numbers in m/s2, found 'x' at component 1"},
      {box("gravity: [0, 0, .inf]\n"), "d.yaml:4:17: key 'gravity': expected 3 numbers in m/s2, found '.inf'"},
      {box("gravity: [0,, 1]\n"), "key 'gravity': expected 3 numbers in m/s2, found nothing at component 1"},
      {box("gravity: {x: 1}\n"), "key 'gravity': expected 3 numbers in m/s2, found a group of keys"},
      {box("walls:\n- {shape: box, half_size: [1, 0, 1]}\n"),
       "d.yaml:5:31: key 'walls[0].half_size': expected 3 numbers in m, each > 0, found '0' at component 1"},
      {box("walls: {shape: plane}\n"), "d.yaml:4:1: key 'walls': expected a list, found a group of keys"},
      {box("walls:\n"), "d.yaml:4:1: key 'walls': expected a list, found nothing"},
      {box("walls: 3\n"), "d.yaml:4:8: key 'walls': expected a list, found '3'"},
      {box("walls: [plane]\n"), "d.yaml:4:9: key 'walls[0]': expected a group of keys, found 'plane'"},
      {box("walls:\n- [1, 2]\n"), "d.yaml:5:3: key 'walls[0]': expected a group of keys, found a list of 2"},
      {box("contact: 0.5\n"), "d.yaml:4:10: key 'contact': expected a group of keys, found '0.5'"},
      {box("contact:\n"), "d.yaml:4:1: key 'contact': expected a group of keys, found nothing"},
      {box("contact: [1]\n"), "d.yaml:4:10: key 'contact': expected a group of keys, found a list of 1"},

      // Keys of another scenario or shape.
      {pile("box: {width: 1}\n"), "d.yaml:4:7: key 'box.width': not used by scenario 'pile', only by box"},
      {box("pile: {rate: 1}\n"), "key 'pile.rate': not used by scenario 'box', only by pile"},
      {box("disk:\n  gap: 0\n"), "d.yaml:5:3: key 'disk.gap': not used by scenario 'box', only by rolling-disk"},
      {box("bodies: {list: []}\n"), "key 'bodies.list': not used by scenario 'box', only by scene"},
      {scene("bodies: {count: 3}\n"), "not used by scenario 'scene', only by box, hopper, pile, rolling-disk"},
      {"disk: {gap: 0}\nscenario: box\n", "d.yaml:1:8: key 'disk.gap': not used by scenario 'box'"},
      {box(wall + "half_size: [1, 1, 1]}\n"),
       "d.yaml:5:18: key 'walls[0].half_size': not used where shape is plane, only where it is box"},
      {box(block + "normal: [0, 0, 1]}\n"), "key 'walls[0].normal': not used where shape is box"},
      {box("walls:\n- {normal: [0, 0, 1], shape: ball}\n"),
       "key 'walls[0].normal': not used where shape is ball, only where it is plane"},
      {box("shapes:\n- {name: rod, kind: capsule, half_size: [1, 1, 1]}\n"),
       "d.yaml:5:30: key 'shapes[0].half_size': not used where kind is capsule, only where it is box"},
      {box("shapes:\n- {name: rod, kind: box, radius: 1}\n"),
       "not used where kind is box, only where it is capsule, cylinder, disk"},
      {box("joints: []\n"), "key 'joints': not used by scenario 'box', only by scene"},

      // Values that do not fit each other.
      {"scenario: box\ntime: {step: 1, end: 0.5}\noutput: {folder: x}\n",
       "d.yaml:2:17: key 'time.end': expected 0 or at least time.step = 1 s"},
      {"scenario: box\ntime: {step: 1e-300, end: 1}\noutput: {folder: x}\n", "d.yaml:2:8: key 'time.step': too short"},
      {box("contact: {law: box, tangential_stiffness: 1}\n"),
       "d.yaml:4:21: key 'contact.tangential_stiffness': not used where contact.law is box, only where it is ccp, "
       "coulomb, pyramid"},
      {box("contact: {law: regularised}\nmaterials:\n- {name: a, tangential_stiffness: 1}\n"),
       "d.yaml:6:13: key 'materials[0].tangential_stiffness': not used where contact.law is regularised"},
      {box("materials:\n- {name: a}\n- {name: a}\n"),
       "d.yaml:6:4: key 'materials[1].name': material 'a' is there twice"},
      {box("bodies: {material: steel}\n"),
       "d.yaml:4:10: key 'bodies.material': no material 'steel' in materials, the deck has none"},
      {box(two + "walls:\n- {shape: plane, material: stele}\n"),
       "d.yaml:8:18: key 'walls[0].material': no material 'stele' in materials, the deck has 'steel' 'wood'"},
      {box(two + "contact:\n  pairs:\n  - {a: steel, b: iron, mu: 1, rho: 0, sigma: 0}\n"),
       "d.yaml:9:16: key 'contact.pairs[0].b': no material 'iron'"},
      {box(two + "contact:\n  pairs:\n  - {a: steel, b: wood, mu: 1, rho: 0, sigma: 0}\n"
                 "  - {a: wood, b: steel, mu: 1, rho: 0, sigma: 0}\n"),
       "d.yaml:10:6: key 'contact.pairs[1].a': this pair is there twice"},
      {scene("bodies:\n  list:\n  - {position: [0, 0, 0], material: tin}\n"),
       "key 'bodies.list[0].material': no material"},
      {box(wall + "normal: [0, 0, 0]}\n"), "d.yaml:5:18: key 'walls[0].normal': a normal has a direction"},
      {box("contact: {young: 1, stiffness: 1}\n"), "d.yaml:4:11: key 'contact.young': either this or stiffnesses"},
      {box("materials:\n- {name: a, damping: 1}\n"),
       "d.yaml:5:13: key 'materials[0].damping': a damper goes with a spring"},
      {box("bodies: {radius: 0.6}\n"), "key 'box.width': expected at least 1.2 m"},
      {pile("pile: {feed_width: 3}\n"), "d.yaml:4:8: key 'pile.feed_width': expected at most pile.width = 2 m"},
      {least("rolling-disk") + "bodies: {count: 2}\n", "d.yaml:4:10: key 'bodies.count': expected 1"},

      {box("walls:\n- {shape: ball}\n"),
       "d.yaml:5:4: key 'walls[0].shape': no shape 'ball' in shapes, the deck has 'box' 'cone' 'cylinder' 'disk' "
       "'plane' 'rectangle' 'ring' 'slot'"},
      {box("shapes:\n- {name: box, kind: disk, radius: 1}\n"),
       "d.yaml:5:4: key 'shapes[0].name': a name that walls do not know"},
      // One rule for all names; an unknown one is refused with the nearest.
      {box("materials:\n- {name: \"a,b\"}\n"),
       "d.yaml:5:4: key 'materials[0].name': expected letters, digits, _, - and ."},
      {box("shapes:\n- {name: a/b, kind: disk, radius: 1}\n"), "d.yaml:5:4: key 'shapes[0].name': expected letters"},
      {box("walls:\n- {shape: plane, name: -a}\n"), "d.yaml:5:18: key 'walls[0].name': expected letters"},
      {scene("bodies: {list: [{position: [0, 0, 0], name: a b}]}\n"), "key 'bodies.list[0].name': expected letters"},
      {scene("bodies: {packings: [{kind: csv, file: x, name: ä}]}\n"),
       "key 'bodies.packings[0].name': expected letters"},
      {scene("bodies: {list: [{position: [0, 0, 0], name: a}, {position: [1, 0, 0], name: b}]}\njoints: [{kind: free, "
             "name: "
             "left/right, a: a, b: b, point: [0, 0, 0]}]\n"),
       "key 'joints[0].name': expected letters"},
      {scene("bodies: {list: [{position: [0, 0, 0], name: crate}, {position: [1, 0, 0], name: ball}]}\nloads: [{kind: "
             "force, body: crote, amount: [0, 0, 1]}]\n"),
       "key 'loads[0].body': no body, wall or packing 'crote' in bodies.list, walls and bodies.packings, the deck has "
       "'ball' 'crate'; did you mean 'crate'?"},
      {scene("bodies: {packings: [{kind: csv, file: x, name: a}], list: [{position: [0, 0, 0], name: a}]}\n"),
       "key 'bodies.packings[0].name': the name 'a' is there twice"},
      {box(rod + "- {name: rod, kind: disk, radius: 1}\n"),
       "d.yaml:6:4: key 'shapes[1].name': shape 'rod' is there twice"},
      {scene(rod + "bodies:\n  list:\n  - {position: [0, 0, 0], shape: rot}\n"),
       "d.yaml:8:27: key 'bodies.list[0].shape': no shape 'rot' in shapes, the deck has 'rod'"},
      {scene(bodies + "  - {position: [0, 0, 0], name: u}\n"),
       "d.yaml:8:27: key 'bodies.list[2].name': the name 'u' is there twice"},
      {scene(bodies + joint + "a: u, b: w}\n"),
       "d.yaml:9:40: key 'joints[0].b': no body or wall 'w' in bodies.list and walls, the deck has 'u' 'v'"},
      {scene(bodies + joint + "a: u, b: u}\n"), "key 'joints[0].b': another body than a"},
      {scene(joint + "a: x, b: y}\n" + wall + "name: x}\n- {shape: plane, name: y}\n"), "two walls cannot be joined"},
      {scene(bodies + joint + "a: u, b: v, axis: [0, 0, 0]}\n"), "key 'joints[0].axis': an axis has a direction"},

      // Rows of numbers.
      {box("shapes:\n- {name: p, kind: polyhedron, points: 1}\n"),
       "d.yaml:5:39: key 'shapes[0].points': expected rows of 3 numbers in m, found '1'"},
      {box("shapes:\n- {name: p, kind: polyhedron, points: [[0, 0, 0], [1, 2]]}\n"),
       "d.yaml:5:51: key 'shapes[0].points': expected rows of 3 numbers in m, found a list of 2 of row 1"},
      {box("shapes:\n- {name: p, kind: clump, balls: [[0, 0, x, 1]]}\n"),
       "d.yaml:5:41: key 'shapes[0].balls': expected rows of 4 numbers in m, found 'x' at component 2 of row 0"},

      // What people write.
      {box("Contact: {mu: 1}\n"), "d.yaml:4:1: key 'Contact': unknown key, nearest is 'contact'"},
      {box("contact: {mu: 0,5}\n"), "d.yaml:4:17: key 'contact.5': unknown key, nearest is 'contact.mu'"},
      {box("contact: {mu: 50%}\n"), "d.yaml:4:15: key 'contact.mu': expected a number, >= 0, found '50%'"},
      {box("contact: {mu: 1/2}\n"), "d.yaml:4:15: key 'contact.mu': expected a number, >= 0, found '1/2'"},
      {box("contact: {mu: 0.5, mu : 0.6}\n"), "d.yaml:4:20: key 'contact.mu': given twice, first at d.yaml:4:11"},
      {box("gravity: 9.81\n"), "d.yaml:4:10: key 'gravity': expected 3 numbers in m/s2, found '9.81'"},
      {box("gravity: [0, 0, -g]\n"),
       "d.yaml:4:17: key 'gravity': expected 3 numbers in m/s2, found '-g' at component 2"},
      {box("gravity: {x: 0, y: 0, z: -9.81}\n"),
       "d.yaml:4:1: key 'gravity': expected 3 numbers in m/s2, found a group"},
      {box("gravity: \"[0, 0, -9.81]\"\n"), "d.yaml:4:10: key 'gravity': expected 3 numbers in m/s2, found the text"},
      {box("solver: {tolerance: 1e-3 m/s}\n"), "d.yaml:4:21: key 'solver.tolerance': expected a number in m/s, > 0"},
      {box("solver: mnest\n"), "d.yaml:4:9: key 'solver': expected a group of keys, found 'mnest'"},
      {box("checkpoint: {every: never}\n"), "d.yaml:4:21: key 'checkpoint.every': expected an integer in steps, >= 0"},
      {box("bodies: {radius: 22.5 mm}\n"),
       "d.yaml:4:18: key 'bodies.radius': expected a number in m, > 0, found '22.5 mm'"},
      {box("bodies: {count: 10_000}\n"), "d.yaml:4:17: key 'bodies.count': expected an integer, >= 0"},
      {box("bodies: {count: 10,000}\n"), "d.yaml:4:20: key 'bodies.000': unknown key"},
      {box("bodies: [1, 2]\n"), "d.yaml:4:9: key 'bodies': expected a group of keys, found a list of 2"},
      {box("output: {folder: out}\n"), "d.yaml:4:1: key 'output': given twice, first at d.yaml:3:1"},
      {box("materials: steel\n"), "d.yaml:4:12: key 'materials': expected a list, found 'steel'"},
      {"scenario: box\ntime: 5\noutput: {folder: x}\n", "d.yaml:2:7: key 'time': expected a group of keys, found '5'"},
      {"scenario: box\ntime: {step: 5 ms, end: 1}\noutput: {folder: x}\n",
       "d.yaml:2:14: key 'time.step': expected a number in s"},
      {"scenario: box\ntime: {step: 0.005, end: 1}\noutput: x\n", "d.yaml:3:9: key 'output': expected a group of keys"},
      {"scenario: [box]\ntime: {step: 0.005, end: 1}\noutput: {folder: x}\n",
       "d.yaml:1:11: key 'scenario': expected one of box"},
      {box(""), "key 'output.contacts': goes with frames: expected output.every", {"output.contacts=true"}},

      // --set.
      {box(""), "--set contact.mo=1: key 'contact.mo': unknown key, nearest is 'contact.mu'", {"contact.mo=1"}},
      {box(""), "--set contact.mu=fast: key 'contact.mu': expected a number, >= 0, found 'fast'", {"contact.mu=fast"}},
      {box(""), "--set contact.mu=2=3: key 'contact.mu': expected a number", {"contact.mu=2=3"}},
      {box(""),
       "--set contact.mu=-1: key 'contact.mu': expected a number, >= 0, found '-1'",
       {"contact.mu=1", "contact.mu=-1"}},
      {box(""), "--set contact.mu: expected key=value", {"contact.mu"}},
      {box(""), "--set : expected key=value", {""}},
      {box(""), "--set =3: expected a key before '='", {"=3"}},
      {box(""), "--set contact..mu=3: expected a key before '='", {"contact..mu=3"}},
      {box(""), "--set walls[x].mu=3: expected a key before '='", {"walls[x].mu=3"}},
      {box(""), "--set walls[-1].mu=3: expected a key before '='", {"walls[-1].mu=3"}},
      {box(""), "--set walls[0.mu=3: expected a key before '='", {"walls[0.mu=3"}},
      {box(""), "expected a key before '='", {"walls[99999999999999999999].mu=3"}},
      {box(""), "--set contact.mu=: key 'contact.mu': expected a number, >= 0, found nothing", {"contact.mu="}},
      {box(""), "--set contact={mu: 1}: expected a value or [a, b, c] after '='", {"contact={mu: 1}"}},
      {box(""), "--set contact=5: key 'contact': expected a group of keys, found '5'", {"contact=5"}},
      {box(""), "--set gravity=[0, 0]: key 'gravity': expected 3 numbers", {"gravity=[0, 0]"}},
      {box(""), "--set gravity=[0, 0: a key is no plain text, or a bracket is not closed", {"gravity=[0, 0"}},
      {box(""), "--set bodies.material=\"x: not valid YAML: illegal EOF in scalar", {"bodies.material=\"x"}},
      {box(""), "--set contact.mu=&a 1: anchors", {"contact.mu=&a 1"}},
      {box(""), "--set contact.mu=\\x091: a tab", {"contact.mu=\t1"}},
      {box(""), "--set contact.mu=1\\n---\\n2: a second YAML document", {"contact.mu=1\n---\n2"}},
      {box(""), "--set walls=5: key 'walls': expected a list, found '5'", {"walls=5"}},
      {box(""),
       "key 'walls': index 1 is out of range; the list has 0 entries, the next index is 0",
       {"walls[1].shape=box"}},
      {box(wall + "}\n"), "key 'walls': index 2 is out of range; the list has 1 entries", {"walls[2].shape=box"}},
      {box(wall + "}\n"), "--set walls[0]=5: key 'walls[0]': expected a group of keys, found '5'", {"walls[0]=5"}},
      {box(wall + "}\n"), "--set walls.shape=box: key 'walls': not a group of keys", {"walls.shape=box"}},
      {box(""), "--set time[0].step=1: key 'time': not a list", {"time[0].step=1"}},
      {box(""), "--set scenario=bx: key 'scenario': expected one of", {"scenario=bx"}},
      {box("box: {width: 1}\n"), "d.yaml:4:7: key 'box.width': not used by scenario 'pile'", {"scenario=pile"}},
      {box(""), "--set time.end=0.001: key 'time.end': expected 0 or at least", {"time.end=0.001"}},
      {box(""), "--set walls[0].position=[0,0,1]: key 'walls[0].shape': required", {"walls[0].position=[0,0,1]"}},
      {box(""), "--set walls[0].shape=cube: key 'walls[0].shape': no shape 'cube' in shapes", {"walls[0].shape=cube"}},
  };
}

}  // namespace talus::io
