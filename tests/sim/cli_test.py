#!/usr/bin/python3
"""The executable as a user meets it: exit codes, messages, what it leaves behind, stops and restarts.

One class a group; CTest runs each as sim.cli.<group>. State hashes compare runs to the bit (solver.schedule cubes).
"""

import csv
import ctypes
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import PATIENCE, SOURCE, TALUS, Case, columns

STEP = 0.005  # s
BOX = f"""\
include: {SOURCE}/input/box.yaml
time: {{step: {STEP}, end: 0.25}}
output: {{folder: out, every: 0}}
contact: {{mu: 0.5, rho: 0.001}}
solver: {{schedule: cubes, max_sweeps: 100}}
partition: {{every: 20}}
variables: {{bodies.count: 120, box.width: 0.3}}
"""
# A motor on a course, a feed, frames, and a body that a spring at its contact holds against a force.
MOVED = """\
time: {step: 0.001, end: 0.1}
output: {folder: out, every: 0.02, probes: [{body: held}]}
contact: {mu: 0.5}
solver: {tolerance: 1e-9, max_sweeps: 500}
materials: [{name: springy, tangential_stiffness: 1e5}]
shapes: [{name: block, kind: box, half_size: [0.1, 0.1, 0.1]}]
walls: [{shape: plane, name: floor}]
bodies:
  list:
    - {name: held, shape: block, position: [0, 0, 0.1], mass: 1, material: springy}
    - {name: slider, position: [2, 0, 1], radius: 0.1}
joints: [{kind: prismatic, name: rail, a: floor, b: slider, point: [2, 0, 1]}]
drives: [{kind: position, name: lift, joint: rail, amount: 0.01, course: sine, frequency: 5}]
loads: [{kind: force, body: held, amount: [1, 0, 0], course: ramp, end: 0.05}]
feeds: [{name: drops, region: box, low: [5, 0, 0], high: [6, 1, 1], rate: 100}]
"""
ENDLESS = ("--set", "time.end=100000")


def until(step):
    return "--set", f"time.end={step * STEP}"


def into(folder):
    return "--set", f"output.folder={folder}"


def untimed(printed):
    """What `check` prints, without the time that the first steps have led to."""
    return re.sub(r"# time: .*", "", printed)


class BoxCase(Case):
    """Cases with the deck of a small box in their folder."""

    def setUp(self):
        super().setUp()
        (self.folder / "box.yaml").write_text(BOX)
        self.out = self.folder / "out"

    def run_box(self, *args, **how):
        return self.talus("run", "box.yaml", "--quiet", *args, **how)

    def hash_of(self, folder):
        return self.summary(folder)["state_hash"]

    def step_of(self, checkpoint):
        with h5py.File(checkpoint, "r") as file:
            return int(file.attrs["step"])

    def hash_uninterrupted(self, step):
        """Of a run that was never stopped, on one rank."""
        folder = f"uninterrupted-{step}"
        self.run_box(*until(step), *into(folder))
        self.assertEqual(self.summary(folder)["steps"], step)
        return self.hash_of(folder)

    def assert_rows(self, folder, first, last):
        """The series has each step once."""
        with open(self.folder / folder / "series.csv") as file:
            rows = list(csv.reader(file))
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        steps = [int(row[rows[0].index("step")]) for row in rows[1:]]
        self.assertEqual(steps, list(range(first, last + 1)))


class Help(Case):
    def commands(self):
        text = self.talus("--help").out
        return re.findall(r"^  ([a-z]+) {2,}\S", text.partition("Subcommands:")[2], re.M)

    def test_every_command_explains_itself(self):
        commands = self.commands()
        self.assertLessEqual({"run", "restart", "check", "bench"}, set(commands))
        for command in commands:
            result = self.talus(command, "--help")
            self.assertIn(f"Usage: talus {command}", result.out)
            self.assertRegex(result.out, rf"Examples?:\n(.*\n)*.*talus {command} ")
            self.assertEqual(result.err, "")

    def test_help_names_exit_codes_and_works_under_mpirun_once(self):
        result = self.talus("--help", ranks=2)
        self.assertRegex(result.out, r"Exit codes: 0 .* 2 .* 3 .* 4 .* 5 ")
        self.assertEqual(result.out.count("Subcommands:"), 1)

    def test_version(self):
        version = self.talus("--version").out
        self.assertRegex(version, r"^talus \d+\.\d+\.\d+, commit (\S+|not known) \(.*\n$")
        for library in ("Open MPI v", "HDF5 ", "PETSc "):
            self.assertRegex(version, rf"{library}\d+\.\d+\.\d+")
        self.assertEqual(self.talus("--version", ranks=2).out.count("talus"), 1)

    def test_keys_are_printed(self):
        text = self.talus("check", "--keys").out
        for key in ("time.step", "output.folder", "contact.mu", "solver.schedule", "checkpoint.every"):
            self.assertIn(key, text)

    @staticmethod
    def paths(resolved):
        """The keys of a resolved deck, as walls[].shape; groups are left out."""
        above = [(-2, "")]  # indent and path of the groups and lists around a line
        for indent, dash, name, value in re.findall(r"^( *)(- )?(\w+):(.*)$", resolved, re.M):
            column = len(indent + dash)
            while above[-1][0] >= column:
                above.pop()
            outer, group = above[-1]
            path = f"{group}{'[]' if column - outer == 4 else ''}.{name}".lstrip(".")
            above.append((column, path))
            yield path, bool(value)

    def test_keys_as_json(self):
        text, table = self.talus("check", "--keys").out, json.loads(self.talus("check", "--keys", "--json").out)
        self.assertEqual(re.findall(r"^  ([a-z_.\[\]]+) ", text, re.M), list(table))
        for path, key in table.items():
            self.assertIn(key["restart"], ("may change", "state"), path)
            entry = " ".join(re.split(r"\n  (?=\S)", text.split(f"\n  {path} ")[1])[0].split())
            self.assertEqual("; start only" in entry, key["restart"] == "state", path)
            self.assertIn(key["help"], entry)
        (self.folder / "input").symlink_to(SOURCE / "input")  # from where decks name their files
        for deck in sorted((SOURCE / "input").glob("*.yaml")):
            keys = [path for path, is_key in self.paths(self.talus("check", deck).out) if (is_key or path in table) and not path.startswith("variables")]
            self.assertGreater(len(keys), 10 if deck.name == "wheel.yaml" else 60, deck.name)  # a study refuses what it does not use
            self.assertLessEqual(set(keys), set(table), deck.name)


class BadUsage(BoxCase):
    USAGES = [
        ((), "command"),
        (("fly",), "'fly'"),
        (("rum", "box.yaml"), "'rum'"),
        (("--fly",), "--fly"),
        (("run",), "deck"),
        (("run", "--fly", "box.yaml"), "--fly"),
        (("run", "box.yaml", "box.yaml"), "box.yaml"),
        (("run", "absent.yaml"), "absent.yaml: cannot be opened"),
        (("run", "."), "a folder, expected a deck"),
        (("run", "box.yaml", "--set"), "--set"),
        (("run", "box.yaml", "--set", "contact"), "--set contact: expected key=value"),
        (("run", "box.yaml", "--set", "contact.mo=1"), "key 'contact.mo': unknown key, nearest is 'contact.mu'"),
        (("run", "box.yaml", "--set", "contact.mu=fast"), "key 'contact.mu': expected a number, >= 0, found 'fast'"),
        (("run", "box.yaml", "--max-hours", "-1"), "--max-hours"),
        (("run", "box.yaml", "--max-hours", "soon"), "--max-hours"),
        (("run", "box.yaml", "--max-hours", "nan"), "--max-hours"),
        (("restart",), "checkpoint"),
        (("check",), "deck"),
        (("check", "absent.yaml"), "absent.yaml: cannot be opened"),
        (("bench", "--bodies", "5"), "--bodies"),
        (("bench", "--bodies", "many"), "--bodies"),
    ]

    def test_one_message_and_nothing_written(self):
        for usage, expected in self.USAGES:
            with self.subTest(usage=usage):
                message = self.assert_nothing_written(*usage, code=2).messages[0]
                self.assertIn(expected, message)
                self.assertLess(len(message), 300)

    def test_one_message_on_two_ranks(self):
        for usage, expected in self.USAGES[::4]:
            with self.subTest(usage=usage):
                self.assertIn(expected, self.assert_nothing_written(*usage, ranks=2, code=2).messages[0])


class BadDecks(Case):
    # Lines behind the three good lines of a deck, and the message from the line on. Lines from 1, so what is added begins at 4.
    GOOD = "scenario: scene\ntime: {step: 0.005, end: 1}\noutput: {folder: out}\n"
    DECKS = [
        ("contact: {mo: 1}", "4:11: key 'contact.mo': unknown key, nearest is 'contact.mu'"),
        ("contcat: {mu: 1}", "4:1: key 'contcat': unknown key, nearest is 'contact'"),
        ("mu: 1", "4:1: key 'mu': unknown key, nearest is 'contact.mu'"),
        ("solver:\n  max_sweep: 1", "5:3: key 'solver.max_sweep': unknown key, nearest is 'solver.max_sweeps'"),
        ("walls:\n- {shape: plane, nomal: [0, 0, 1]}", "5:18: key 'walls[0].nomal': unknown key, nearest is 'walls[0].normal'"),
        ("guideway: {rails: 1}", "4:12: key 'guideway.rails': not used by scenario 'scene', only by guideway"),
        ("contact: {mu: fast}", "4:15: key 'contact.mu': expected a number, >= 0, found 'fast'"),
        ("contact: {mu: -0.1}", "4:15: key 'contact.mu': expected a number, >= 0, found '-0.1'"),
        ("contact: {mu: .nan}", "4:15: key 'contact.mu': expected a number, >= 0, found '.nan'"),
        ("contact: {mu: 1e999}", "4:15: key 'contact.mu': expected a number, >= 0, found '1e999'"),
        ("contact: {mu: }", "4:11: key 'contact.mu': expected a number, >= 0, found nothing"),
        ("contact: {mu: [1]}", "4:15: key 'contact.mu': expected a number, >= 0, found a list of 1"),
        ("contact: 3", "4:10: key 'contact': "),
        ("contact: {law: glue}", "4:16: key 'contact.law': expected one of ccp"),
        ("solver: {schedule: cube}", "4:20: key 'solver.schedule': expected one of blocks, cubes"),
        ("solver: {tolerance: 0}", "4:21: key 'solver.tolerance': expected a number in m/s, > 0, or auto, found '0'"),
        ("solver: {name: ipm}\ncontact: {law: pyramid}", "5:11: key 'contact.law': expected another law"),
        ("solver: {max_sweeps: 1.5}", "4:22: key 'solver.max_sweeps': expected an integer, >= 1"),
        ("solver: {warm_start: yes}", "4:22: key 'solver.warm_start': expected true or false, found 'yes'"),
        ("bodies: {seed: -1}", "4:16: key 'bodies.seed': expected an integer, >= 0"),
        ("bodies: {spread: 1}", "4:18: key 'bodies.spread': expected a number, >= 0, < 1, found '1'"),
        ("bodies: {material: steel}", "4:10: key 'bodies.material': no material 'steel' in materials"),
        ("gravity: [0, 0]", "4:10: key 'gravity': expected "),
        ("bodies: {packings: [{kind: random, count: 9, low: [0, 0, 0], high: [0.04, 1, 1]}]}", "4:62: key 'bodies.packings[0].high': no room for 9 bodies"),
        ("feeds: [{name: f, region: disk, centre: [0, 0, 1], region_radius: 1}]", "4:9: key 'feeds[0].count': expected a rate, a mass_rate or a count"),
        ("feeds: [{name: f, region: disk, centre: [0, 0, 1], region_radius: 1, mass_rate: 1e300}]", "4:70: key 'feeds[0].mass_rate': expected at most 1e+06 bodies per step"),
        ("shapes: [{name: p, kind: capsule, radius: 1e-200, half_length: 1e200}]", "4:11: key 'shapes[0].name': too small or too large a shape"),
        ("contact: {mu: = 2 * half}", "4:15: no variable 'half'"),
        ("variables: {half: 1}", "4:13: variable 'half' is not used"),
        ("contact: {mu: 1, mu: 2}", "4:18: key 'contact.mu': given twice, first at deck.yaml:4:11"),
        ("contact: {mu: 1", "5:1: not valid YAML"),
        ("contact:\n\tmu: 1", "5:1: a tab; indent and separate with spaces"),
        ("contact: {mu: &m 1, rho: *m}", "4:15: anchors (&name) are not supported"),
        ("contact: {mu: 1}\n---\nscenario: scene", "5:1: a second YAML document begins"),
        ("materials:\n- {mu: 1}", "5:3: key 'materials[0].name': required, not given"),
        ("bodies: {seed: 1}\x00", "4:18: control character 0x00"),
    ]
    WHOLE = [
        ("", "1:1: the deck is empty"),
        ("just words\n", "1:1: expected keys (key: value)"),
        ("scenario: scenes\ntime: {step: 1, end: 1}\noutput: {folder: out}\n", "1:11: key 'scenario': expected one of guideway, scene, wheel, found 'scenes', nearest is 'scene'"),
        ("scenario: pile\ntime: {step: 1, end: 1}\noutput: {folder: out}\n", "1:11: key 'scenario': 'pile' is no longer there: it is the scene input/pile.yaml"),
        ("time: {step: 1, end: 1}\noutput: {folder: out, map_every: 1}\nwalls: [{shape: plane, map: true}]\n", "3:24: key 'walls[0].map': expected a rectangle, disk, ring"),
        ("time: {step: 1, end: 1}\noutput: {folder: out, map_every: 1}\nwalls: [{shape: disk, radius: 1, map: true, map_cell: 1e-6}]\n", "3:45: key 'walls[0].map_cell': more than 1000000 cells"),
        ("scenario: scene\ntime: {end: 1}\noutput: {folder: out}\n", "2:1: key 'time.step': required, not given; expected a number in s, > 0"),
        ("scenario: scene\ntime: {step: 1, end: 1}\noutput: {every: 1}\n", "3:1: key 'output.folder': required"),
    ]

    def refuse(self, *args, expected, **how):
        message = self.assert_nothing_written(*args, code=2, **how).messages[0]
        self.assertTrue(message.startswith(f"talus: deck.yaml:{expected}"), f"{message!r}, expected {expected!r}")

    def test_one_message_and_nothing_written(self):
        decks = [(self.GOOD + more + "\n", expected) for more, expected in self.DECKS] + self.WHOLE
        self.assertGreaterEqual(len(decks), 25)
        for number, (text, expected) in enumerate(decks):
            with self.subTest(deck=text):
                (self.folder / "deck.yaml").write_text(text)
                self.refuse("check", "deck.yaml", expected=expected)
                self.refuse("run", "deck.yaml", expected=expected, ranks=2 * (number % 2))


    STL = "solid s\n" + "".join(
        f"facet normal 0 0 0 outer loop {''.join(f'vertex {x} {y} {z} ' for x, y, z in corners)}endloop endfacet\n"
        for corners in ([(0, 0, 0), (0, 1, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 0, 0), (0, 0, 1), (0, 1, 0)], [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
    ) + "endsolid\n"
    SCENE = ("scenario: scene\ntime: {step: 0.001, end: 0.003}\noutput: {folder: out}\nbodies: {density: 1000, list: [{shape: cup, position: [0, 0, 0.2]}%s]}\n"
             "shapes: [{name: cup, kind: %s, %s}, {name: block, kind: mesh, file: block.stl}]\n")
    GUIDEWAY = "scenario: guideway\ntime: {step: 0.001, end: 0.003}\noutput: {folder: out}\nbodies: {radius: 0.003}\n"

    def test_pairs_without_contacts_are_refused_before_the_first_step(self):
        (self.folder / "block.stl").write_text(self.STL)
        mesh, rod = ("mesh", "file: block.stl"), ("capsule", "radius: 0.1, half_length: 0.1")
        ball = ", {radius: 0.1, position: [5, 0, 0], material: hard}"
        hard = "materials: [{name: hard, young: 1e7}]\n"
        far = ", {shape: %s, position: [9, 0, 0]}"
        for text, names in [
            (self.SCENE % (far % "block", *mesh), ("shape 'cup' (mesh)", "shape 'block' (mesh)")),
            (self.SCENE % (far % "cup", *mesh), ("shape 'cup' (mesh)", "shape 'cup' (mesh)")),
            (self.SCENE % ("", *mesh) + "walls: [{shape: block, position: [-9, 0, 0]}]\n", ("shape 'cup' (mesh)", "shape 'block' (mesh)")),
            (self.GUIDEWAY + "walls: [{shape: box, half_size: [1, 1, 1], position: [0, 0, -5]}]\n", ("a box", "a raceway")),
            (self.SCENE % (ball, *rod) + hard, ("with young", "a sphere", "shape 'cup' (capsule)")),
            (self.SCENE % (ball, *rod) + hard + "walls: [{shape: cup, material: hard}]\n", ("with young", "a sphere", "shape 'cup' (capsule)")),
        ]:
            (self.folder / "deck.yaml").write_text(text)
            for ranks in (0, 2):
                message = self.assert_nothing_written("run", "deck.yaml", ranks=ranks, code=2).messages[0]
                for name in names:
                    self.assertIn(name, message, text)

    def test_what_cannot_be_or_has_no_effect_is_refused_before_the_first_step(self):
        """Keys that need others: the corpus of io.deck."""
        bodies = "bodies: {list: [{name: a, position: [-0.5, 0, 0]%s}, {name: b, position: [0.5, 0, 0]}]}\n"
        apart = bodies % "" + "domain: {period: [1.2, 0, 0]}\njoints: [{kind: distance, a: a, b: b, point: [-0.5, 0, 0], point_b: [0.5, 0, 0], stiffness: 10}]\n"
        force = "loads: [{kind: force, body: %s, amount: [1, 0, 0]}]\n"
        for text, expected in [
            (bodies % ", moments: [1, 1, 100]", "key 'bodies.list[0].moments': no body has a moment of inertia above the sum of the other two"),
            (apart, "key 'joints[0].point_b': the points are further apart along x than half the period of 1.2 m"),
            (apart.replace("[1.2, 0, 0]", "[4, 0, 0]").replace("stiffness", "length: 2, stiffness"), "key 'joints[0].length': expected less than half the period of 4 m"),
            (bodies % ", state: fixed" + force % "a", "key 'loads[0].body': the load has no effect, 'a' is not moved by forces"),
            ("walls: [{shape: plane, name: w}]\n" + force % "w", "key 'loads[0].body': the load has no effect, 'w' is not moved by forces"),
            ("bodies: {packings: [{kind: lattice, name: p, low: [0, 0, 0], high: [1, 1, 1], state: fixed}]}\n" + force % "p", "key 'loads[0].body': the load has no effect"),
        ]:
            (self.folder / "deck.yaml").write_text("time: {step: 0.01, end: 0.02}\noutput: {folder: out}\n" + text)
            self.assertIn(expected, self.assert_nothing_written("run", "deck.yaml", code=2).messages[0])

    def test_sizes_and_joints_beyond_the_limits_are_named_by_check_and_run(self):
        around = [[2 * math.sqrt(1 - z * z) * math.cos(2.4 * n), 2 * math.sqrt(1 - z * z) * math.sin(2.4 * n), 2 * z]
                  for n in range(56) for z in [1 - (2 * n + 1) / 56]]
        hub = "{name: hub, position: [0, 0, 0], radius: 0.5}, " + ", ".join(f"{{name: s{n}, position: {p}, radius: 0.05}}" for n, p in enumerate(around))
        joints = ", ".join(f"{{kind: ball, a: hub, b: s{n}, point: {[x / 2 for x in p]}}}" for n, p in enumerate(around))
        sizes = ", ".join(f"{{position: [{3e-4 * 4**k}, 0, 0], radius: {1e-4 * 4**k}}}" for k in range(10))
        capsule = "shapes: [{name: p, kind: capsule, radius: 1e-200, half_length: 1e200}]\nbodies: {list: [{position: [0, 0, 0], shape: p}]}"
        for text, expected in (("bodies: {list: [{position: [0, 0, 0], radius: 1e-7}, {position: [3, 0, 0], radius: 0.1}]}",
                                "bodies from 1e-07 to 0.1 m of radius: the largest may be 32768 times the smallest"),
                               (f"bodies: {{list: [{sizes}]}}", "bodies from 0.0001 to 26.2144 m of radius"),
                               (capsule, "key 'shapes[0].name': too small or too large a shape"),
                               (f"bodies: {{list: [{hub}]}}\njoints: [{joints}]", "key 'solver.schedule': cubes has room for 64 classes")):
            (self.folder / "deck.yaml").write_text("time: {step: 0.01, end: 0.02}\noutput: {folder: out, every_steps: 1}\ngravity: [0, 0, 0]\n" + text)
            self.assertIn(expected, self.assert_nothing_written("check", "deck.yaml", code=2).messages[0])
            self.assertIn(expected, self.talus("run", "deck.yaml", code=2).messages[0])

    def test_more_bodies_than_memory_are_refused_at_once(self):
        lattice = "bodies: {packings: [{kind: lattice, low: [0, 0, 0], high: [1e4, 1e4, 1e4], spacing: 1, count: %s}]}\n"
        (self.folder / "deck.yaml").write_text("time: {step: 0.01, end: 0.02}\noutput: {folder: out}\n" + lattice % 10**12)
        message = self.assert_nothing_written("run", "deck.yaml", code=2).messages[0]
        self.assertIn("1000000000000 bodies at the start need about 8e+05 GB on each of 1 ranks, which have ", message)

    def test_bodies_in_one_place_end_the_run(self):
        grains = "\n".join(["x,y,z,radius"] + [f"{0.0001 * n},0,0,0.1" for n in range(102)])
        (self.folder / "grains.csv").write_text(grains)
        (self.folder / "deck.yaml").write_text("time: {step: 0.01, end: 0.02}\noutput: {folder: out}\nbodies: {packings: [{kind: csv, file: grains.csv}]}\n")
        self.assertIn("meets more than 100 bodies of similar size: bodies lie in one place", self.talus("run", "deck.yaml", code=4).messages[0])
        self.assertIn("or contact.envelope is too large", self.talus("check", SOURCE / "input" / "box.yaml", "--set", "contact.envelope=1", code=4).messages[0])
        self.talus("run", "deck.yaml", "--set", "guard.max_contacts=101", "--set", "guard.max_overlap=0", "--set", "solver.max_sweeps=1", "--set", "output.folder=more", "--quiet")

    def test_bodies_in_one_place_are_counted_over_all_ranks(self):
        """Their contacts lie in the eight cubes around a corner, a part of them on each rank; spheres, and boxes."""
        places = numpy.random.default_rng(1).uniform(-0.01, 0.01, (102, 3)).tolist()
        (self.folder / "grains.csv").write_text("x,y,z,radius,shape\n" + "\n".join(f"{x},{y},{z},0.1,{{shape}}" for x, y, z in places))
        for shape in ("", "die"):
            (self.folder / f"grains{shape}.csv").write_text((self.folder / "grains.csv").read_text().replace("{shape}", shape))
            (self.folder / "deck.yaml").write_text("time: {step: 0.01, end: 0.02}\noutput: {folder: out}\nshapes: [{name: die, kind: box, half_size: [0.1, 0.1, 0.1]}]\n"
                                                   f"bodies: {{packings: [{{kind: csv, name: heap, file: grains{shape}.csv}}]}}\n")
            for ranks in (0, 3):
                message = self.talus("run", "deck.yaml", "--set", f"output.folder=out{shape}{ranks}", code=4, ranks=ranks).messages[0]
                self.assertRegex(message, "^talus: body [0-9]+ meets more than 100 bodies of similar size: bodies lie in one place")

    def test_walls_of_finite_mass_are_refused_by_solvers_of_rows_before_the_first_step(self):
        for text in (self.GOOD + "solver: {name: apgd}\nwalls: [{shape: plane, mass: 3}]\n", self.GUIDEWAY + "solver: {name: ipm}\nguideway: {table: 3}\n"):
            (self.folder / "deck.yaml").write_text(text)
            for ranks in (0, 2):
                message = self.assert_nothing_written("run", "deck.yaml", ranks=ranks, code=2).messages[0]
                self.assertIn("walls of finite mass are for the solvers mnest and pgs only", message, text)

    def test_what_only_a_scene_tells_is_refused_before_anything_is_written(self):
        """Probes of no body, sizes that no grid of cubes holds."""
        balls = "bodies: {list: [{position: [0, 0, 1], radius: 1}, {position: [0, 0, 3], radius: %s}]}\n"
        start = "time: {step: 0.005, end: 1}\n"
        for text, expected in (
            (start + "output: {folder: out, probes: [{id: 2}]}\n" + balls % 1, "key 'output.probes[0].id': expected at most 1, the last id of all"),
            (start + "output: {folder: out, probes: [{id: 0, last: 2}]}\n" + balls % 1, "key 'output.probes[0].last': expected at most 1"),
            (start + "output: {folder: out}\n" + balls % 1e-6, "bodies from 1e-06 to 1 m of radius: the largest may be 32768 times the smallest"),
        ):
            (self.folder / "deck.yaml").write_text(text)
            for command in ("check", "run"):
                self.assertIn(expected, self.assert_nothing_written(command, "deck.yaml", code=2).messages[0])

    def test_pairs_with_contacts_are_accepted(self):
        (self.folder / "block.stl").write_text(self.STL)
        (self.folder / "deck.yaml").write_text(self.SCENE % (", {radius: 0.1, position: [5, 0, 0]}", "mesh", "file: block.stl") + "walls: [{shape: plane, position: [0, 0, -9]}]\n")
        self.talus("run", "deck.yaml", "--quiet", ranks=2)


class Folders(BoxCase):
    """What may be written where."""

    def test_output_of_a_run_is_not_touched_without_resume(self):
        self.run_box(*until(3))
        for ranks in (0, 2):
            message = self.assert_nothing_written("run", "box.yaml", code=2, ranks=ranks).messages[0]
            self.assertIn("out: holds files already; use --resume", message)

    def test_a_file_of_someone_is_not_touched(self):
        self.out.mkdir()
        (self.out / "thesis.tex").write_text("years of work")
        self.assert_nothing_written("run", "box.yaml", code=2)
        self.assert_nothing_written("run", "box.yaml", "--resume", code=2)

    def test_a_file_instead_of_a_folder(self):
        self.out.write_text("a file")
        self.assertIn("is a file", self.assert_nothing_written("run", "box.yaml", code=2).messages[0])

    def test_restart_does_not_write_into_another_run(self):
        self.run_box(*until(3))
        self.run_box(*until(3), *into("other"))
        self.assertIn("other: holds files", self.assert_nothing_written("restart", "out/checkpoint.h5", *into("other"), code=2).messages[0])

    def test_empty_folder_is_fine(self):
        self.out.mkdir()
        self.run_box(*until(2))

    def test_resume_without_a_run_starts_one(self):
        self.run_box("--resume", *until(2), ranks=2)
        self.assertEqual(self.summary("out")["steps"], 2)

    def test_restart_to_an_end_that_is_past_is_refused(self):
        self.run_box(*until(3))
        message = self.assert_nothing_written("restart", "out/checkpoint.h5", *until(1), *into("again"), code=2).messages[0]
        self.assertIn("key 'time.end': out/checkpoint.h5 is at ", message)

    def test_resume_after_the_end_changes_nothing(self):
        self.run_box(*until(3))
        self.assert_nothing_written("run", "box.yaml", "--resume", *until(3))

    def test_an_error_of_the_file_system_alone_is_that_of_a_file(self):
        """A name that no file may have: what it stands for cannot even be asked."""
        result = self.talus("convert", 300 * "x", "--to", "csv", code=5)
        self.assertIn("File name too long", result.messages[0])

    def test_folder_that_cannot_be_made(self):
        (self.folder / "file").write_text("")
        for folder in ("file/out", "/proc/out"):
            for ranks in (0, 2):
                self.assertIn(folder, self.assert_nothing_written("run", "box.yaml", *into(folder), code=5, ranks=ranks).messages[0])

    def test_no_room_for_the_checkpoint(self):
        small_disk = ("unshare", "--mount", "--map-root-user", "bash", "-c",
                      'mount -t tmpfs -o size=160k none out && "$@"; code=$?; ls -a out > left; exit $code', "small-disk")
        self.out.mkdir()
        if subprocess.run([*small_disk, "true"], cwd=self.folder, capture_output=True).returncode != 0:
            self.skipTest("no right to mount a small disk here")
        for ranks in (0, 2):
            message = self.run_box(*until(10), code=5, ranks=ranks, prefix=small_disk).messages[0]
            self.assertRegex(message, r"checkpoint.h5.unfinished: no room for .*: No space left on device")
            self.assertEqual((self.folder / "left").read_text().split(), [".", "..", ".lock", "log.jsonl", "series.csv", "series.h5"])


class Restarts(BoxCase):
    def test_stop_by_max_hours_then_resume_on_other_ranks(self):
        for before, after in ((2, 3), (1, 4), (3, 1)):
            folder = f"out-{before}-{after}"
            self.run_box("--max-hours", "1e-9", *into(folder), code=3, ranks=before)
            stopped = self.summary(folder)
            self.assertEqual((stopped["status"], stopped["steps"]), ("stopped", 1))
            self.run_box("--resume", *into(folder), ranks=after)
            self.assertEqual(self.summary(folder)["status"], "done")
            self.assertEqual(self.hash_of(folder), self.hash_uninterrupted(50))
            self.assert_rows(folder, 1, 50)
            shutil.rmtree(self.folder / "uninterrupted-50")

    def test_an_end_of_the_job_that_is_no_time_is_refused(self):
        for text in ("abc", "inf", "nan", "-1", "", "12x"):
            result = self.run_box(*into("job"), prefix=("env", f"SLURM_JOB_END_TIME={text}"), code=2)
            self.assertIn(f"SLURM_JOB_END_TIME: expected seconds since 1970, found '{text}'", result.messages[0])

    def test_stop_by_the_deck_and_by_the_end_of_the_job(self):
        self.run_box("--set", "time.max_hours=1e-9", *into("deck"), code=3)
        for name, left in (("late", 4), ("past", -4)):
            job = "env", f"SLURM_JOB_END_TIME={int(time.time()) + left}"
            self.run_box(*ENDLESS, *into(name), code=3, ranks=2, prefix=job)
            self.assertEqual(self.summary(name)["status"], "stopped")
        self.assertEqual(self.summary("past")["steps"], 1)

    def test_restart_on_other_ranks_ends_in_the_same_state(self):
        self.run_box(*until(30), ranks=2)
        expected = self.hash_uninterrupted(60)
        for ranks in (1, 2, 3, 4):
            self.talus("restart", "out/checkpoint.h5", "--quiet", *until(60), *into(f"r{ranks}"), ranks=ranks)
            self.assertEqual(self.hash_of(f"r{ranks}"), expected)
            self.assertEqual(self.summary(f"r{ranks}")["ranks"], ranks)
            self.assert_rows(f"r{ranks}", 31, 60)

    def test_restart_in_place_goes_on_with_the_series(self):
        self.run_box(*until(30), ranks=2)
        self.talus("restart", "out/checkpoint.h5", "--quiet", *until(40), ranks=3)
        self.assert_rows("out", 1, 40)
        self.talus("restart", "out/checkpoint.1.h5", "--quiet", *until(50))
        self.assert_rows("out", 1, 50)
        self.assertEqual(self.hash_of("out"), self.hash_uninterrupted(50))

    def test_totals_of_the_summary_go_on(self):
        self.run_box(*until(30), ranks=2)
        half = self.summary("out")
        self.run_box("--resume", *until(60), ranks=2)
        self.run_box(*until(60), *into("whole"))
        resumed, whole = self.summary("out"), self.summary("whole")
        self.assertGreater(resumed["sweeps"], half["sweeps"])
        for name in ("steps", "bodies", "contacts", "sweeps", "missed_steps", "residual_max", "penetration_max", "relaxation_max"):
            self.assertEqual(resumed[name], whole[name], name)

    def test_platen_of_the_deck_on_other_ranks(self):
        """A plane of finite mass that comes down on the grains and is stopped by them."""
        platen = BOX + "guard: {max_overlap: 0}\nwalls: [{shape: plane, position: [0, 0, 0.8], normal: [0, 0, -1], velocity: [0, 0, -3], mass: 20, angular_velocity: [0, 0, 1]}]\n"
        (self.folder / "box.yaml").write_text(platen)
        self.assertIn("walls[5].angular_velocity", self.run_box(code=2).err)
        (self.folder / "box.yaml").write_text(platen.replace(", angular_velocity: [0, 0, 1]", ""))
        expected = self.hash_uninterrupted(60)
        self.run_box(*until(30), ranks=3)
        self.talus("restart", "out/checkpoint.h5", "--quiet", *until(60), *into("two"), ranks=2)
        self.assertEqual(self.hash_of("two"), expected)
        height = []
        for checkpoint in ("out/checkpoint.h5", "two/checkpoint.h5"):
            with h5py.File(self.folder / checkpoint, "r") as file:
                height.append(float(file["walls/position"][5, 2]))
        self.assertLess(height[0], 0.4)
        self.assertGreater(height[1], 0.06)  # less than this the grains would fill without a gap

    def test_another_time_step(self):
        """Time goes on from where it was: courses, feeds and frames follow it by their closed forms, a spring that a contact
        remembers keeps its force, and the bits are the same on other ranks and through a further restart."""
        (self.folder / "moved.yaml").write_text(MOVED)
        self.talus("run", "moved.yaml", "--quiet")
        finer = "--set", "time.step=0.0005", "--set"
        self.talus("restart", "out/checkpoint.h5", "--quiet", *finer, "time.end=0.2", *into("half"), ranks=2)
        self.talus("restart", "half/checkpoint.h5", "--quiet", "--set", "time.end=0.3", *into("parts"))
        self.talus("restart", "out/checkpoint.h5", "--quiet", *finer, "time.end=0.3", *into("whole"), ranks=3)
        self.talus("info", "--compare", "parts/checkpoint.h5", "whole/checkpoint.h5")
        before, after = columns(self.out / "series.csv"), columns(self.folder / "whole" / "series.csv")
        numpy.testing.assert_allclose(before["time"], 0.001 * numpy.arange(1, 101), rtol=1e-12)
        numpy.testing.assert_allclose(after["time"], 0.1 + 0.0005 * numpy.arange(1, 401), rtol=1e-12)
        for rows in (before, after):
            numpy.testing.assert_allclose(rows["lift.coordinate"], 0.01 * numpy.sin(10 * numpy.pi * rows["time"]), atol=1e-6)
            numpy.testing.assert_array_equal(rows["feed.drops.bodies"] + rows["feed.drops.waiting"], numpy.floor(100 * rows["time"] + 1e-9))
        self.assertLess(abs(after["held.vx"]).max(), 1e-6)  # m/s; twice the force would make 5e-4
        with h5py.File(self.folder / "whole" / "trajectory.h5", "r") as file:
            numpy.testing.assert_allclose(file["VTKHDF/Steps/Values"], numpy.arange(0.12, 0.301, 0.02), rtol=1e-9)

    def refused(self, key, *args):
        before = self.listing()
        messages = self.talus(*args, "--quiet", code=2).messages
        self.assertEqual(len(messages), 1, messages)
        self.assertIn(f"key '{key}': ", messages[0])
        self.assertEqual(self.listing(), before)
        return messages[0]

    def test_what_the_state_is_made_of_cannot_change(self):
        """Keys one by one: drivers.keys_vs_results."""
        self.run_box(*until(10))
        for command in (("restart", "out/checkpoint.h5", *into("other")), ("run", "box.yaml", "--resume")):
            message = self.refused("walls[0].position", *command, *until(20), "--set", "walls[0].position=[0, 0, 0.1]")
            self.assertIn("a restart cannot change it: out/checkpoint.h5 holds [", message)
            self.refused("time.end", *command, *until(5))
        (self.folder / "box.yaml").write_text(BOX + "materials: [{name: more}]\n")
        self.refused("materials", "run", "box.yaml", "--resume", *until(20))

    def test_a_packing_that_has_changed(self):
        deck, grains = self.folder / "deck.yaml", self.folder / "grains.csv"
        deck.write_text("time: {step: 0.01, end: 0.1}\noutput: {folder: out}\nbodies: {packings: [{kind: csv, file: grains.csv}]}\n")
        grains.write_text("x,y,z,radius\n0,0,0,0.1\n")
        self.talus("run", "deck.yaml", "--quiet")
        longer = "--set", "time.end=0.2"
        grains.write_text("x,y,z,radius\n0,0,0,0.2\n")
        message = self.refused("bodies.packings[0].file", "run", "deck.yaml", "--resume", *longer)
        self.assertIn("holds what came from a file of 23 bytes, CRC-32 ", message)
        self.refused("bodies.packings[0].file", "restart", "out/checkpoint.h5", *longer)
        grains.rename(self.folder / "moved.csv")
        (self.folder / "moved.csv").write_text("x,y,z,radius\n0,0,0,0.1\n")
        deck.write_text(deck.read_text().replace("grains.csv", "moved.csv"))
        self.talus("run", "deck.yaml", "--resume", "--quiet", *longer)


class Signals(BoxCase):
    """Requests to a run without an end, which cannot be over before they come."""

    def start_box(self, *args, ranks):
        process = self.start("run", "box.yaml", "--quiet", *ENDLESS, *args, ranks=ranks)
        series = self.out / "series.csv"
        self.wait_for(lambda: series.exists() and series.stat().st_size > 20000, process, "rows of the series")
        return process

    def stop(self, process, sent):
        process.send_signal(sent)
        result = self.end(process)
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.summary("out")["status"], "stopped")
        return self.summary("out")["steps"]

    def test_usr2_stops_and_resume_ends_in_the_same_state(self):
        step = self.stop(self.start_box(ranks=2), signal.SIGUSR2)
        self.assertEqual(self.step_of(self.out / "checkpoint.h5"), step)
        self.assert_rows("out", 1, step)
        self.run_box("--resume", *until(step + 20), ranks=3)
        self.assert_rows("out", 1, step + 20)
        self.assertEqual(self.hash_of("out"), self.hash_uninterrupted(step + 20))

    def test_usr1_writes_a_checkpoint_and_goes_on(self):
        process = self.start_box(ranks=2)
        self.assertFalse((self.out / "checkpoint.h5").exists())
        process.send_signal(signal.SIGUSR1)
        self.wait_for((self.out / "checkpoint.h5").exists, process, "checkpoint")
        first = self.step_of(self.out / "checkpoint.h5")
        last = self.stop(process, signal.SIGUSR2)
        self.assertLess(first, last)
        self.assertEqual(self.step_of(self.out / "checkpoint.1.h5"), first)
        self.assert_rows("out", 1, last)

    def test_term_and_int_stop_a_run_without_launcher(self):
        for sent in (signal.SIGTERM, signal.SIGINT):
            shutil.rmtree(self.out, ignore_errors=True)
            step = self.stop(self.start_box(ranks=0), sent)
            self.assert_rows("out", 1, step)


class Kills(BoxCase):
    def ranks_of(self, process):
        found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(process.pid)], capture_output=True, text=True).stdout
        return [int(line.split()[0]) for line in found.splitlines() if "box.yaml" in line]

    def test_killed_again_and_again_then_resumed(self):
        """Whatever a rank was doing, the folder's checkpoint is whole and leads to the same state."""
        every = ("--set", "checkpoint.every=3")
        delays = numpy.random.default_rng(3).uniform(0, 0.2, 4)
        for life, delay in enumerate(delays):
            older = self.step_of(self.out / "checkpoint.h5") if life else -1
            process = self.start("run", "box.yaml", "--quiet", "--resume", *every, *ENDLESS, ranks=2 + life % 2)
            newer = self.out / "checkpoint.1.h5"
            self.wait_for(lambda: newer.exists() and self.step_or(newer) > older, process, "two checkpoints")
            time.sleep(delay)
            ranks = self.ranks_of(process)
            self.assertEqual(len(ranks), 2 + life % 2)
            subprocess.run(["kill", "-9", str(ranks[life % len(ranks)])], check=True)
            self.assertNotIn(self.end(process).code, (0, 2, 3))
        end = self.step_of(self.out / "checkpoint.h5") + 10
        self.run_box("--resume", *until(end), ranks=4)
        self.assert_rows("out", 1, end)
        self.assertEqual(self.hash_of("out"), self.hash_uninterrupted(end))

    def step_or(self, checkpoint, otherwise=-1):
        """A file that may be replaced while it is read."""
        try:
            return self.step_of(checkpoint)
        except OSError:
            return otherwise

    def test_semaphore_that_killed_ranks_have_left(self):
        """Open MPI would wait forever for one with the name of the file."""
        name = f"checkpoint-{os.getpid()}.h5"
        self.run_box(*until(2))
        (self.out / "checkpoint.h5").rename(self.folder / name)
        libc = ctypes.CDLL(None)
        libc.sem_open.restype = ctypes.c_void_p
        self.assertTrue(libc.sem_open(f"/OMPIO_{name}".encode(), os.O_CREAT, ctypes.c_uint(0o600), ctypes.c_uint(0)))
        self.addCleanup(libc.sem_unlink, f"/OMPIO_{name}".encode())
        self.talus("info", name, ranks=2)

    def test_leftovers_of_an_open_file_do_not_stop_a_resume(self):
        self.out.mkdir()
        for name in (".lock", "checkpoint.h5.unfinished", "checkpoint.h5.unfinished.locktest.0", "checkpoint.h5.unfinished-7-9.lock"):
            (self.out / name).write_text("")
        self.run_box("--resume", *until(2), ranks=2)

    def test_killed_before_the_first_checkpoint(self):
        process = self.start("run", "box.yaml", "--quiet", *ENDLESS, ranks=2)
        series = self.out / "series.csv"
        self.wait_for(lambda: series.exists() and series.stat().st_size > 4000, process, "rows of the series")
        subprocess.run(["kill", "-9", str(self.ranks_of(process)[1])], check=True)
        self.end(process)
        self.assertFalse((self.out / "checkpoint.h5").exists())
        self.run_box("--resume", *until(10), ranks=2)
        self.assert_rows("out", 1, 10)


SEAL = 32768  # bytes before HDF5's


def parts_of(path):
    """Names, offsets and sizes that the seal of a checkpoint tells."""
    lines = [line.split() for line in path.read_bytes()[:SEAL].decode().splitlines()]
    return [(line[4], int(line[1]), int(line[2])) for line in lines if line[0] == "part"]


def reseal(path):
    content = path.read_bytes()
    seal = f"talus seal 1\nbytes {len(content)}\npart {SEAL} {len(content) - SEAL} {zlib.crc32(content[SEAL:]):08x} metadata\n"
    seal += f"end {zlib.crc32(seal.encode()):08x}\n"
    path.write_bytes(seal.encode().ljust(SEAL, b"\0") + content[SEAL:])


class Damage(BoxCase):
    """Files that cannot be trusted. Good ones restart to the hash that they were written with."""

    made = None  # the output folder of the run that all cases start from

    def setUp(self):
        super().setUp()
        if Damage.made is None:
            Damage.made = tempfile.TemporaryDirectory(prefix="talus-test-")
            self.run_box(*until(20))
            shutil.copytree(self.out, Damage.made.name, dirs_exist_ok=True)
        else:
            shutil.copytree(Damage.made.name, self.out)
        self.good = self.out / "checkpoint.h5"
        self.bad = self.folder / "bad.h5"
        self.expected = self.hash_of("out")

    def restart(self, ranks=0, codes=(5,)):
        folder = self.folder / "r"
        shutil.rmtree(folder, ignore_errors=True)
        process = self.start("restart", "bad.h5", "--quiet", *into("r"), ranks=ranks)
        result = self.end(process)
        self.assertIn(result.code, codes, result)
        if result.code == 0:
            self.assertEqual(self.hash_of("r"), self.expected)
        else:
            self.assertEqual(len(result.messages), 1, result)
            self.assertIn("bad.h5", result.messages[0])
            if not ranks:
                self.assertEqual(result.err.count("\n"), 1, result)
            self.assertFalse(folder.exists(), "written although the checkpoint was refused")
        return result

    def with_bytes(self, content, **how):
        self.bad.write_bytes(content)
        return self.restart(**how)

    def edited(self, edit, **how):
        """With right checksums and wrong content."""
        shutil.copy(self.good, self.bad)
        with h5py.File(self.bad, "r+") as file:
            edit(file)
        reseal(self.bad)
        return self.restart(**how)

    def flipped(self, place, bit=4):
        content = bytearray(self.good.read_bytes())
        content[place] ^= 1 << bit
        return self.with_bytes(content)

    def test_the_good_file(self):
        for ranks in (0, 2):
            self.with_bytes(self.good.read_bytes(), codes=(0,), ranks=ranks)

    def test_cut_off(self):
        whole = self.good.read_bytes()
        for size in (0, 1, 100, 2048, len(whole) // 2, len(whole) - 1):
            for ranks in (0, 2):
                with self.subTest(size=size, ranks=ranks):
                    self.with_bytes(whole[:size], ranks=ranks)

    def test_not_a_checkpoint(self):
        self.with_bytes(b"not an HDF5 file\n" * 100)
        self.with_bytes(bytes(10000))
        with h5py.File(self.bad, "w") as file:
            file["numbers"] = [1, 2, 3]
        self.restart()
        with h5py.File(self.bad, "w") as file:
            file["format"] = numpy.frombuffer(b"talus trajectory", numpy.int8)
        self.restart(ranks=2)

    def test_a_folder_and_nothing(self):
        self.restart()
        self.bad.mkdir()
        for ranks in (0, 2):
            self.restart(ranks=ranks)

    def test_flipped_bit_in_each_part(self):
        parts = parts_of(self.good)
        names = {name for name, _, _ in parts}
        self.assertLessEqual({"deck", "bodies/position", "bodies/memory_start", "memory/force", "walls/id", "metadata"}, names)
        for name, offset, size in parts:
            with self.subTest(part=name, offset=offset):
                self.assertIn(f"dataset {name} " if name != "metadata" else f"metadata at bytes {offset} to", self.flipped(offset + size // 2).messages[0])

    def test_flipped_bits_anywhere(self):
        random = numpy.random.default_rng(11)
        for place in [*range(0, 48, 8), 3000, 32767, *random.integers(0, self.good.stat().st_size, 20)]:
            with self.subTest(place=int(place)):
                self.flipped(int(place), int(random.integers(8)))

    def test_numbers_that_cannot_be(self):
        def put(name, row, value):
            def edit(file):
                column = file[name]
                column[row] = value
            return edit

        for name, value in (("bodies/position", numpy.nan), ("bodies/velocity", numpy.inf), ("bodies/orientation", 2.0), ("bodies/mass", 0.0),
                            ("bodies/mass", -1.0), ("bodies/inertia", numpy.nan), ("bodies/radius", -1.0), ("bodies/id", -7), ("bodies/state", 9),
                            ("bodies/memory_start", 10**12), ("memory/force", numpy.nan), ("walls/velocity", numpy.nan)):
            with self.subTest(name=name, value=value):
                self.edited(put(name, 1, value))
        for name, value in (("bodies/shape", 1000), ("bodies/shape", -1), ("bodies/material", 1000), ("walls/material", -1)):
            with self.subTest(name=name, value=value):
                self.edited(put(name, 1, value), codes=(2, 5), ranks=2 if value > 0 else 0)

    def test_another_version_of_the_format_is_refused(self):
        def of_version(version):
            def edit(file):
                file.attrs.modify("version", version)
            return edit

        for version in (0, 2):
            refused = self.edited(of_version(version), codes=(2,), ranks=version)
            self.assertIn(f"version {version} of the format; this program reads version 1", refused.messages[0])

    def test_two_bodies_with_one_id(self):
        def edit(file):
            file["bodies/id"][1] = file["bodies/id"][0]

        for ranks in (0, 2):
            self.edited(edit, ranks=ranks)

    def test_missing_and_misshapen_parts(self):
        def remove(name):
            return lambda file: file.__delitem__(name)

        def replace(name, make):
            def edit(file):
                value = make(file[name][...])
                del file[name]
                file[name] = value
            return edit

        for name in ("deck", "format", "bodies", "bodies/position", "bodies/memory_start", "memory/torque", "walls"):
            with self.subTest(removed=name):
                self.edited(remove(name))
        for name, make in (("bodies/position", lambda v: v[:, :2]), ("bodies/position", lambda v: v[:-1]), ("bodies/id", lambda v: v[:-1]),
                           ("bodies/id", lambda v: v.astype(float)), ("bodies/memory_start", lambda v: v[::-1]),
                           ("memory/force", lambda v: v[:-1]), ("deck", lambda v: numpy.int64(3))):
            with self.subTest(replaced=name):
                self.edited(replace(name, make))

    def test_sizes_beyond_the_file(self):
        def edit(file):
            del file["bodies/id"]
            file.create_dataset("bodies/id", shape=(2**40,), chunks=(1024,), dtype="i8")

        for ranks in (0, 2):
            self.edited(edit, ranks=ranks)

    def test_attributes(self):
        def put(name, value):
            return lambda file: file.attrs.__setitem__(name, value)

        self.assertIn("version", self.edited(put("version", 10**6), codes=(2,), ranks=2).messages[0])
        self.edited(put("step", -1))
        self.edited(put("step", "twenty"))
        self.edited(lambda file: file.attrs.__delitem__("time"))
        self.edited(put("time", numpy.nan))
        self.assertIn("do not fit each other", self.edited(put("step", 2**62)).messages[0])

    def test_deck_within(self):
        def edit(file):
            text = bytes(file["deck"][...]).replace(b"scenario: scene", b"scenario: scent", 1)
            del file["deck"]
            file["deck"] = numpy.frombuffer(text, numpy.int8)

        self.assertIn("key 'scenario'", self.edited(edit, codes=(2,), ranks=2).messages[0])

    def test_resume_goes_on_from_the_older_whole_one(self):
        self.run_box("--resume", *until(40))
        content = bytearray(self.good.read_bytes())
        content[len(content) // 2] ^= 0xFF
        self.good.write_bytes(content[:-10])
        result = self.talus("run", "box.yaml", "--resume", "--quiet", *until(40), ranks=2)
        self.assertEqual(len(result.messages), 1, result)
        self.assertIn("checkpoint.1.h5", result.messages[0])
        self.assertEqual(self.hash_of("out"), self.hash_uninterrupted(40))
        self.assert_rows("out", 1, 40)

    def test_resume_with_nothing_whole_left(self):
        self.run_box("--resume", *until(40))
        for name in ("checkpoint.h5", "checkpoint.1.h5"):
            (self.out / name).write_bytes(b"gone")
        message = self.assert_nothing_written("run", "box.yaml", "--resume", *until(40), code=5, ranks=2).messages[0]
        self.assertRegex(message, r"checkpoint\.h5: .*; .*checkpoint\.1\.h5: ")


class Inputs(Case):
    """The decks that we ship are living examples."""

    STEPS = 3
    SMALLER = {"guideway-bank": ["guideway.rails=2", "guideway.carriages=2"]}

    def setUp(self):
        super().setUp()
        (self.folder / "input").symlink_to(SOURCE / "input")  # decks name files from the folder in which talus runs

    def test_every_deck_is_checked_and_runs(self):
        decks = sorted((SOURCE / "input").glob("*.yaml"))
        self.assertIn("pile-small.yaml", [deck.name for deck in decks])
        for number, deck in enumerate(decks):
            with self.subTest(deck=deck.name):
                resolved = self.talus("check", deck).out
                step = float(re.search(r"^  step: (\S+)$", resolved, re.M)[1])
                sets = [part for value in (f"time.end={self.STEPS * step}", *self.SMALLER.get(deck.stem, [])) for part in ("--set", value)]
                self.talus("run", deck, "--quiet", *sets, *into(deck.stem), ranks=number % 3)
                self.assertEqual(self.summary(deck.stem)["steps"], self.STEPS)
                self.assertEqual(self.summary(deck.stem)["status"], "done")

    def test_a_file_that_differs_between_ranks_is_refused(self):
        """Each rank in a folder of its own, with a packing of its own."""
        for rank in range(2):
            folder = self.folder / str(rank)
            folder.mkdir()
            (folder / "grains.csv").write_text(f"x [m],y [m],z [m],radius [m]\n0,0,1,0.{rank + 1}\n")
            (folder / "deck.yaml").write_text("time: {step: 0.01, end: 0.1}\noutput: {folder: out}\nbodies: {packings: [{kind: csv, file: grains.csv}]}\n")
        program = self.folder / "program.sh"
        program.write_text(f'#!/bin/sh\ncd "$OMPI_COMM_WORLD_RANK" && exec {TALUS} "$@"\n')
        program.chmod(0o755)
        done = subprocess.run(["mpirun", "-n", "2", program, "run", "deck.yaml", "--quiet"], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("key 'bodies.packings[0].file': rank 1 reads a file of 39 bytes", done.stderr)
        self.assertFalse(list(self.folder.glob("*/*/series.*")))

    def test_check_of_a_study_says_what_it_has(self):
        for args, expected in ((), "# steps 5000 of each model"), (("--json",), '{"steps": 5000}'):
            printed = self.talus("check", SOURCE / "input" / "wheel.yaml", *args).out
            self.assertEqual(printed.splitlines()[-1], expected)
            self.assertNotIn("tolerance", printed)

    def test_what_check_prints_is_a_deck(self):
        for deck in sorted((SOURCE / "input").glob("*.yaml")):
            resolved = self.talus("check", deck).out
            (self.folder / "resolved.yaml").write_text(resolved)
            self.assertEqual(untimed(self.talus("check", "resolved.yaml").out), untimed(resolved))


class Warnings(Case):
    """What is told of a start: bodies that stand in each other would burst apart, the worst pair for its size is named once; repairs of meshes."""

    DECK = """\
scenario: scene
time: {step: 0.005, end: 0.005}
output: {folder: out}
gravity: [0, 0, 0]
walls: [{shape: plane}, {shape: plane, position: [0, 0, -1]}]
bodies:
  list:
    - {radius: 0.1, position: [0, 0, 0.1]}
    - {radius: 0.1, position: [0.19, 0, 0.5]}
    - {radius: 0.1, position: [0, 0, 0.5]}
    - {radius: 0.01, position: [0.5, 0, 0.5]}
    - {radius: 0.01, position: [0.518, 0, 0.5]}
    - {radius: 0.01, position: [0.8, 0, 0.01]}
"""
    SPHERES = "talus: warning: bodies 5 and 6 overlap by 0.002 m at the start, the worst of all, and will part at up to 0.4 m/s; cap it by contact.max_recovery_speed, or set contact.recovery: split"

    def warnings(self, *args, **how):
        return self.talus(*args, **how).warnings

    def test_check_and_run_name_the_same(self):
        (self.folder / "deck.yaml").write_text(self.DECK)
        self.assertEqual(self.warnings("check", "deck.yaml"), [self.SPHERES])
        for ranks in (0, 2, 3):
            self.assertEqual(self.warnings("run", "deck.yaml", "--quiet", *into(f"out{ranks}"), ranks=ranks), [self.SPHERES])
        self.assertEqual(self.warnings("run", "deck.yaml", "--resume", "--set", "time.end=0.01", *into("out0")), [])

    def test_an_end_between_two_steps(self):
        (self.folder / "deck.yaml").write_text(self.DECK.replace("[0.19,", "[0.39,").replace("[0.518,", "[0.538,"))
        between = "--set", "time.end=0.012"
        said = ["talus: warning: no step ends at time.end = 0.012 s: the run ends with step 2 at 0.01 s"]
        self.assertEqual(self.warnings("check", "deck.yaml", *between), said)
        self.assertEqual(self.warnings("run", "deck.yaml", "--quiet", *between), said)

    def test_loads_that_begin_after_the_end(self):
        (self.folder / "deck.yaml").write_text(self.DECK.replace("[0.19,", "[0.39,").replace("[0.518,", "[0.538,") + "loads:\n"
                                               "  - {kind: acceleration, amount: [0, 0, 0]}\n  - {kind: force, amount: [0, 0, 1], start: 0.005}\n")
        said = ["talus: warning: 1 of 2 loads and moving gates begin at time.end = 0.005 s or later and have no effect, the first at 0.005 s"]
        self.assertEqual(self.warnings("check", "deck.yaml"), said)
        self.assertEqual(self.warnings("run", "deck.yaml", "--quiet"), said)
        self.assertEqual(self.warnings("run", "deck.yaml", "--quiet", "--resume", "--set", "time.end=0.01"), [])

    def test_packing_from_a_checkpoint_twice_in_one_place(self):
        (self.folder / "deck.yaml").write_text(self.DECK)
        self.talus("run", "deck.yaml", "--quiet")
        packing = "{kind: checkpoint, file: out/checkpoint.h5}"
        (self.folder / "twice.yaml").write_text(f"{self.DECK[:self.DECK.index('bodies:')]}bodies: {{packings: [{packing}, {packing}]}}\n")
        self.assertRegex("".join(self.warnings("check", "twice.yaml")), r"bodies \d and \d+ overlap by 0\.0?2 m")

    def test_walls_count_too(self):
        sunk = self.DECK.replace("[0.8, 0, 0.01]", "[0.8, 0, 0.005]")
        (self.folder / "deck.yaml").write_text(sunk)
        self.assertIn("bodies 0 and 7 overlap by 0.005 m", self.warnings("check", "deck.yaml")[0])
        self.assertIn("bodies 0 and 7 overlap by 0.005 m", self.warnings("run", "deck.yaml", ranks=2)[0])

    def test_driven_bodies_that_stand_in_fixed_ones_are_named_and_pass_without_contact(self):
        """The deepest pair of a driven and a fixed body for its size; of two fixed or two driven ones nothing is said."""
        bodies = ["{state: driven, radius: 0.1, position: [0, 0, 0.07], velocity: [0, 0, -1]}",  # 2: 0.03 m in wall 0
                  "{state: fixed, radius: 0.1, position: [1, 0, 0.05]}",  # 3: in wall 0
                  "{state: driven, radius: 0.1, position: [2, 0, 0.5], velocity: [1, 0, 0]}",  # 4, 5: in each other
                  "{state: driven, radius: 0.1, position: [2.1, 0, 0.5]}",
                  "{state: driven, radius: 0.1, position: [3, 0, 0.5]}",  # 6: 0.04 m in 7
                  "{state: fixed, radius: 0.1, position: [3.16, 0, 0.5]}",
                  "{radius: 0.1, position: [4, 0, 0.5]}"]
        said = "talus: warning: bodies 6 and 7 overlap by 0.04 m at the start, and neither can be pushed: driven bodies pass through fixed ones"
        deck = self.DECK[:self.DECK.index("bodies:")] + "bodies:\n  list:\n" + "".join(f"    - {body}\n" for body in bodies)
        (self.folder / "deck.yaml").write_text(deck)
        self.assertEqual(self.warnings("check", "deck.yaml"), [said])
        for ranks in (0, 3):
            self.assertEqual(self.warnings("run", "deck.yaml", "--quiet", *into(f"out{ranks}"), ranks=ranks), [said])
            summary = self.summary(f"out{ranks}")
            self.assertEqual((summary["contacts"], summary["status"]), (0, "done"))
        (self.folder / "deck.yaml").write_text(deck.replace("3.16", "3.21"))
        self.assertIn("bodies 0 and 2 overlap by 0.03 m at the start, and neither can be pushed", self.warnings("check", "deck.yaml")[0])
        (self.folder / "deck.yaml").write_text(deck.replace("3.16", "3.21").replace("0.07]", "0.11]"))
        self.assertEqual(self.warnings("check", "deck.yaml"), [])

    def test_repairs_of_meshes_are_stated(self):
        a, b, c, d = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)
        inwards = [(a, b, c), (a, d, b), (a, c, d), (b, d, c)]

        def said(triangles):
            with open(self.folder / "mesh.stl", "w") as file:
                print("solid mesh", file=file)
                for triangle in triangles:
                    corners = "".join(f"vertex {x} {y} {z} " for x, y, z in triangle)
                    print(f"facet normal 0 0 0 outer loop {corners}endloop endfacet", file=file)
                print("endsolid", file=file)
            said = self.warnings("check", "mesh.yaml")
            self.assertEqual(self.warnings("run", "mesh.yaml", "--quiet", *into(f"out{len(said[0]) if said else 0}"), ranks=2), said)
            return said

        shapes = "shapes: [{name: brick, kind: box, half_size: [1, 1, 1]}, {name: wedge, kind: mesh, file: mesh.stl, scale: 0.1}]\n"
        (self.folder / "mesh.yaml").write_text(self.DECK[:self.DECK.index("walls:")] + shapes + "bodies: {list: [{shape: wedge, position: [0, 0, 0]}]}\n")
        outwards = [triangle[::-1] for triangle in inwards]
        self.assertEqual(said(outwards), [])
        self.assertEqual(said(inwards), ["talus: warning: shape 'wedge': the surface faced inwards and is turned"])
        self.assertEqual(said(outwards + [(a, a, b), (b, c, b)]), ["talus: warning: shape 'wedge': 2 triangles without area or given twice are left out"])

    def test_nothing_is_said_where_it_does_no_harm(self):
        (self.folder / "deck.yaml").write_text(self.DECK)
        for key in ("contact.max_recovery_speed=0.1", "contact.recovery=split", "contact.stiffness=1e4"):
            self.assertEqual(self.warnings("check", "deck.yaml", "--set", key), [], key)
        (self.folder / "deck.yaml").write_text(self.DECK.replace("0.19", "0.19999").replace("0.518", "0.519995"))
        self.assertEqual(self.warnings("check", "deck.yaml"), [])


class Info(BoxCase):
    """What is said of checkpoints, against the files' own numbers and edits made here."""

    def setUp(self):
        super().setUp()
        self.run_box(*until(30), "--set", "output.hash_every=10")
        self.one = self.out / "checkpoint.h5"
        self.other = self.folder / "other.h5"

    def compare(self, code, ranks=0):
        return self.talus("info", "--compare", "out/checkpoint.h5", "other.h5", code=code, ranks=ranks).out

    def edited(self, edit):
        shutil.copy(self.one, self.other)
        with h5py.File(self.other, "r+") as file:
            edit(file)
        reseal(self.other)
        return self.compare(1)

    def test_contents(self):
        for ranks in (0, 2):
            out = self.talus("info", "out/checkpoint.h5", ranks=ranks).out
            summary = self.summary("out")
            for name, value in (("step", 30), ("bodies", 120), ("walls", 5), ("state hash", summary["state_hash"]), ("version", 1)):
                self.assertEqual(len(re.findall(rf"\b{name}\s+{value}\b", out)), 1, out)
            said = json.loads(self.talus("info", "--json", "out/checkpoint.h5", ranks=ranks).out)
            self.assertEqual([said[name] for name in ("format", "step", "bodies", "state_hash", "deck_digest")],
                             ["checkpoint", 30, 120, summary["state_hash"], summary["deck_digest"]])

    def test_contents_of_frames(self):
        self.run_box(*until(30), *into("frames"), "--set", "output.every_steps=10", "--set", "output.contacts=true")
        for stream in ("trajectory", "contacts"):
            file = f"frames/{stream}.h5"
            said = json.loads(self.talus("info", "--json", file).out)
            with h5py.File(self.folder / file) as stored:
                rows = len(stored["VTKHDF/Points"])
            self.assertEqual([said[name] for name in ("format", "frames", "rows", "first_step", "last_step")], [stream, 4, rows, 0, 30])
            self.assertIn(f"frames        4\n  rows          {rows}\n", self.talus("info", file).out)
        shutil.copy(self.one, self.other)
        self.assertTrue(json.loads(self.talus("info", "--json", "--compare", "out/checkpoint.h5", "other.h5").out)["same"])

    def test_same_state_from_other_ranks(self):
        self.run_box(*until(30), *into("three"), ranks=3)
        shutil.copy(self.folder / "three" / "checkpoint.h5", self.other)
        self.assertIn("same state at step 30", self.compare(0))
        self.assertIn("same state at step 30", self.compare(0, ranks=2))

    def test_first_body_that_differs_is_named(self):
        def edit(file):
            ids = file["bodies/id"][:]
            row = int(numpy.nonzero(ids == 50)[0][0])
            late = int(numpy.nonzero(ids == 70)[0][0])
            file["bodies/velocity"][row, 1] = numpy.nextafter(file["bodies/velocity"][row, 1], 1)
            file["bodies/mass"][late] *= 2
        self.assertIn("body 50: velocity is (", self.edited(edit))

    def test_first_contact_that_differs_is_named(self):
        with h5py.File(self.one, "r") as file:
            ids, start, partner = file["bodies/id"][:], file["bodies/memory_start"][:], file["memory/partner"][:]
        ends = numpy.append(start[1:], len(partner))
        first = min((int(ids[b]), b) for b in range(len(ids)) if ends[b] > start[b])[1]
        row = int(start[first])

        def edit(file):
            file["memory/force"][row, 2] += 1e-9
        self.assertIn(f"contact of bodies {ids[first]} and {partner[row]}, feature 0: force is", self.edited(edit))

    def test_other_steps_and_decks(self):
        self.run_box(*until(20), *into("short"))
        shutil.copy(self.folder / "short" / "checkpoint.h5", self.other)
        out = self.compare(1)
        self.assertIn("step is 30 and 20", out)
        self.assertIn("the decks differ", out)

    def test_frames(self):
        """The same on one rank and three; the first record that was changed here is named, with its step."""
        frames = ("--set", "output.every_steps=10", "--set", "output.contacts=true")
        self.run_box(*until(30), *frames, *into("a"))
        self.run_box(*until(30), *frames, *into("b"), ranks=3)
        self.assertIn("same trajectory in 4 frames", self.talus("info", "--compare", "a", "b").out)
        self.assertIn("same contacts in 4 frames", self.talus("info", "--compare", "a/contacts.h5", "b/contacts.h5", ranks=2).out)
        self.talus("info", "--compare", "a/contacts.h5", "b/trajectory.h5", code=2)
        self.talus("info", "--compare", "a/trajectory.h5", "b/checkpoint.h5", code=2)

        def first_row(file, frame):
            return int(file["VTKHDF/Steps/PointOffsets"][frame])
        with h5py.File(self.folder / "b/trajectory.h5", "r+") as file:
            row = first_row(file, 2)
            ids, speed = file["VTKHDF/PointData/id"], file["VTKHDF/PointData/velocity"]
            names = [int(ids[row + n]) for n in (7, 40)]
            for n in (7, 40):
                speed[row + n, 1] = numpy.nextafter(speed[row + n, 1], 1)
        out = self.talus("info", "--compare", "a", "b", code=1).out
        self.assertIn(f"frame of step 20, 0.1 s: body {names[0]}: velocity is (", out)
        with h5py.File(self.folder / "b/contacts.h5", "r+") as file:
            row = first_row(file, 3)
            a, b = (int(file[f"VTKHDF/PointData/id_{end}"][row + 2]) for end in "ab")
            file["VTKHDF/PointData/normal_force"][row + 2] *= 1.5
        out = self.talus("info", "--compare", "a/contacts.h5", "b/contacts.h5", code=1).out
        self.assertIn(f"frame of step 30, 0.15 s: contact of bodies {a} and {b}, feature 0: normal_force is ", out)
        self.run_box(*until(20), *frames, *into("short"))
        self.assertIn("frame of step 30: only in the first", self.talus("info", "--compare", "a", "short", code=1).out)

    def test_other_files_of_a_run_are_named_as_such(self):
        self.assertIn("series.h5: neither a checkpoint nor a file of frames", self.talus("info", "out/series.h5", code=2).messages[0])

    def test_refusals(self):
        self.talus("info", "missing.h5", code=5)
        self.other.write_bytes(self.one.read_bytes()[:-100])
        self.compare(5)
        self.compare(5, ranks=2)
        self.talus("info", "--compare", "other.h5", code=2)

    def test_hashes_against_runs_that_end_there(self):
        with open(self.out / "hashes.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["step"]) for row in rows], [10, 20, 30])
        self.assertEqual(rows[2]["state_hash"], self.hash_of("out"))
        self.assertEqual(rows[0]["state_hash"], self.hash_uninterrupted(10))


HOPPER = f"""\
include: {SOURCE}/input/hopper.yaml
time: {{step: 0.005, end: 0.4}}
output: {{folder: out, balance_every: 20}}
contact: {{mu: 0.5, rho: 0}}
solver: {{schedule: cubes, max_sweeps: 60}}
partition: {{every: 20}}
bodies: {{spread: 0}}
variables: {{bodies.count: 80, hopper.width: 0.4, hopper.depth: 0.2, hopper.slot: 0.2, hopper.drop: 0.1}}
"""


class Hopper(Case):
    """Bodies that leave, and what is counted of the work, against the run on one rank."""

    def setUp(self):
        super().setUp()
        (self.folder / "hopper.yaml").write_text(HOPPER)
        self.talus("run", "hopper.yaml", "--quiet")

    def balance(self, folder):
        with open(self.folder / folder / "balance.csv") as file:
            return list(csv.DictReader(file))

    def test_bodies_leave_alike_on_any_ranks(self):
        alone = self.summary("out")
        self.assertGreater(alone["removed"], 10)
        self.assertEqual(alone["removed"] + alone["bodies"], 80)
        self.talus("run", "hopper.yaml", "--quiet", *into("three"), ranks=3)
        three = self.summary("three")
        for name in ("state_hash", "removed", "bodies"):
            self.assertEqual(three[name], alone[name])

    def test_count_survives_a_restart(self):
        self.talus("run", "hopper.yaml", "--quiet", "--set", "time.end=0.3", *into("two"), ranks=2)
        before = self.summary("two")["removed"]
        self.assertGreater(before, 0)
        self.talus("restart", "two/checkpoint.h5", "--quiet", "--set", "time.end=0.4")
        for name in ("state_hash", "removed"):
            self.assertEqual(self.summary("two")[name], self.summary("out")[name])
        self.assertGreater(self.summary("two")["removed"], before)

    def test_work_is_counted(self):
        self.talus("run", "hopper.yaml", "--quiet", *into("three"), ranks=3)
        alone, three = self.balance("out"), self.balance("three")
        self.assertEqual([int(row["step"]) for row in alone], list(range(20, 81, 20)))
        for one, all_three in zip(alone, three, strict=True):
            self.assertEqual(one["updates"], all_three["updates"])
            self.assertEqual(one["pair_tests"], all_three["pair_tests"])
            for name in ("updates", "pair_tests", "work", "busy"):
                self.assertEqual(float(one[f"{name}_imbalance"]), 1)
                self.assertTrue(1 <= float(all_three[f"{name}_imbalance"]) <= 3)


if __name__ == "__main__":
    unittest.main()
