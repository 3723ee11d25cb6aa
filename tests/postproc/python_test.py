#!/usr/bin/python3
"""The package talus: functions against closed forms, scenes against shipped decks, running jobs, and the page's examples.

One class a group; CTest runs each as postproc.python.<group>.
"""

import contextlib
import doctest
import io
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import numpy
from command import SOURCE, TALUS, Case

sys.path.insert(0, str(SOURCE / "postproc"))
os.environ["TALUS_BINARY"] = TALUS
import talus
from talus import analyse, launch, spheres


def fcc(cells, edge, first_id=10):
    """A cubic close packing in a periodic cube of so many cells, with its contacts: every pair of nearest neighbours once."""
    basis = 0.5 * numpy.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
    corners = numpy.array(list(numpy.ndindex(cells, cells, cells)))
    position = edge * (corners[:, None] + basis).reshape(-1, 3)
    period = [cells * edge] * 3
    difference = position[None] - position[:, None]
    difference -= numpy.round(difference / period) * period
    distance = numpy.linalg.norm(difference, axis=2)
    a, b = numpy.nonzero(numpy.triu(numpy.abs(distance - edge / numpy.sqrt(2)) < 1e-9 * edge))
    normal = difference[a, b] / distance[a, b][:, None]
    radius = numpy.full(len(position), edge / numpy.sqrt(8))
    ids = first_id + 3 * numpy.arange(len(position))
    bodies = {"id": ids, "position": position, "radius": radius}
    contacts = {"id_a": ids[a], "id_b": ids[b], "normal": normal, "point": position[a] + radius[0] * normal, "friction": numpy.zeros((len(a), 3)),
                "normal_force": numpy.ones(len(a))}
    return bodies, contacts, period


class Analysis(unittest.TestCase):
    EDGE, CELLS = 0.3, 3

    def setUp(self):
        self.bodies, self.contacts, self.period = fcc(self.CELLS, self.EDGE)

    def test_close_packing_with_prescribed_forces(self):
        """12 contacts per body; forces F (1 + n_z^2) along the normals give N d F / V times (5/2, 5/2, 3) by hand: of the 6 contacts per
        body 2 lie in the plane z = 0 with F and 4 have n_z^2 = 1/2 with 3/2 F."""
        force, bodies, contacts = 7.0, self.bodies, self.contacts
        self.assertEqual(len(contacts["id_a"]), 6 * len(bodies["id"]))
        contacts["normal_force"] = force * (1 + contacts["normal"][:, 2]**2)
        volume = numpy.prod(self.period)
        stress = analyse.contact_stress(bodies, contacts, volume, self.period)
        unit = len(bodies["id"]) * self.EDGE / numpy.sqrt(2) * force / volume
        numpy.testing.assert_allclose(stress, unit * numpy.diag([2.5, 2.5, 3]), atol=1e-12 * unit)
        numpy.testing.assert_allclose(analyse.fabric_tensor(contacts["normal"]), numpy.eye(3) / 3, atol=1e-14)
        self.assertEqual(analyse.coordination_number(bodies, contacts), 12)
        self.assertEqual(set(analyse.clusters(bodies, contacts)), {0})

    def test_friction_turns_the_stress(self):
        """Tangential forces s along t = (-n_y, n_x, 0) on all contacts: the sum of t n^T over a cubic packing is antisymmetric, by hand
        N d s / V times 2: of the 6 contacts n_x^2 = 1/2 in 4."""
        normal = self.contacts["normal"]
        self.contacts["normal_force"] = numpy.zeros(len(normal))
        self.contacts["friction"] = 3.0 * numpy.stack([-normal[:, 1], normal[:, 0], 0 * normal[:, 0]], axis=1)
        volume = numpy.prod(self.period)
        unit = len(self.bodies["id"]) * self.EDGE / numpy.sqrt(2) * 3.0 / volume
        stress = analyse.contact_stress(self.bodies, self.contacts, volume, self.period)
        numpy.testing.assert_allclose(stress, unit * numpy.array([[0, -2, 0], [2, 0, 0], [0, 0, 0]]), atol=1e-12 * unit)

    def test_rattlers_are_left_out_one_after_the_other(self):
        """A chain of three hangs on the packing by its first; with 2, 2 and 1 neighbours it goes from its end where 2 are asked for."""
        bodies, contacts = self.bodies, self.contacts
        packed = len(bodies["id"])
        chain = numpy.array([1001, 1002, 1003])
        bodies = {"id": numpy.append(bodies["id"], chain)}
        more = {"id_a": [bodies["id"][0], 1001, 1002, 1002], "id_b": [1001, 1002, 1003, 1003]}  # the last pair touches twice
        contacts = {name: numpy.append(contacts[name], more[name]) for name in more}
        self.assertAlmostEqual(analyse.coordination_number(bodies, contacts), (12 * packed + 2 * 3) / (packed + 3), places=12)
        for fewest in (2, 4):
            self.assertEqual(analyse.coordination_number(bodies, contacts, rattlers=False, fewest=fewest), 12)
        alone = {"id": chain}
        self.assertTrue(numpy.isnan(analyse.coordination_number(alone, {name: numpy.array(more[name][1:]) for name in more}, rattlers=False)))

    def test_packing_fraction_of_close_packing(self):
        """pi / sqrt(18) in any box of one cell, wherever it cuts the spheres."""
        for shift in ([0, 0, 0], [0.013, 0.1, 0.077]):
            low = self.EDGE + numpy.array(shift)
            bodies, _, _ = fcc(4, self.EDGE)
            found = analyse.packing_fraction(bodies["position"], bodies["radius"], low, low + self.EDGE)
            self.assertAlmostEqual(found, numpy.pi / numpy.sqrt(18), places=13)

    def test_parts_of_spheres(self):
        """Caps by their formula, and boxes by counting points."""
        for height in (-0.7, 0.0, 0.4):
            cap = numpy.pi * (1 - height)**2 * (2 + height) / 3
            self.assertAlmostEqual(spheres.volume_in_box([[0, 0, 0]], [1], [height, -2, -2], [2, 2, 2])[0], cap, places=13)
        rng, n = numpy.random.default_rng(4), 120
        for _ in range(4):
            low = rng.uniform(-0.9, 0.1, 3)
            high = low + rng.uniform(0.3, 1.2, 3)
            grid = numpy.meshgrid(*(low[d] + (numpy.arange(n) + 0.5) / n * (high[d] - low[d]) for d in range(3)), indexing="ij")
            counted = (sum(g**2 for g in grid) < 1).mean() * numpy.prod(high - low)
            self.assertAlmostEqual(spheres.volume_in_box([[0, 0, 0]], [1], low, high)[0], counted, delta=1e-3 * counted)

    def test_kinetic_stress_is_that_of_an_ideal_gas(self):
        """n m <v_x^2> where all speeds along x are +-c in equal parts; a common velocity does not count."""
        velocity = numpy.array([[3.0, 1, 0], [-3.0, 1, 0]] * 50) + [0, 0, 8]
        stress = analyse.kinetic_stress(numpy.full(100, 0.5), velocity, volume=2.0)
        numpy.testing.assert_allclose(stress, numpy.diag([100 / 2.0 * 0.5 * 9, 0, 0]), atol=1e-12)

    def test_angle_of_a_cone(self):
        slope, foot, grain = numpy.radians(27), 0.5, 0.04
        centres = [(d * numpy.cos(t), d * numpy.sin(t), numpy.tan(slope) * (foot - d) - grain / 2) for ring in range(12) for d in [(ring + 0.5) * grain]
                   for t in 2 * numpy.pi * (numpy.arange(max(1, round(2 * numpy.pi * (ring + 0.5)))) + 0.5) / max(1, round(2 * numpy.pi * (ring + 0.5)))]
        bodies = {"position": numpy.array(centres), "radius": numpy.full(len(centres), grain / 2), "velocity": numpy.zeros((len(centres), 3))}
        angle, error = analyse.angle_of_repose(bodies, 2 * foot)
        self.assertAlmostEqual(angle, 27, places=9)
        self.assertLess(error, 1e-9)
        bodies["velocity"][:] = 1
        self.assertTrue(numpy.isnan(analyse.angle_of_repose(bodies)).all())

    def test_dynamic_angle_of_a_tilted_bed(self):
        """Grains at random below a plane of 33 degrees, and a dense layer on the plane, about an oblique axis; the error is
        that of slices, here of two halves that differ by 2 degrees."""
        rng = numpy.random.default_rng(8)
        axis, up = numpy.array([1.0, 2, 0.5]) / numpy.sqrt(5.25), numpy.array([0.2, -0.1, 1])
        across, upright = numpy.cross(axis, up), up - up @ axis * axis
        upright /= numpy.linalg.norm(upright)
        across /= numpy.linalg.norm(across)
        x, y = (grid.ravel() for grid in numpy.meshgrid(numpy.arange(-1, 1, 0.01), numpy.arange(0, 0.4, 0.01)))
        x = x + rng.uniform(-0.002, 0.002, len(x))
        deep = rng.uniform([-1, 0, -0.5], [1, 0.4, -0.05], (4000, 3))
        for angles in ((33, 33), (-33, -33), (32, 34)):
            slope = numpy.tan(numpy.radians(numpy.where(y < 0.199, *angles)))
            places = numpy.concatenate([numpy.column_stack([x, y, slope * x]), deep + numpy.outer(numpy.tan(numpy.radians(angles[0])) * deep[:, 0], [0, 0, 1])])
            bodies = {"position": places @ numpy.stack([across, axis, upright]), "radius": numpy.full(len(places), 0.01)}
            angle, error = analyse.dynamic_angle(bodies, axis, 3 * up, middle=0.7)
            self.assertAlmostEqual(angle, 33, delta=0.05)
            self.assertAlmostEqual(error, 0 if angles[0] == angles[1] else numpy.sqrt(8 / 7 / 8), delta=0.02)

    def test_discharge_rate_of_two_speeds(self):
        """Rates 2 and 4 in halves: mean 3, and the error of eight values 2 and 4 is sqrt(8/7) / sqrt(8)."""
        seconds = numpy.linspace(1, 9, 81)
        passed = numpy.where(seconds < 5, 2 * seconds, 10 + 4 * (seconds - 5))
        rate, error = analyse.discharge_rate(seconds, passed)
        self.assertAlmostEqual(rate, 3)
        self.assertAlmostEqual(error, 1 / numpy.sqrt(7))

    def column(self, heights, x, force, first_id):
        ids = first_id + numpy.arange(len(heights))
        bodies = {"id": ids, "position": numpy.column_stack([numpy.full(len(heights), x), 0 * heights, heights]), "radius": numpy.full(len(heights), 0.5)}
        contacts = {"id_a": ids[:-1], "id_b": ids[1:], "normal": numpy.tile([0.0, 0, 1], (len(ids) - 1, 1)), "friction": numpy.zeros((len(ids) - 1, 3)),
                    "point": 0.5 * (bodies["position"][1:] + bodies["position"][:-1]), "normal_force": numpy.full(len(ids) - 1, force)}
        return bodies, contacts

    def test_force_chains_are_the_loaded_columns(self):
        """A column of six with 10 N between its bodies, one of five with 8 N, one of five with 1 N, and a weak link across the first two."""
        parts = [self.column(1.0 * numpy.arange(n), x, force, first) for n, x, force, first in ((6, 0, 10, 1), (5, 1, 8, 50), (5, 9, 1, 80))]
        link = {"id_a": numpy.array([3]), "id_b": numpy.array([52]), "normal": numpy.array([[1.0, 0, 0]]), "friction": numpy.zeros((1, 3)),
                "point": numpy.array([[0.5, 0, 2]]), "normal_force": numpy.array([0.5])}
        bodies = {name: numpy.concatenate([part[0][name] for part in parts]) for name in parts[0][0]}
        contacts = {name: numpy.concatenate([*(part[1][name] for part in parts), link[name]]) for name in link}
        chains = [bodies["id"][chain].tolist() for chain in analyse.force_chains(bodies, contacts)]
        self.assertEqual(chains, [[2, 3, 4, 5], [51, 52, 53]])  # ends carry half the stress, below the mean
        self.assertEqual(numpy.bincount(analyse.clusters(bodies, contacts)).tolist(), [11, 5])

    def test_components_are_those_of_a_search(self):
        """Random graphs, and one long chain whose nodes are in random order."""
        rng = numpy.random.default_rng(3)
        chain = rng.permutation(300)
        for a, b in (rng.integers(0, 300, (2, 200)), (chain[:-1], chain[1:])):
            expected = -numpy.ones(300, dtype=int)
            for start in range(300):
                ahead = [start] if expected[start] < 0 else []
                while ahead:
                    node = ahead.pop()
                    if expected[node] < 0:
                        expected[node] = start
                        ahead += [*b[a == node], *a[b == node]]
            self.assertEqual(analyse.components(300, a, b).tolist(), expected.tolist())

    def test_size_segregation_of_layers(self):
        """1 for large on small whatever their parts, -1 reversed, 0 in alternating pairs."""
        radius = numpy.array([1.0] * 30 + [2.0] * 5)
        height = numpy.arange(35.0)
        self.assertAlmostEqual(analyse.size_segregation(height, radius), 1)
        self.assertAlmostEqual(analyse.size_segregation(-height, radius), -1)
        alternating = numpy.tile([1.0, 2.0, 2.0, 1.0], 10)
        self.assertAlmostEqual(analyse.size_segregation(numpy.arange(40.0), alternating), 0)


class Scenes(Case):
    def assert_same(self, scene, name):
        """The resolved forms of both, to the letter, without the estimates behind them and the folders of files."""
        ours, theirs = (launch.check(path) for path in (scene.write(self.folder / "ours" / "deck.yaml"), SOURCE / "input" / name))
        plain = lambda text: re.sub(r'file: .*/', "file: ", text.partition("\n# ")[0])
        self.assertEqual(plain(ours), plain(theirs))

    def test_conveyor(self):
        scene = talus.Scene()
        scene.set(variables={"belt.speed": 1, "feed.rate": 200, "feed.end": 8})
        scene.set(time={"step": 0.004, "end": 10}, output={"folder": "out/conveyor", "every": 0.05}, solver={"tolerance": 1e-3, "max_sweeps": 100})
        scene.set({"contact.mu": 0.5, "contact.rho": 0.004, "contact.sigma": numpy.float64(0.004), "bodies.radius": 0.02, "bodies.spread": 0.3},
                  bodies={"density": 2500})
        scene.add_wall("plane", name="ground")
        scene.add_wall("box", name="belt", half_size=[1, 0.25, 0.02], position=[0, 0, 0.78], surface_velocity=["= belt.speed", 0, 0])
        for side, y in (("left", 1), ("right", -1)):
            scene.add_wall("rectangle", name=f"{side}-rail", half_length=1, half_width=0.1, position=numpy.array([0, 0.25 * y, 0.9]), normal=(0, -y, 0))
        scene.add_feed("gravel", "box", low=[-0.95, -0.2, 1], high=[-0.55, 0.2, 1.1], rate="= feed.rate", end="= feed.end")
        scene.add_outlet("belt-end", "plane", action="count", centre=[1, 0, 0], axis=[1, 0, 0])
        scene.add_outlet("beyond", "plane", centre=[3, 0, 0], axis=[1, 0, 0])
        self.assert_same(scene, "conveyor.yaml")

    def test_slider_crank(self):
        scene = talus.Scene()
        scene.set(time={"step": 1e-3, "end": 3}, output={"folder": "out/slider-crank", "every": 0.02}, bodies={"density": 7800},
                  solver={"tolerance": 1e-9, "norm": "max", "max_sweeps": 20000})
        ground = scene.add_wall("plane", name="ground", position=[0, 0, -1])
        parts = [("crank", [0.1, 0.01, 0.02], [0.1, 0, 0]), ("rod", [0.25, 0.01, 0.015], [0.45, 0.03, 0]), ("slider", [0.05, 0.03, 0.03], [0.7, 0.08, 0])]
        crank, rod, slider = (scene.add_body(place, name=name, shape=scene.add_shape(name, "box", half_size=size)) for name, size, place in parts)
        bearing = scene.add_joint("revolute", ground, crank, name="bearing", point=[0, 0, 0], axis=[0, -1, 0])
        scene.add_joint("revolute", crank, rod, name="crank_pin", point=[0.2, 0.015, 0], axis=[0, -1, 0])
        scene.add_joint("ball", rod, slider, name="slider_pin", point=[0.7, 0.045, 0])
        scene.add_joint("prismatic", ground, slider, name="guide", point=[0.7, 0.08, 0], axis=[1, 0, 0], friction=20)
        scene.add_drive("speed", bearing, name="motor", amount=2 * numpy.pi, course="ramp", end=0.5, limit=400)
        self.assert_same(scene, "slider-crank.yaml")

    def test_mixed(self):
        """Materials, meshes, which are files relative to the deck, and a loop of walls."""
        scene = talus.Scene()
        scene.set(scenario="scene", time={"step": 1e-3, "end": 1.5}, output={"folder": "out/mixed", "every": 0.02},
                  contact={"pair_rule": "geometric", "max_recovery_speed": 0.5}, solver={"tolerance": 1e-4, "max_sweeps": 500})
        steel = scene.add_material("steel", mu=0.2, density=7800)
        wood = scene.add_material("wood", mu=0.4, density=700)
        glass = scene.add_material("glass", mu=0.15, rho=1e-4, density=2500)
        scene.add_shape("slab", "box", half_size=[0.03, 0.02, 0.008])
        scene.add_shape("die", "box", half_size=[0.015] * 3)
        scene.add_shape("rod", "capsule", radius=0.008, half_length=0.025)
        scene.add_shape("can", "cylinder", radius=0.014, half_length=0.018)
        scene.add_shape("coin", "disk", radius=0.02)
        scene.add_shape("pyramid", "polyhedron", points=[[-0.02, -0.02, 0], [0.02, -0.02, 0], [0.02, 0.02, 0], [-0.02, 0.02, 0], [0, 0, 0.03]])
        scene.add_shape("pebble", "clump", balls=numpy.array([[0, 0, 0, 0.015], [0.015, 0, 0, 0.012], [0, 0.012, 0.006, 0.012]]))
        scene.add_shape("funnel", "mesh", file=SOURCE / "input" / "mixed-funnel.stl", scale=0.001)
        scene.add_wall("plane", material=wood)
        scene.add_wall("funnel", position=[0, 0, 0.15], material=steel)
        for axis in (0, 1):
            for side in (-0.15, 0.15):
                size, place = [0.15, 0.15, 0.02], [0, 0, 0.02]
                size[axis], place[axis] = 0.01, side
                scene.add_wall("box", half_size=size, position=place, material=wood)
        scene.add_body([0.02, 0, 0.35], shape="slab", rotation=[0.3, 0.5, 0], material=wood)
        scene.add_body([-0.05, 0.01, 0.42], shape="slab", rotation=[0, -0.6, 1], material=wood)
        scene.add_body([0.03, 0.05, 0.42], shape="die", rotation=[0.5, 0.2, 0.1], material=wood, angular_velocity=[5, 0, 3])
        scene.add_body([-0.04, -0.05, 0.35], shape="rod", rotation=[1.2, 0, 0], material=steel)
        scene.add_body([0.05, -0.05, 0.36], shape="can", rotation=[0.7, 0.7, 0], material=steel)
        scene.add_body([0, 0.05, 0.36], shape="coin", rotation=[0.4, 0, 0], mass=0.01, material=steel)
        scene.add_body([-0.05, 0.05, 0.34], shape="pyramid", rotation=[0, 0.3, 0], material=wood)
        scene.add_body([0, -0.04, 0.42], shape="pebble", material=glass)
        scene.add_body([0, 0, 0.46], radius=0.012, material=glass)
        self.assert_same(scene, "mixed.yaml")
        self.assertIn('file: "mixed-funnel.stl"', scene.text(SOURCE / "input"))

    def test_what_is_wrong_is_said_at_once(self):
        scene = talus.Scene()
        for act, message in (
                (lambda: scene.set(contact={"muu": 1}), "unknown key 'contact.muu', nearest is 'contact.mu'"),
                (lambda: scene.set(contcat={"mu": 1}), "unknown key 'contcat', nearest is 'contact.mu'"),
                (lambda: scene.add_wall("plane", postion=[0, 0, 0]), "unknown key 'walls[0].postion', nearest is 'walls[].position'"),
                (lambda: scene.add_wall("plane", colour="red"), "unknown key 'walls[0].colour'"),
                (lambda: scene.add_packing("random", mix=[{"radius": 1, "prat": 2}]), "unknown key 'bodies.packings[0].mix[0].prat', nearest is 'bodies.packings[].mix[].part'"),
                (lambda: scene.add("wals"), "unknown key 'wals', nearest is 'walls'"),
                (lambda: scene.add("contact.mu"), "key 'contact.mu': not a list"),
                (lambda: scene.set(time=3), "key 'time': expected a group of keys, got 3"),
                (lambda: scene.set({"contact.law": "culomb"}), "nearest is 'coulomb'"),
                (lambda: scene.set({"contact.mu": -1}), "key 'contact.mu': expected at least 0, got -1"),
                (lambda: scene.set({"time.step": 0}), "key 'time.step': expected above 0 s, got 0"),
                (lambda: scene.set({"time.step": "fast"}), "key 'time.step': expected a number, got 'fast'"),
                (lambda: scene.set({"time.step": float("nan")}), "key 'time.step': expected a finite number, got nan"),
                (lambda: scene.set({"solver.max_sweeps": 1.5}), "key 'solver.max_sweeps': expected a whole number, got 1.5"),
                (lambda: scene.set({"output.contacts": 1}), "key 'output.contacts': expected True or False, got 1"),
                (lambda: scene.add_body([1, 2]), "key 'bodies.list[0].position': expected three numbers, got [1, 2]"),
                (lambda: scene.add_shape("s", "clump", balls=[[0, 0, 0]]), "key 'shapes[0].balls': expected rows of 4 numbers, got [0, 0, 0]"),
                (lambda: talus.Scene("nothing.yaml"), "nothing.yaml: no such deck")):
            with self.assertRaises(talus.Error) as raised:
                act()
            self.assertTrue(str(raised.exception).endswith(message), raised.exception)
        self.assertEqual(scene.text(), "")

    def test_what_the_executable_refuses_names_the_line_of_python(self):
        scene = talus.Scene()
        scene.set(time={"step": 1e-3, "end": 1}, output={"folder": "out"})
        scene.add_wall("plane")
        line = sys._getframe().f_lineno + 1
        scene.add_wall("disc")
        with self.assertRaises(talus.RunError) as raised:
            scene.run(progress=False)
        self.assertRegex(str(raised.exception), rf"python_test\.py:{line}: key 'walls\[1\]\.shape': .*'disk'")
        self.assertEqual(raised.exception.code, 2)


BOX = """
import sys
sys.path.insert(0, sys.argv[1])
import talus
scene = talus.Scene(sys.argv[2])
scene.set({"bodies.count": 20, "box.width": 0.3, "time.end": 0.05, "output.folder": "inner"})
print(scene.run(ranks=2, progress=False).summary["ranks"])
"""


class Running(Case):
    def small(self, **keys):
        scene = talus.Scene(SOURCE / "input" / "box.yaml")
        scene.set(variables={"bodies.count": 30, "box.width": 0.25})
        scene.set({"time.end": 0.1, "output.folder": str(self.folder / "out"), **keys})
        return scene

    def test_reading_while_writing(self):
        """Readers of the folder and of what was open before see whole rows and frames only, and ever more of them."""
        deck = self.small(**{"time.end": 1000, "output.every_steps": 1, "output.contacts": True, "checkpoint.every": 7}).write(self.folder / "box.yaml")
        process = self.start("run", deck, "--quiet")
        out = self.folder / "out"
        self.wait_for((out / ".lock").exists, process, "run")
        kept, seen, looks, deadline = talus.open(out), (0, 0), 0, time.monotonic() + 60
        while (looks < 40 or seen[1] < 57) and time.monotonic() < deadline:
            self.assertIsNone(process.poll(), "the run goes on")
            run = kept.refresh() if looks % 2 else talus.open(out)
            if not (out / "series.csv").exists():
                continue
            contacts, rows, frames = run.contacts, len(run.series["time"]), run.frames
            numpy.testing.assert_array_equal(run.series["step"], 1 + numpy.arange(rows))
            numpy.testing.assert_array_equal(frames.steps, numpy.arange(len(frames)))
            self.assertTrue(all(len(column) == rows for column in run.series.values()))
            self.assertGreaterEqual((rows, len(frames)), seen)
            if len(frames):
                self.assertTrue(numpy.isfinite(frames[-1].position).all() and frames[-1].count == 30)
                self.assertLessEqual(len(contacts), len(frames))  # which the run completes first
                self.assertTrue(all(numpy.isfinite(last.normal_force).all() for last in contacts[-1:]))
                self.assertEqual(run.deck["contact.mu"], 0.5)
                self.assertEqual(run.state.position.shape, (30, 3))
            looks, seen = looks + 1, (rows, len(frames))
        self.assertGreaterEqual(seen[1], 57)
        old = run.frames[0].position
        process.terminate()
        process.wait()
        numpy.testing.assert_array_equal(talus.open(out).frames[0].position, old)

    def test_frames_of_files_that_were_written_again_are_refused(self):
        self.small(**{"output.every": 0, "output.every_steps": 2}).run(progress=False)
        frames = talus.open(self.folder / "out").frames
        for file in (self.folder / "out").iterdir():
            file.unlink()
        again = self.small(**{"output.every": 0, "output.every_steps": 3}).run(progress=False)
        frames._files._files.clear()  # as a reader does that has opened others since
        with self.assertRaisesRegex(talus.Error, "written again"):
            frames[4].position
        self.assertEqual(again.frames[4].step, 12)

    def test_contact_stress_balances_gravity(self):
        """At rest, m g z of all bodies is the sum of f_z l_z over contacts and of f_z z at the walls (virial theorem)."""
        run = self.small(**{"time.end": 2, "output.every": 1, "output.contacts": True, "solver.tolerance": 1e-6}).run(progress=False)
        bodies = run.frames[-1]
        contacts = run.contacts.of_step(bodies.step)
        walls = contacts.id_a < bodies.id[0]
        found = analyse.contact_stress(bodies, contacts, volume=1)[2, 2] + (analyse.contact_force(contacts)[walls, 2] * contacts.point[walls, 2]).sum()
        self.assertAlmostEqual(found, (bodies.mass * 9.81 * bodies.position[:, 2]).sum(), delta=1e-3 * found)

    def test_progress_warnings_and_stops(self):
        told = []
        run = self.small().run(ranks=2, progress=lambda now, end: told.append((now, end)))
        self.assertEqual(told[-1], (0.1, 0.1))
        self.assertEqual(run.summary["ranks"], 2)
        with self.assertRaisesRegex(talus.RunError, "--resume") as raised:
            self.small().run(progress=False)
        self.assertEqual(raised.exception.code, 2)
        self.assertEqual(self.small().run(progress=False, resume=True).summary["steps"], 20)

    def test_ctrl_c_leaves_a_checkpoint(self):
        def interrupt(now, end):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.small(**{"time.end": 1000}).run(ranks=2, progress=interrupt)
        run = talus.open(self.folder / "out")
        self.assertEqual(run.summary["status"], "stopped")
        self.assertEqual(run.state.step, run.summary["steps"])

    def test_within_mpirun(self):
        (self.folder / "outer.py").write_text(BOX)
        command = ["mpirun", "-n", "1", sys.executable, "outer.py", str(SOURCE / "postproc"), str(SOURCE / "input" / "box.yaml")]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout), (0, "2\n"), done.stderr)

    def test_sweeps_run_once(self):
        study = self.small(**{"time.end": 0.02})
        values = {"contact.mu": [0.2, 0.4], "bodies.count": [5]}
        cases = talus.sweep(study, values, self.folder / "study")
        self.assertEqual([case.folder.name for case in cases], ["contact.mu=0.2_bodies.count=5", "contact.mu=0.4_bodies.count=5"])
        self.assertEqual([(case.run.deck["contact.mu"], len(case.run.state)) for case in cases], [(0.2, 5), (0.4, 5)])
        written = lambda: {case.folder.name: (case.folder / "summary.json").stat().st_mtime_ns for case in cases}
        before = written()
        (cases[1].folder / "summary.json").unlink()  # as of a run that was killed
        again = talus.sweep(study, values, self.folder / "study")
        self.assertTrue(all(case.is_complete for case in again))
        self.assertEqual(written()[cases[0].folder.name], before[cases[0].folder.name])
        with mock.patch("talus.launch.run_deck", side_effect=AssertionError("all rows are complete")):
            talus.sweep(study, values, self.folder / "study")
        study.set({"time.step": 0.002})
        with self.assertRaisesRegex(talus.Error, "another deck"):
            talus.sweep(study, values, self.folder / "study")
        failed = talus.sweep(study, {"guard.max_speed": [1e-9, 100]}, self.folder / "failed")
        self.assertEqual([bool(case.error) for case in failed], [True, False])

    def test_submit(self):
        """Through run.slurm, with a Slurm that answers 4711."""
        commands = {"sbatch": f'echo "$@" > {self.folder}/asked; echo 4711', "squeue": "true", "scontrol": "true"}
        for name, line in commands.items():
            (self.folder / name).write_text(f"#!/bin/sh\n{line}\n")
            (self.folder / name).chmod(0o755)
        with mock.patch.dict(os.environ, {"PATH": f"{self.folder}:{os.environ['PATH']}"}):
            self.assertEqual(self.small().submit("--ntasks=64"), 4711)
        self.assertRegex((self.folder / "asked").read_text(), rf"--ntasks=64 .*run\.slurm {self.folder}/out\.yaml")
        self.assertEqual(talus.Scene(self.folder / "out.yaml").check()["box.width"], 0.25)


class Page(Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def test_examples(self):
        blocks = re.findall(r"^```python\n(.*?)^```", (SOURCE / "docs" / "reference" / "python.md").read_text(), re.S | re.M)
        self.assertGreaterEqual(len(blocks), 12)
        names, said = {}, io.StringIO()
        for block in blocks:
            with self.subTest(block), contextlib.redirect_stdout(said):
                exec(compile(block, "docs/reference/python.md", "exec"), names)
        self.assertIn("unknown key 'contact.restituton', nearest is 'contact.restitution'", said.getvalue())
        self.assertIn("done 100\n", said.getvalue())

    def test_the_demo_of_another_code(self):
        page = (SOURCE / "docs" / "howto" / "other-codes.md").read_text()
        code, printed = re.search(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", page, re.S | re.M).groups()
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, "docs/howto/other-codes.md", "exec"), {})
        self.assertEqual(said.getvalue(), printed)

    def test_examples_in_the_package(self):
        counts = {}
        for name in ("analyse", "spheres", "scene", "launch", "run", "frames", "studies"):
            module = __import__(f"talus.{name}", fromlist=["talus"])
            failed, counts[name] = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
            self.assertEqual(failed, 0, name)
        self.assertGreater(counts["analyse"], 12)
        self.assertGreater(counts["scene"], 3)

    def test_version_is_that_of_the_program(self):
        version = re.search(r'^version = "(.*)"', (SOURCE / "postproc" / "pyproject.toml").read_text(), re.M)[1]
        self.assertIn(f"VERSION {version} ", (SOURCE / "CMakeLists.txt").read_text())


if __name__ == "__main__":
    unittest.main()
