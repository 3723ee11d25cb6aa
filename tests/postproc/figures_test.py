#!/usr/bin/python3
"""The scripts of postproc/ on small runs: the figures they print against closed forms and against the run's own files, and
that they draw pictures.

One class a group; CTest runs each as postproc.figures.<group>.
"""

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import PATIENCE, SOURCE, TALUS, Case


class ScriptCase(Case):
    def script(self, name, *args, code=0):
        command = [sys.executable, str(SOURCE / "postproc" / name), *map(str, args)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, f"{command}: {done}")
        self.assertNotIn("Traceback", done.stderr)
        return done

    def assert_picture(self, png):
        """A picture of some size in which something is drawn."""
        from matplotlib import image

        pixels = image.imread(self.folder / png)
        self.assertGreater(min(pixels.shape[:2]), 300)
        self.assertGreater(len(numpy.unique(pixels.reshape(-1, pixels.shape[2]), axis=0)), 20)

    def simulate(self, deck, *sets):
        args = [arg for s in (*sets, "output.folder=out") for arg in ("--set", s)]
        self.talus("run", SOURCE / "input" / deck, "--quiet", *args)

    def series(self):
        with open(self.folder / "out" / "series.csv") as file:
            rows = list(csv.reader(file))
        return {title.partition(" [")[0]: numpy.array([float(row[c]) for row in rows[1:]]) for c, title in enumerate(rows[0])}


class Disk(ScriptCase):
    # M = 10 kg, R = 1 m, J = 4 kg m2, rho = 0.02 m, g = 9.8 m/s2 and a start at 0.05 m/s.
    SPEED, BRAKE = 0.05, 10 * 9.8 * 0.02 / (4 + 10)

    def figures(self, printed):
        return {name: [float(text) for text in numbers.split()] for name, numbers in
                re.findall(r"^(\w+ ?\w*) \[[^]]+\] +([-+.e\d ]+)$", printed, re.M)}

    def test_figures_are_those_of_the_closed_form_and_of_the_series(self):
        self.simulate("rolling-disk.yaml", f"disk.speed={self.SPEED}", "disk.gap=1e-6", "time.end=0.5")
        done = self.script("disk.py", "out")
        figures = self.figures(done.stdout)
        stop = self.SPEED / self.BRAKE
        for name, exact in (("deceleration", self.BRAKE), ("stop time", stop), ("stop distance", 0.5 * self.SPEED * stop)):
            printed, run, error = figures[name]
            self.assertAlmostEqual(printed, exact, delta=1e-6)
            self.assertAlmostEqual(run, exact, delta=0.01 * exact)
            self.assertAlmostEqual(error, run / printed - 1, delta=1e-4)  # of numbers with 6 decimals
        series = self.series()
        body = next(name[:-3] for name in series if name.endswith(".vx"))
        early, late = numpy.searchsorted(series["time"], [0.12, 0.3])
        speed, time = series[f"{body}.vx"], series["time"]
        self.assertAlmostEqual(figures["deceleration"][1], (speed[early] - speed[late]) / (time[late] - time[early]), delta=1e-5)
        self.assertAlmostEqual(figures["stop distance"][1], series[f"{body}.x"][-1], delta=1e-6)
        self.assertEqual(done.stdout.splitlines()[-1], "out/disk.png")
        self.assert_picture("out/disk.png")

    def test_a_run_that_ended_early_has_no_stop(self):
        self.simulate("rolling-disk.yaml", "time.end=0.3")
        done = self.script("disk.py", "out", "--png", "elsewhere.png")
        self.assertEqual(done.stdout.count("ended before"), 2)
        self.assertAlmostEqual(self.figures(done.stdout)["deceleration"][1], self.BRAKE, delta=1e-3 * self.BRAKE)
        self.assert_picture("elsewhere.png")
        self.assertFalse((self.folder / "out" / "disk.png").exists())


class Wheel(ScriptCase):
    # The exact motion (an ODE solved to 1e-12): time, x, y, tilt in degrees, energy.
    EXACT = {1: (4.5805942, -0.0474054, 52.933071, 8.97237274), 2: (6.1499460, -0.1811230, 41.495613, None), 5: (6.7292854, 0.0912516, 55.181878, 4.59984016)}

    def run_wheel(self, *sets):
        for old in self.folder.glob("out/*"):
            old.unlink()
        self.simulate("wheel.yaml", *sets)

    def table(self, name):
        with open(self.folder / "out" / f"{name}.csv") as file:
            return numpy.array([[float(x) for x in row] for row in list(csv.reader(file))[1:]])

    def at(self, name, time):
        """Time, x, y, z, tilt, energy, gap, normal force, friction, sliding."""
        rows = self.table(name)
        return rows[numpy.argmin(abs(rows[:, 0] - time))]

    def error(self, name, time):
        return numpy.linalg.norm(self.at(name, time)[1:3] - self.EXACT[time][:2])

    def test_figures_are_those_of_the_paper_and_errors_halve_with_the_step(self):
        self.run_wheel()
        done = self.script("wheel.py", "out")
        rows = {tuple(line.split()[:2]): line.split()[2:] for line in done.stdout.splitlines() if line.startswith(("paper ", "exponential ", "production "))}
        number = lambda scheme, model, column: float([x for x in rows[scheme, model]][column])
        # force, sliding force, angle: columns 0, 2, 3 where the paper prints figures, else 0, 1, 2
        for model, force, force_error, sliding, sliding_error, angle, angle_error in (
                ("regularised", 1.76, 0.1, 0.32, 0.01, 0.72, 0.1), ("pyramid-4", 3.75, 0.1, 3.55, 0.05, 12.7, 0.2), ("box", 9.68, 0.1, 4.6, 0.05, 14.0, 0.15)):
            self.assertAlmostEqual(number("paper", model, 0), force, delta=force_error, msg=model)
            self.assertAlmostEqual(number("paper", model, 2), sliding, delta=sliding_error, msg=model)
            self.assertAlmostEqual(number("paper", model, 3), angle, delta=angle_error, msg=model)
        self.assertAlmostEqual(number("paper", "coulomb", 0), 1.48, delta=0.01)
        self.assertLess(number("paper", "coulomb", 1), 1e-4)  # percent
        self.assertLess(number("paper", "coulomb", 2), 1e-3)
        self.assertLess(number("paper", "regularised-n", 1), 0.1 * number("paper", "regularised", 2))
        self.assertAlmostEqual(number("exponential", "coulomb", 0), 0.93, delta=0.01)
        self.assertLess(abs(number("exponential", "ccp", 0) - number("exponential", "coulomb", 0)), 0.05)
        self.assertAlmostEqual(number("production", "coulomb", 0), 0.97, delta=0.01)
        self.assertIn("look swapped", done.stdout)
        self.assert_picture("out/wheel.png")
        self.assertLess(self.error("paper-coulomb", 1), 1.7e-3)
        self.assertLess(self.error("paper-coulomb", 5), 1.7e-2)
        for time, (_, _, tilt, energy) in self.EXACT.items():
            exact_tilt = numpy.degrees(self.at("paper-reference", time)[4])
            self.assertAlmostEqual(exact_tilt, tilt, delta=0.11, msg=f"{time} s")  # ten times closer than at 1 kHz
            if energy:
                self.assertAlmostEqual(self.at("paper-reference", time)[5], energy, delta=1e-3)
        self.assertAlmostEqual(self.at("paper-reference", 1)[7], 7.963937, delta=4e-3)
        coarse = {name: [self.error(name, t) for t in (1, 5)] for name in ("paper-coulomb", "exponential-coulomb", "production-coulomb", "paper-regularised-n")}
        self.run_wheel("time.step=5e-4")
        for name, errors in coarse.items():
            for time, error in zip((1, 5), errors):
                self.assertAlmostEqual(error / self.error(name, time), 2, delta=0.2, msg=f"{name} at {time} s")

    def test_a_threshold_below_the_rolling_speed_is_named(self):
        self.run_wheel("time.end=3")
        with open(self.folder / "out" / "summary.json") as file:
            self.assertEqual(set(json.load(file)["chatter_steps"].values()), {0})
        for old in self.folder.glob("out/*"):
            old.unlink()
        done = self.talus("run", SOURCE / "input" / "wheel.yaml", "--set", "output.folder=out", "--set", "contact.sliding_threshold=1e-3",
                          "--set", "contact.bristle_stiffness=1e5")
        self.assertRegex(done.err, r"warning: paper-regularised: sticking and sliding to and fro alternate in \d+ of 5000 steps, at up to [-.e\d]+ m/s")

    def test_chatter_in_a_run_is_named_and_ends_above_the_speed_named(self):
        deck = self.folder / "wheel-run.yaml"
        deck.write_text("""scenario: scene
time: {step: 1e-3, end: 3}
output: {folder: out}
contact: {law: regularised, mu: 0.3, bristle_stiffness: 1e5}
solver: {tolerance: 1e-8, norm: max, max_sweeps: 5000}
shapes: [{name: rim, kind: disk, radius: 0.5}]
bodies:
  list: [{shape: rim, position: [0, 0, 0.46984631039295416], rotation: [-1.2217304763960306, 0, 0], mass: 1, moments: [0.3, 0.3, 0.6],
          velocity: [6, 0, 0], angular_velocity: [0, 0, -2]}]
walls: [{shape: plane}]
""")

        def run(threshold):
            for old in self.folder.glob("out/*"):
                old.unlink()
            done = self.talus("run", deck, "--quiet", "--set", f"contact.sliding_threshold={threshold}")
            return done.err, self.summary("out")["chattering_contact_steps"]

        said, counted = run(1e-4)
        named = re.search(r"warning: contacts alternate between sticking and sliding in (\d+) of their 3000 steps, at up to ([-.e\d]+) m/s; "
                          r"contact.sliding_threshold = 0.0001 m/s", said)
        self.assertIsNotNone(named, said)
        self.assertEqual(int(named[1]), counted)
        self.assertGreater(counted, 100)
        self.assertGreater(float(named[2]), 1e-4)
        self.assertEqual(run(2 * float(named[2])), ("", 0))


class Pile(ScriptCase):
    RADIUS = 0.02  # m

    def figures(self, printed):
        bodies, resting, height = re.search(r"bodies (\d+), resting (\d+), height ([\d.]+) m", printed).groups()
        angle = re.search(r"angle of repose ([-\d.]+) \+- ([\d.]+) deg", printed)
        return int(bodies), int(resting), float(height), angle and (float(angle[1]), float(angle[2]))

    def test_counts_and_height_of_a_run(self):
        self.simulate("pile-small.yaml", "bodies.count=100", "time.end=0.6")
        bodies, resting, height, angle = self.figures(self.script("pile.py", "out").stdout)
        self.script("report.py", "out")
        told = f"{angle[0]:.2f} ± {angle[1]:.2f}°" if angle else "none: too few rings on a slope"
        self.assertIn(f'<th scope="row">angle of repose</th><td>{told}</td>', (self.folder / "out" / "report.html").read_text())
        with h5py.File(self.folder / "out" / "checkpoint.h5") as file:
            speed = numpy.linalg.norm(file["bodies/velocity"][:], axis=1)
            top = (file["bodies/position"][:, 2] + file["bodies/radius"][:])[speed < 0.5]
        self.assertEqual(bodies, self.summary("out")["bodies"])
        self.assertEqual(resting, len(top))
        self.assertLessEqual(height, top.max() + 5e-4)  # the mean of a ring
        self.assertGreater(height, 0)
        self.assert_picture("out/pile.png")

    def cone(self, degrees, foot, scatter=0):
        """Centres of grains whose tops lie on a cone, one at the middle of each cell of the script's rings; of its eight sectors four
        are steeper by the scatter and four as much flatter."""
        grain, centres = 2 * self.RADIUS, []
        for ring in range(int(foot / grain)):
            distance = (ring + 0.5) * grain
            count = max(1, round(2 * numpy.pi * (ring + 0.5)))
            for angle in 2 * numpy.pi * (numpy.arange(count) + 0.5) / count:
                side = 1 if int(angle / (numpy.pi / 4)) % 2 else -1
                slope = numpy.tan(numpy.radians(degrees + scatter * side))
                centres.append((distance * numpy.cos(angle), distance * numpy.sin(angle), slope * (foot - distance) - self.RADIUS))
        return numpy.array(centres)

    def test_angle_of_a_cone_that_is_known(self):
        """Of eight angles a +- d in turn the mean has the error d sqrt(8/7) / sqrt(8)."""
        for degrees, scatter in ((20, 0), (35, 0), (28, 2)):
            centres = self.cone(degrees, 0.5, scatter)
            self.simulate("box.yaml", f"bodies.count={len(centres) + 1}", "box.width=1.4", f"bodies.radius={self.RADIUS}", "bodies.spread=0",
                          "time.end=0.005")
            with h5py.File(self.folder / "out" / "checkpoint.h5", "r+") as file:  # in place of the run's grains
                file["bodies/position"][...] = numpy.vstack([centres, [0, 0, 3]])
                file["bodies/velocity"][...] = 0
                file["bodies/velocity"][-1] = 0, 0, -2  # falls, and is no part of the pile
            bodies, resting, height, angle = self.figures(self.script("pile.py", "out").stdout)
            self.assertEqual((bodies, resting), (len(centres) + 1, len(centres)))
            self.assertAlmostEqual(height, numpy.tan(numpy.radians(degrees)) * (0.5 - self.RADIUS), delta=1e-3 + 5e-3 * scatter)  # three cells in its ring
            self.assertAlmostEqual(angle[0], degrees, delta=0.02 + 0.1 * scatter)  # rings differ in how many cells are steep
            self.assertAlmostEqual(angle[1], scatter / numpy.sqrt(7), delta=0.02 + 0.03 * scatter)
            for file in (self.folder / "out").iterdir():
                file.unlink()


class Studies(ScriptCase):
    """Tables and pictures over many runs."""

    def rows(self, name):
        with open(self.folder / "study" / name) as file:
            return list(csv.DictReader(file))

    def test_sweep_has_the_angles_that_pile_finds(self):
        (self.folder / "study").mkdir()
        (self.folder / "study" / "table.txt").write_text("contact.rho\n0\n0.01\n0.02\n")
        expected = []
        for rho in ("0", "0.01"):
            folder = self.folder / "study" / f"contact.rho={rho}"
            self.simulate("pile-small.yaml", "bodies.count=300", "time.end=0.8", f"contact.rho={rho}")
            (self.folder / "out").rename(folder)
            expected.append(re.search(r"angle of repose ([-\d.]+) \+- ([\d.]+) deg", self.script("pile.py", folder).stdout).groups())
        self.assertIn("2 of 3 runs are complete", self.script("sweep.py", "study").stdout)
        rows = self.rows("sweep.csv")
        self.assertEqual([(row["contact.rho"], row["status"]) for row in rows], [("0", "done"), ("0.01", "done"), ("0.02", "missing")])
        for row, (angle, error) in zip(rows, expected):
            self.assertAlmostEqual(float(row["angle [deg]"]), float(angle), delta=0.01)
            self.assertAlmostEqual(float(row["angle_error [deg]"]), float(error), delta=0.06 * float(error) + 0.01)
        self.assert_picture("study/repose.png")

    def test_scaling_of_times_that_are_known(self):
        """Sweeps twice as fast on two ranks, no faster on four; the slowest of three repetitions does not count."""
        (self.folder / "study").mkdir()
        for ranks, seconds in ((1, 1.0), (2, 0.5), (4, 0.5)):
            for i, factor in enumerate((1, 0.9, 50)):
                phases = dict.fromkeys(("feed", "partition", "collide", "problem", "motion", "output"), 0.0)
                (self.folder / "study" / f"{ranks}-{i + 1}.json").write_text(json.dumps({
                    "bodies": 100, "contacts": 300, "ranks": ranks, "seconds_per_sweep_accelerated": factor * seconds,
                    "seconds_by_phase": {**phases, "solve": 100.0 * factor}, "sweeps_to": {"0.01": 10 * ranks, "0.0001": 20},
                    "messages_per_sweep_largest_rank": ranks - 1, "message_bytes_per_sweep_largest_rank": 8 * ranks}))
        self.script("scaling.py", "study")
        rows = self.rows("scaling.csv")
        self.assertEqual([float(row["efficiency of a sweep"]) for row in rows], [1, 1, 0.5])
        self.assertEqual([float(row["efficiency of a step"]) for row in rows], [1, 0.5, 0.25])
        self.assertEqual([int(row["sweeps to 0.01"]) for row in rows], [10, 20, 40])
        self.assertEqual([int(row["messages per sweep"]) for row in rows], [0, 1, 3])
        self.assert_picture("study/scaling.png")

    def test_folders_without_a_study(self):
        for name in ("sweep.py", "scaling.py"):
            done = self.script(name, ".", code=2)
            self.assertEqual(done.stderr.count("\n"), 1)


class Papers(ScriptCase):
    """The page of jobscripts/papers.sh with its figure of the bowling ball: v = 5 m/s, m = 7 kg, mu = 0.1, h = 1 ms."""

    def papers(self, *args, code=0):
        command = ["bash", str(SOURCE / "jobscripts" / "papers.sh"), *args, "--folder", str(self.folder / "papers")]
        done = subprocess.run(command, cwd=self.folder, env={**os.environ, "TALUS_BINARY": str(TALUS)}, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done)
        return done

    def test_bowling_ball_is_that_of_the_closed_forms_and_is_not_run_again(self):
        self.assertIn("bowling/coulomb", self.papers("bowling").stdout)
        with open(self.folder / "papers" / "values.json") as file:
            values = {value["quantity"]: value for value in json.load(file)}
        ours = {quantity: value["ours"] for quantity, value in values.items()}
        self.assertAlmostEqual(ours["end of sliding, coulomb"], 2 * 5 / (7 * 0.1 * 9.81), delta=1.1e-3)
        self.assertAlmostEqual(ours["speed at the end relative to the start, coulomb"], 5 / 7, delta=1e-6)
        self.assertLess(ours["largest excess normal force, coulomb"], 1e-4)
        # The first step of the convex law from gap 0:  p / m - g h = mu (v - 7/2 mu p / m),  p the normal impulse.
        impulse = 7 * (9.81e-3 + 0.1 * 5) / (1 + 3.5 * 0.1**2)
        self.assertAlmostEqual(ours["excess normal force in the first step, ccp from gap 0"], impulse / 1e-3 - 7 * 9.81, delta=0.01)
        self.assertAlmostEqual(ours["largest gap, ccp from the relaxation gap"], 1e-3 * 0.1 * 5, delta=1e-6)
        page = (self.folder / "papers" / "index.html").read_text()
        self.assertEqual(page.count("DISAGREES"), sum(value["agrees"] is False for value in values.values()))
        self.assertIn('src="bowling.png"', page)
        self.assert_picture("papers/bowling.png")
        self.assertNotIn("bowling/", self.papers("bowling").stdout.replace(str(self.folder), ""))

    def test_unknown_figures_are_refused(self):
        self.assertRegex(self.papers("bowling", "skittles", code=2).stderr, "no figure is named skittles")
        self.assertIn("no complete figure", self.script("papers.py", ".", code=2).stderr)


class Gallery(ScriptCase):
    """The pages of jobscripts/gallery.sh with one deck."""

    def gallery(self, *args, code=0):
        command = ["bash", str(SOURCE / "jobscripts" / "gallery.sh"), *args, "--ranks", "1", "--folder", str(self.folder / "gallery")]
        done = subprocess.run(command, cwd=self.folder, env={**os.environ, "TALUS_BINARY": str(TALUS)}, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done)
        return done

    def test_a_deck_is_run_once_and_shown_with_its_command_and_report(self):
        self.assertIn("gallery: chain", self.gallery("chain").stdout)
        summary = json.loads((self.folder / "gallery" / "chain" / "summary.json").read_text())
        page = (self.folder / "gallery" / "index.html").read_text()
        for part in ("<code>talus run input/chain.yaml</code>", f"{summary['seconds']:.3g} s on 1 rank, 20 bodies", 'href="chain/report.html"'):
            self.assertIn(part, page)
        self.assertTrue((self.folder / "gallery" / "chain" / "report.html").exists())
        self.assertNotIn("gallery: chain", self.gallery("chain").stdout)

        (self.folder / "docs").mkdir()
        self.script("gallery.py", "gallery", "--manual", "docs")
        self.assertIn("\n## chain\n", (self.folder / "docs" / "gallery.md").read_text())
        if shutil.which("chromium"):
            self.assertIn('src="chain/picture.png"', page)
            self.assert_picture("docs/gallery/chain.png")

    def test_unknown_decks_and_folders_without_runs_are_refused(self):
        self.assertIn("no deck is named skittles", self.gallery("skittles", code=2).stderr)
        self.assertIn("holds no run of a shipped deck", self.script("gallery.py", ".", code=2).stderr)


class Refusals(ScriptCase):
    def refuse(self, name, *args, expected):
        done = self.script(name, *args, code=2)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, rf"^{name}: error: .*{expected}.*\n$")

    def test_one_line_for_what_cannot_be_drawn(self):
        (self.folder / "empty").mkdir()
        self.simulate("box.yaml", "bodies.count=4", "time.end=0.01", "gravity=[0,0,900]")
        for name in ("pile.py", "disk.py"):
            self.refuse(name, "absent", expected="no such folder")
            self.refuse(name, "empty", expected="no checkpoint.h5")
        self.refuse("disk.py", "out", expected="not the run of a rolling disk .no variable disk.speed.")
        self.refuse("pile.py", "out", expected="all bodies move at .* there is no pile yet")
        (self.folder / "out" / "checkpoint.h5").write_bytes(b"no HDF5")
        self.refuse("pile.py", "out", expected="checkpoint.h5: cannot be read")

    def test_series_without_rows_or_with_a_row_of_no_numbers(self):
        self.simulate("box.yaml", "bodies.count=4", "time.end=0.02", "bodies.list=[]")
        series = self.folder / "out" / "series.csv"
        titles, *rows = series.read_text().splitlines()
        for name in ("series.py", "energy.py", "mechanism.py"):
            series.write_text(titles + "\n")
            self.refuse(name, "out", expected="no rows yet")
            series.write_text("\n".join([titles, ",".join(["nan"] * (titles.count(",") + 1)), *rows]) + "\n")
            self.refuse(name, "out", expected="column step has a value that is not a number")

    def test_help(self):
        for script in sorted((SOURCE / "postproc").glob("*.py")):
            self.assertIn(f"postproc/{script.name} ", self.script(script.name, "--help").stdout)


if __name__ == "__main__":
    unittest.main()
