#!/usr/bin/python3
"""What a user reads of a run: time series, progress, tables, estimates, the key reference; and an installed copy."""

import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import SOURCE, TALUS, Case, command_line

sys.path.insert(0, str(SOURCE / "postproc"))
import talus

PILE = SOURCE / "input" / "pile-small.yaml"
SMALL = ("--set", "bodies.count=250", "--set", "time.end=0.55", "--set", "pile.drop_height=0.5", "--set", "solver.schedule=cubes")
OWN = re.compile(r"seconds_.*|largest_rank_share")  # columns that tell of the process, not of the bodies


class SeriesCase(Case):
    def pile(self, folder, *args, ranks=0, **how):
        self.talus("run", PILE, "--quiet", *SMALL, "--set", f"output.folder={folder}", *args, ranks=ranks, **how)
        return self.series(folder)

    def series(self, folder):
        return talus.open(self.folder / folder)

    def assert_same(self, a, b):
        self.assertEqual(list(a.series), list(b.series))
        for name in a.series:
            if not OWN.fullmatch(name):
                numpy.testing.assert_array_equal(a.series[name], b.series[name], name)


class Columns(SeriesCase):
    def test_balance_closes_on_one_rank_and_four_with_the_same_bits(self):
        alone, shared = self.pile("one"), self.pile("four", ranks=4)
        self.assert_same(alone, shared)
        for run in (alone, shared):
            s = run.series
            stored = s["kinetic_energy"] + s["rotational_energy"] + s["potential_energy"]
            came = s["input_energy"] + s["driven_work"] + s["joint_work"] + s["push_out_work"] + s["gravity_step_work"] + s["spin_step_work"]
            came = came + s["rebound_work"] + s["load_work"] + s["recovery_work"] - s["drag_loss"]
            lost = s["sliding_loss"] + s["rolling_loss"] + s["spinning_loss"] + s["impact_loss"]
            self.assertLess(numpy.max(numpy.abs(stored - came + lost) / s["input_energy"]), 1e-6)
            for name in ("sliding_loss", "rolling_loss", "spinning_loss", "impact_loss"):
                self.assertGreater(s[name][-1], 0, name)
            self.assertGreaterEqual(numpy.diff(s["impact_loss"]).min(), 0)
            self.assertGreaterEqual(numpy.diff(s["push_out_work"]).min(), 0)

    def test_hdf5_holds_the_columns_of_csv(self):
        run = self.pile("out")
        with h5py.File(self.folder / "out" / "series.h5") as file:
            self.assertEqual(set(file), set(run.series))
            for name, values in run.series.items():
                numpy.testing.assert_array_equal(file[name][:], values, name)
                self.assertEqual(bytes(file[name].attrs["unit"]).decode(), run.units[name])

    def test_resumed_series_are_those_of_one_run(self):
        whole = self.pile("whole")
        self.pile("parts", "--set", "time.end=0.2", ranks=2)
        parts = self.pile("parts", "--resume", ranks=3)
        self.assert_same(whole, parts)
        with h5py.File(self.folder / "parts" / "series.h5") as file:
            numpy.testing.assert_array_equal(file["step"][:], numpy.arange(1, 111))

    def test_bodies_of_a_long_list_are_in_the_series_only_where_asked_for(self):
        for count, watched in ((100, 100), (101, 0)):
            bodies = "".join(f"    - {{position: [{n}, 0, 0]}}\n" for n in range(count))
            (self.folder / "list.yaml").write_text(f"time: {{step: 1e-3, end: 1e-3}}\noutput: {{folder: list{count}}}\nbodies:\n  list:\n{bodies}")
            self.talus("run", "list.yaml", "--quiet")
            titles = (self.folder / f"list{count}" / "series.csv").read_text().partition("\n")[0].split(",")
            self.assertEqual(sum(title.startswith("body") and ".vx" in title for title in titles), watched)

    def test_probes_of_a_body_a_group_and_a_wall(self):
        probes = {"0.id": 7, "1.id": 5, "1.last": 104, "1.name": "first", "2.id": 0}
        sets = [part for key, value in probes.items() for part in ("--set", f"output.probes[{key[0]}]{key[1:]}={value}")]
        run = self.pile("out", *sets, ranks=2)
        state, s = run.state, run.series
        self.assertEqual(s["body7.z"][-1], state["position"][state["id"] == 7][0, 2])
        self.assertEqual(s["body7.wx"][-1], state["angular_velocity"][state["id"] == 7][0, 0])
        group = (state["id"] >= 5) & (state["id"] <= 104)
        mean = numpy.average(state["velocity"][group], axis=0, weights=state["mass"][group])
        numpy.testing.assert_allclose([s[f"first.v{axis}"][-1] for axis in "xyz"], mean, rtol=0, atol=1e-12)
        self.assertTrue((s["body0.z"] == 0).all())
        for key, value in (("0.last", 3), ("0.name", "a/b"), ("1.name", "body7")):
            self.assertIn("output.probes[", self.talus("check", PILE, *sets, "--set", f"output.probes[{key[0]}]{key[1:]}={value}", code=2).messages[0])


class Reports(SeriesCase):
    def run_pile(self, *args, **how):
        return self.talus("run", PILE, *SMALL, "--set", "output.folder=out", *args, **how)

    def test_table_says_where_the_time_went(self):
        out = self.run_pile(ranks=2).out
        self.assertRegex(out, r"^talus \d+\.\d+\.\d+, commit .*HDF5")
        self.assertRegex(out, r"deck [0-9a-f]{16}, 2 ranks, ")
        self.assertRegex(out, r"t = .* of 0\.55 s .*\| .* steps/s, \d+ % [a-z]+ \| 250 bodies, \d+ contacts \| \d+ sweeps, residual .* m/s \| memory \d+ MiB")
        self.assertRegex(out, r"\nsolve +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+%\n")
        self.assertRegex(out, r"\nlimited by [a-z]+ \(\d+ % of the time\)")
        self.assertRegex(out, r"\n\d+ of 110 steps missed the tolerance")
        self.assertNotIn("\033", out)

    QUIET_TRIES = 5  # a process that loses its core between two phases loses time to none of them

    def test_phases_are_all_of_the_wall_time(self):
        for ranks in (0, 3):
            shares = []
            for n in range(self.QUIET_TRIES):
                self.run_pile("--quiet", "--set", f"output.folder=out{ranks}.{n}", ranks=ranks)
                summary = self.summary(f"out{ranks}.{n}")
                shares.append(sum(summary["session_seconds_by_phase_mean"].values()) / summary["session_seconds"])
                if shares[-1] >= 0.98:
                    break
            self.assertGreaterEqual(max(shares), 0.98)
            self.assertLessEqual(max(shares), 1.001)

    def test_phases_of_all_sessions_are_summed(self):
        """What solving took of the largest rank is that of the session before and at least the mean over the ranks of this one."""
        before = 0
        for ranks, end in ((0, 0.3), (2, 0.55)):
            self.talus("run", PILE, *SMALL, "--quiet", "--resume", "--set", f"time.end={end}", "--set", "output.folder=out", ranks=ranks)
            summary = self.summary("out")
            spent, session = (summary[key]["solve"] for key in ("seconds_by_phase", "session_seconds_by_phase_mean"))
            self.assertGreaterEqual(spent, (before + session) * (1 - 1e-9))
            before = spent

    def test_projection_is_timed_as_solving(self):
        """The four-bar's projections take many times as many sweeps as its steps: timed as motion, they would exceed the solve of
        nearly every step. A step that loses its core does not move a median."""
        self.talus("run", SOURCE / "input" / "four-bar.yaml", "--quiet", "--set", "time.end=0.1", "--set", "output.every=0", "--set", "output.folder=out")
        series = talus.open(self.folder / "out").series
        self.assertLess(numpy.median(series["seconds_motion"]), numpy.median(series["seconds_solve"]))

    HEAD = """\
scenario: scene
time: {step: 0.005, end: 0.005}
output: {folder: out}
solver: {max_sweeps: 1, tolerance: 1e-12, norm: max}
walls: [{shape: plane, name: floor}]
"""

    def worst(self, scene, ranks=0):
        """Of one step of one sweep: the summary, and what is printed behind missed steps."""
        (self.folder / "deck.yaml").write_text(self.HEAD + scene)
        out = self.talus("run", "deck.yaml", "--set", f"output.folder=out{ranks}", ranks=ranks).out
        summary = self.summary(f"out{ranks}")
        self.assertEqual(summary["missed_steps"], 1)
        return summary, re.search(r"1 of 1 steps missed .*\n(largest residual .*)", out)[1]

    def test_worst_contact_is_named_where_one_sweep_is_too_few(self):
        """A ball alone takes one sweep, a column of three takes more: between which of them the residual is largest is not said,
        so that the oracle is the set of its contacts."""
        scene = "bodies: {list: [" + ", ".join(f"{{radius: 0.1, position: [{x}, 0, {z}]}}" for x, z in ((1, 0.1), (0, 0.1), (0, 0.3), (0, 0.5))) + "]}\n"
        for ranks in (0, 2):
            summary, said = self.worst(scene, ranks)
            worst = summary["worst_contact"]
            self.assertIn((worst["id_a"], worst["id_b"]), ((0, 2), (2, 3), (3, 4)))
            self.assertEqual((worst["step"], worst["residual"]), (1, summary["residual_max"]))
            self.assertIn(f"bodies {worst['id_a']} and {worst['id_b']}", said)
            self.assertEqual(summary["violation_by_kind"], {"contact": summary["residual_max"], "rolling": 0, "spinning": 0, "joint": 0, "bound": 0})
            (self.folder / f"out{ranks}").rename(self.folder / f"column{ranks}")

    def test_worst_joint_is_named_and_its_kind(self):
        """A chain of two links misses; a ball on the floor takes one sweep."""
        scene = ("bodies: {list: [{name: rests, radius: 0.1, position: [1, 0, 0.1]}, {name: b, radius: 0.1, position: [0.3, 0, 2]},"
                 " {name: c, radius: 0.1, position: [0.6, 0, 2]}]}\n"
                 "joints: [{kind: ball, a: floor, b: b, point: [0, 0, 2]}, {kind: ball, a: b, b: c, point: [0.45, 0, 2]}]\n")
        summary, said = self.worst(scene)
        worst, kinds = summary["worst_contact"], summary["violation_by_kind"]
        self.assertIn((worst["id_a"], worst["id_b"]), ((0, 2), (2, 3)))
        self.assertIn(f"bodies {worst['id_a']} and {worst['id_b']}", said)
        self.assertGreater(kinds["joint"], 1e-6)
        self.assertLess(kinds["contact"], 1e-12)

    def test_missed_steps_are_named(self):
        out = self.run_pile("--set", "solver.max_sweeps=1", "--set", "solver.tolerance=1e-9").out
        named = re.search(r"(\d+) of 110 steps missed .*: (.*)\n", out)
        ranges = [part.split("-") for part in re.sub(r" and \d+ more", "", named[2]).split(", ")]
        missed = talus.open(self.folder / "out").series
        missed = set(missed["step"][missed["converged"] == 0].astype(int))
        self.assertEqual(int(named[1]), len(missed))
        for part in ranges:
            self.assertLessEqual(set(range(int(part[0]), int(part[-1]) + 1)), missed)

    def test_json_alone_and_nothing_at_all(self):
        printed = json.loads(self.run_pile("--json").out)
        self.assertEqual(printed, self.summary("out"))
        self.assertEqual(self.run_pile("--quiet", "--set", "output.folder=other", ranks=2).out, "")

    def on_terminal(self, folder, **environment):
        """All that a run without a launcher writes to a terminal."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(command_line(["run", PILE, *SMALL, "--set", f"output.folder={folder}"], 0), cwd=self.folder,
                                   stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            text += part
        os.close(ours)
        self.assertEqual(process.wait(), 0, text.decode())
        return text.decode()

    def test_terminal_has_one_line_and_colours_unless_told(self):
        plain = {name: value for name, value in os.environ.items() if name == "NO_COLOR"}
        self.assertEqual(plain, {})
        text = self.on_terminal("a")
        self.assertRegex(text, r"\rt = [^\n]*\033\[K")
        self.assertIn("\033[1m", text)
        self.assertNotIn("\033[1m", self.on_terminal("b", NO_COLOR="1"))


class BoxCase(Case):
    def estimate(self, *args):
        return json.loads(self.talus("check", *args, "--json").out)

    def box(self, count, width, end):
        deck = (SOURCE / "input" / "box.yaml", "--set", f"bodies.count={count}", "--set", f"box.width={width}", "--set", f"time.end={end}",
                "--set", "solver.max_sweeps=5", "--set", "output.folder=out")
        expected = self.estimate(*deck)
        self.assertEqual(self.start("run", *deck, "--quiet").wait(), 0)  # however long it takes
        summary = self.summary("out")
        self.assertEqual(expected["bodies"], summary["bodies"])
        self.assertEqual(expected["steps"], summary["steps"])
        for name, measured in (("memory_bytes", summary["peak_memory_bytes"]),
                               ("checkpoint_bytes", (self.folder / "out" / "checkpoint.h5").stat().st_size)):
            self.assertLess(abs(expected[name] / measured - 1), 0.2, f"{name}: expected {expected[name]:.3g}, measured {measured:.3g}")


class Check(BoxCase):
    def test_prints_a_deck_with_an_estimate_in_comments(self):
        text = self.talus("check", SOURCE / "input" / "box.yaml").out
        (self.folder / "again.yaml").write_text(text)
        untimed = lambda printed: re.sub(r"# time: .*", "", printed)  # the first steps take what they take
        self.assertEqual(untimed(self.talus("check", "again.yaml").out), untimed(text))
        self.assertRegex(text, r"# bodies 1000, .*\n# tolerance: 0.001 m/s\n# memory: .* MB on the largest of 1 rank\n# disk: .*\n# time: ")

    @unittest.skipIf("ASAN_OPTIONS" in os.environ, "memory is the sanitizer's")
    def test_needs_of_ten_thousand_bodies(self):
        self.box(10**4, 1.5, 0.5)

    def test_disk_that_frames_take(self):
        for deck, count in (("box", 1000), ("pile-small", 400)):
            sets = [word for s in (f"bodies.count={count}", "time.end=1", "output.every=0.02", "output.contacts=true", "solver.max_sweeps=20",
                                   f"output.folder={deck}") for word in ("--set", s)]
            expected = self.estimate(SOURCE / "input" / f"{deck}.yaml", *sets)
            self.talus("run", SOURCE / "input" / f"{deck}.yaml", "--quiet", *sets)
            size = lambda stream: sum((self.folder / deck / f"{stream}.{kind}").stat().st_size for kind in ("h5", "xdmf"))
            self.assertLess(abs(expected["trajectory_bytes"] / size("trajectory") - 1), 0.2)
            self.assertGreater(expected["contacts_bytes"], size("contacts"))  # as in a settled bed from the start
            self.assertLess(expected["contacts_bytes"], 4 * size("contacts"))

    def keys(self):
        """Of the reference page: key, kind, lower and upper limits (sign, value), default."""
        page = self.talus("check", "--keys").out
        for key, said in re.findall(r"^  ([a-z_.\[\]]+) +(.*)$", page, re.M):
            limits = re.findall(r"(>=|<=|>|<) (-?[0-9.e+]+)", said.partition(";")[0])
            yield key, said, limits

    def test_every_limit_of_the_reference_is_held_by_the_reader(self):
        tried = 0
        for key, said, limits in self.keys():
            if "[]" in key or said.startswith(("3 numbers", "a text")):
                continue
            for sign, limit in limits:
                value = float(limit)
                outside = {">=": value - 1, ">": value, "<=": value + 1 + abs(value), "<": value}[sign]
                outside = int(outside) if said.startswith("an integer") else outside
                for deck in ("box", "pile-small", "hopper", "rolling-disk", "wheel", "guideway", "drum"):
                    result = subprocess.run([TALUS, "check", SOURCE / "input" / f"{deck}.yaml", "--set", f"{key}={outside}"], capture_output=True, text=True)
                    if "not used" not in result.stderr:
                        break
                self.assertEqual(result.returncode, 2, f"{key}={outside}: {result.stdout[:200]}")
                self.assertIn(f"'{key}'", result.stderr)
                self.assertIn("expected", result.stderr)
                tried += 1
        self.assertGreater(tried, 20)


class LargeBox(BoxCase):
    def test_needs_of_a_hundred_thousand_bodies(self):
        self.box(10**5, 5, 0.5)


class Install(Case):
    def test_installed_copy_works_from_anywhere(self):
        build = pathlib.Path(TALUS).resolve().parents[1]
        done = subprocess.run(["cmake", "--install", build, "--prefix", self.folder / "prefix"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        share = self.folder / "prefix" / "share" / "talus"
        installed = self.folder / "prefix" / "bin" / "talus"
        for args in (["--version"], ["check", share / "input" / "box.yaml"],
                     ["run", share / "input" / "box.yaml", "--quiet", "--set", "bodies.count=50", "--set", "time.end=0.05"]):
            done = subprocess.run([installed, *args], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        for script in sorted((SOURCE / "postproc").glob("*.py")):
            copy = share / "postproc" / script.name
            self.assertIn("usage:", subprocess.run([sys.executable, copy, "--help"], capture_output=True, text=True).stdout)
        for script in ("series.py", "energy.py"):
            done = subprocess.run([sys.executable, share / "postproc" / script, self.folder / "out" / "box"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((self.folder / "out" / "box" / script.replace(".py", ".png")).stat().st_size > 10000)


if __name__ == "__main__":
    unittest.main()
