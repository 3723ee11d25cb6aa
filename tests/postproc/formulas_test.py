#!/usr/bin/python3
"""The formulas of guideway.py, energy.py and mechanism.py: what they print and draw of made-up columns, against numbers found by hand.

One class a group; CTest runs each as postproc.formulas.<group>.
"""

import ast
import contextlib
import importlib
import io
import math
import pathlib
import sys
import tempfile
import types
import unittest
from unittest import mock

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "postproc"))

import numpy
import talus
from matplotlib import pyplot

talus.script.use_look()


class Formulas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="talus-test-")
        self.addCleanup(folder.cleanup)
        self.addCleanup(pyplot.close, "all")
        self.folder = pathlib.Path(folder.name)

    def printed(self, act, *args):
        with contextlib.redirect_stdout(io.StringIO()) as text:
            act(*args)
        return text.getvalue()

    def assert_drawn(self, png):
        self.assertGreater((self.folder / png).stat().st_size, 10000)

    def lines(self, axis):
        return {line.get_label(): (list(line.get_xdata()), list(line.get_ydata()), line.get_linestyle()) for line in axis.get_lines()}


class Guideway(Formulas):
    """Two rails with a carriage of 4 rows of 5 balls each, raceways at 30 degrees; a ball weighs 1 N, its radius is 1 cm, zeta = 0.01.
    Down: carriage, half of the table and load weigh 20 + 40 + 100 N, 320 N across the raceways; the loose balls lie on the carriage, 10 N
    sin^2 / sin, and the loaded ones' own weight is on the rail alone, 10 N sin / 2 in the mean of both sides: 327.5 N in all. Up, by
    300 N: 240 N / sin less half of the loaded balls' weight. A loaded ball takes 32 N = 4/3 E* sqrt(R) (0.1 mm)^1.5."""

    DECK = {"scenario": "guideway", "bodies.radius": 0.0102, "bodies.density": 0.1 / (4 / 3 * math.pi * 1e-6), "contact.rho": 1e-4,
            "contact.young": 4.8e8, "contact.poisson": 0.0, "gravity": [0, 0, -10], "guideway.oversize": -4e-4, "guideway.raceway": "flat",
            "guideway.angle": math.pi / 6, "guideway.seals": 3, "guideway.force": [0, 0, -100], "guideway.moment": [0, 0, 0],
            "guideway.balls": 5, "guideway.mass": 2, "guideway.table": 8, "guideway.rails": 2, "guideway.carriages": 1,
            "guideway.pitch": 1 / 64, "guideway.speed": 2, "time.step": 1 / 256, "output.contacts": True}

    def setUp(self):
        super().setUp()
        self.script = importlib.import_module("guideway")

    def run_of(self, **changed):
        """Nine rows to four pitches, the fourth of which has the rows 7 and 8. Wall 0, carriages 1 and 2, balls from 3 on."""
        rows = numpy.arange(9)
        series = {"time": rows / 256, "motor0.coordinate": -rows / 128, "motor0.effort": numpy.where(rows > 6, rows, 100),
                  "rolling_loss": rows / 2, "sliding_loss": rows / 8, "spinning_loss": rows / 16, "relaxation_mean": numpy.where(rows > 6, 2e-6, 1),
                  "body1.x": rows * 1e-6, "body1.y": 5 + rows * 2e-6, "body1.z": 7 - rows * 3e-6}
        series |= {f"body1.w{axis}": numpy.full(9, 256e-6 * turn) for axis, turn in zip("xyz", (1, 2, 3))}
        contacts = {"id_a": [1, 1, 1, 1, 2, 0], "id_b": [3, 7, 8, 7, 23, 3], "normal_force": [2.0, 3.0, 0.25, 1.0, 50.0, 60.0]}
        velocity = numpy.zeros((42, 3))
        velocity[[0, 2, 6, 7], 0] = 2, 1, 1.001, 9  # carriage, two balls that carry, one that hardly does
        bodies = {"id": numpy.arange(1, 43)}
        return types.SimpleNamespace(folder=self.folder, deck=self.DECK | changed, series=series, contacts=[contacts],
                                     frames=[bodies | {"velocity": velocity}], state=talus.run.State(bodies, {"id": [0]}, {}, {}, 0, 0),
                                     summary={"time": 2, "seconds": 6})

    def test_a_run(self):
        lines = self.printed(self.script.draw, self.run_of(), self.folder / "a.png").splitlines()
        self.assertEqual(lines[:3], ["resistance 7.5000 N, statics 6.2750 N, manufacturer 4.0000 N",
                                     "of it rolling 32.0000 N, sliding 8.0000 N, spinning 4.0000 N, seals 3.0000 N",
                                     "upper left: 6.00 N, on a ball at most 4.00 N"])
        self.assertEqual(lines[4], "lower left: 0.00 N, on a ball at most 0.00 N")
        self.assertEqual(lines[3], "upper right: 0.25 N, on a ball at most 0.25 N")
        self.assertEqual(lines[6:8], ["loaded balls: 0.1000 % off half of the carriage's speed", "3 times slower than real time"])

    def test_backward_and_lifted(self):
        changed = {"guideway.speed": -2, "guideway.force": [0, 0, 300]}
        self.assertIn("statics -7.7750 N, manufacturer -6.0000 N", self.printed(self.script.draw, self.run_of(**changed), self.folder / "a.png"))

    def test_no_statics_where_they_do_not_apply(self):
        for changed in ({"guideway.raceway": "gothic"}, {"guideway.oversize": 1e-6}, {"guideway.moment": [0, 1, 0]}, {"guideway.force": [0, 1, 0]}):
            self.assertNotIn("statics", self.printed(self.script.draw, self.run_of(**changed), self.folder / "a.png"), changed)

    def test_motions_of_the_carriage(self):
        axis = pyplot.figure().subplots()
        self.script.draw_motions(axis, self.run_of().series, 1)
        ends = {name: way[-1] for name, (_, way, _) in self.lines(axis).items()}
        for name, end in {"y [um]": 16, "z [um]": -24, "roll [urad]": 8, "pitch [urad]": 16, "yaw [urad]": 24}.items():
            self.assertAlmostEqual(ends[name], end, places=6, msg=name)

    def of_runs(self, command, run_of_sets):
        """What a command prints that makes runs, each replaced by a function of its keys."""
        def run_case(folder, deck, sets):
            return run_of_sets({key: ast.literal_eval(value) for key, _, value in (text.partition("=") for text in sets)})

        with mock.patch.multiple(self.script, run_case=run_case, talus_of_path=lambda *_: ""), \
                mock.patch.object(talus.deck, "parse", lambda _: self.DECK):
            return [line.split() for line in self.printed(command, self.folder / "runs", "deck", []).splitlines()]

    def test_figure_8(self):
        """Of runs whose resistance is 4 % above that of the statics, and of balls that are lifted by 2 of 100 um."""
        def run_of_sets(given):
            run = self.run_of(**given)
            pushes.append(given.get("guideway.push"))
            run.series["motor0.effort"] = numpy.full(9, 1.04 * math.copysign(self.script.Statics(run.deck).resistance, given["guideway.speed"]))
            return run

        pushes = []
        lines = self.of_runs(self.script.figure_8, run_of_sets)
        self.assertIn(["5.3", "0.01", "forth", "8.9180", "8.5750", "6.3000", "2.0000"], lines)
        self.assertIn(["0", "0.01", "back", "-3.4060", "-3.2750", "-1.0000", "2.0000"], lines)
        self.assertIn(["worst:", "4.00"], [line[:2] for line in lines])
        numpy.testing.assert_allclose(pushes[-2:], [0.95 * 6.275, 1.05 * 6.275])
        self.assertEqual(lines[-1], "at rest, pushed by 1.05 of the resistance: 8.000 um in 0.03125 s".split())
        self.assert_drawn("runs/figure-8.png")

    def test_stiffness(self):
        """Of a carriage that gives way by 1 um per 4 N sideways, per 8 N downwards, by 1 urad per 1, 2, 3 mN m about its axes."""
        def run_of_sets(given):
            run = self.run_of()
            for axis, force, per_metre in zip("yz", given["guideway.force"][1:], (4e6, 8e6)):
                run.series[f"body1.{axis}"] = numpy.append(numpy.zeros(8), force / per_metre)
            for axis, moment, per_radian in zip("xyz", given["guideway.moment"], (1e3, 2e3, 3e3)):
                run.series[f"body1.w{axis}"] = numpy.append(numpy.zeros(8), moment / per_radian * 256)
            return run

        lines = self.of_runs(self.script.stiffness, run_of_sets)
        self.assertEqual([line[:2] for line in lines[1:6]], [["Fy", "4.00"], ["Fz", "8.00"], ["roll", "1.00"], ["pitch", "2.00"], ["yaw", "3.00"]])
        self.assert_drawn("runs/stiffness.png")


class Energy(Formulas):
    def test_account(self):
        """At the end nine sources of 1, 2, 4, ... J, five losses of 1000, 2000, 4000, ... J, and 0.5 J less is stored than their
        difference, after 100 J had come in."""
        script = importlib.import_module("energy")
        end = numpy.array([0.0, 0.0, 1.0])
        sources = ("input_energy", "driven_work", "joint_work", "push_out_work", "gravity_step_work", "spin_step_work", "rebound_work", "load_work",
                   "recovery_work")
        losses = ("sliding_loss", "rolling_loss", "spinning_loss", "impact_loss", "drag_loss")
        series = {"time": numpy.arange(3.0)} | {name: 2**n * end for n, name in enumerate(sources)} | {name: 1000 * 2**n * end for n, name in enumerate(losses)}
        series |= {"kinetic_energy": -20000 * end, "rotational_energy": -10000 * end, "potential_energy": -489.5 * end}
        for name, half_way in {"input_energy": 99, "driven_work": -1, "kinetic_energy": 98}.items():
            series[name][1] = half_way
        run = types.SimpleNamespace(folder=self.folder, series=series)
        lines = [line.split() for line in self.printed(script.draw, run, self.folder / "energy.png").splitlines()]
        self.assertEqual([line[:2] for line in lines[:3]], [["stored", "-30489.5"], ["in", "511"], ["lost", "31000"]])
        self.assertEqual(lines[3][:6], ["defect", "-0.5", "J", "at", "most", "0.005"])
        self.assertIn("spin step work 32", " ".join(lines[1]))
        above, below = pyplot.gcf().axes
        self.assertEqual(self.lines(above)["stored"][1], [0, 98, -30489.5])
        self.assertEqual(below.get_lines()[0].get_ydata()[-1], 0.005)
        self.assert_drawn("energy.png")


class Mechanism(Formulas):
    def test_paths_forces_and_drives(self):
        script = importlib.import_module("mechanism")
        times = numpy.arange(3.0)
        series = {"time": times, "motor.effort": -times, "motor.unique": numpy.ones(3)}
        for joint, unique, force in (("pin", 1, (2, -3, 6)), ("rod", 0, (1, 4, 8))):
            series |= {f"{joint}.unique": numpy.full(3, unique)} | {f"{joint}.force_{axis}": part * times for axis, part in zip("xyz", force)}
        for body, way in (("body2", (1, 5, 3)), ("body3", (2, 1, 2))):
            series |= {f"{body}.vx": times} | {f"{body}.{axis}": part * times for axis, part in zip("xyz", way)}
        deck = {"walls[0].shape": "plane", "walls[1].shape": "plane", "bodies.list[0].name": "crank", "bodies.list[1].name": ""}
        run = types.SimpleNamespace(folder=self.folder, series=series, deck=deck, units={"motor.effort": "N m"})
        script.draw(run, self.folder / "mechanism.png")
        paths, forces, efforts = pyplot.gcf().axes
        self.assertEqual((paths.get_xlabel(), paths.get_ylabel()), ("y [m]", "z [m]"))
        self.assertEqual(self.lines(paths), {"crank": ([0, 5, 10], [0, 3, 6], "-"), "body3": ([0, 1, 2], [0, 2, 4], "-")})
        self.assertEqual(self.lines(forces), {"pin": ([0, 1, 2], [0, 7, 14], "-"), "rod": ([0, 1, 2], [0, 9, 18], "--")})
        self.assertEqual(self.lines(efforts), {"motor [N m]": ([0, 1, 2], [0, -1, -2], "-")})
        self.assert_drawn("mechanism.png")


if __name__ == "__main__":
    unittest.main()
