#!/usr/bin/python3
"""Streams of a run: each belongs to it, is whole, and is written by one run at a time. The oracle is the run to which nothing happened.

One class a group; CTest runs each as sim.streams.<group>.
"""

import itertools
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import SOURCE, Case

BOX = f"""\
include: {SOURCE}/input/box.yaml
time: {{step: 0.005, end: 0.1}}
output: {{folder: out, every: 0, hash_every: 1, balance_every: 1}}
variables: {{bodies.count: 40, box.width: 0.25}}
"""
ROWS = "series.csv", "hashes.csv", "balance.csv"


class BoxCase(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "box.yaml").write_text(BOX)
        self.out = self.folder / "out"

    def run_box(self, *sets, resume=True, **how):
        words = [word for key in sets for word in ("--set", key)]
        return self.talus("run", "box.yaml", "--quiet", *(["--resume"] if resume else []), *words, **how)

    def half(self, *sets, **how):
        """A run to step 20, of 40."""
        self.run_box(*sets, **how)

    def go_on(self, *sets, **how):
        return self.run_box("time.end=0.2", *sets, **how)

    def steps(self, name):
        return [int(line.split(",")[0]) for line in (self.out / name).read_text().splitlines()[1:]]

    def assert_each_step_once(self):
        for name in ROWS:
            self.assertEqual(self.steps(name), list(range(1, 41)), name)
        with h5py.File(self.out / "series.h5") as file:
            numpy.testing.assert_array_equal(file["step"][:], numpy.arange(1, 41))

    def damage(self, name, row=3):
        lines = (self.out / name).read_text().splitlines(keepends=True)
        lines[row] = "x" + lines[row][1:]
        (self.out / name).write_text("".join(lines))


class Rows(BoxCase):
    def test_resumed_again_and_again_without_a_word(self):
        for end, ranks in ((0.05, 0), (0.1, 2), (0.15, 0), (0.2, 3)):
            self.assertEqual(self.run_box(f"time.end={end}", ranks=ranks).warnings, [])
        self.assert_each_step_once()

    def test_damaged_series_is_restored_from_the_other_file(self):
        for ranks in (0, 2):
            shutil.rmtree(self.out, ignore_errors=True)
            self.half(ranks=ranks)
            good = (self.out / "series.csv").read_text()
            self.damage("series.csv")
            bad = (self.out / "series.csv").read_text()
            warned = self.go_on(ranks=ranks).warnings
            self.assertIn("restored from out/series.h5", warned[0])
            self.assertEqual((self.out / "series.csv.aside").read_text(), bad)
            self.assertTrue((self.out / "series.csv").read_text().startswith(good))
            self.assert_each_step_once()

    def test_rows_of_the_balance_count_what_came_since_the_row_before(self):
        self.go_on(resume=False)
        self.go_on("output.folder=rare", "output.balance_every=5", resume=False)
        each, rare = (numpy.genfromtxt(self.folder / folder / "balance.csv", delimiter=",", names=True) for folder in ("out", "rare"))
        for name in ("updates", "pair_tests"):
            numpy.testing.assert_array_equal(each[name].reshape(-1, 5).sum(axis=1), rare[name], name)
            self.assertGreater(rare[name].max(), 0)

    def test_series_that_is_gone_is_restored(self):
        self.half()
        (self.out / "series.csv").unlink()
        self.assertIn("restored from out/series.h5", self.go_on().warnings[0])
        self.assert_each_step_once()

    def test_damaged_cut_or_foreign_rows_are_refused(self):
        self.half()
        (self.out / "series.h5").write_bytes(b"\x89HDF\r\n\x1a\n damaged")
        whole = {name: (self.out / name).read_bytes() for name in ROWS}
        for name in ROWS:
            rows = whole[name].splitlines(keepends=True)
            for bad in (whole[name][:-30], whole[name][:500] + bytes(10) + whole[name][510:], b"".join(rows[:5] + rows[6:]), b"mine\n"):
                (self.out / name).write_bytes(bad)
                self.assertIn(f"{name}: does not hold the rows", self.go_on(code=5).messages[0])
                self.assertEqual((self.out / name).read_bytes(), bad)
            (self.out / name).write_bytes(whole[name])
        self.go_on()
        self.assert_each_step_once()

    def test_file_moved_away_begins_again_and_says_so(self):
        self.half()
        (self.out / "hashes.csv").unlink()
        self.assertIn("hashes.csv: is not there; its rows up to step 20 are lost", self.go_on().warnings[0])
        self.assertEqual(self.steps("hashes.csv"), list(range(21, 41)))

    def test_file_that_no_checkpoint_knows_is_set_aside(self):
        self.half("output.hash_every=0")
        (self.out / "hashes.csv").write_text("mine\n")
        self.assertIn("set aside as out/hashes.csv.aside", self.go_on().warnings[0])
        self.assertEqual((self.out / "hashes.csv.aside").read_text(), "mine\n")
        self.assertEqual(self.steps("hashes.csv"), list(range(21, 41)))

    def test_rows_removed_under_a_run_are_missed(self):
        process = self.start("run", "box.yaml", "--quiet", "--set", "time.end=100000")
        series = self.out / "series.csv"
        self.wait_for(lambda: series.exists() and series.stat().st_size > 5000, process, "rows of the series")
        series.unlink()
        process.send_signal(signal.SIGUSR2)
        result = self.end(process)
        self.assertEqual(result.code, 5)
        self.assertIn("series.csv: was removed or replaced", result.messages[0])

    def test_full_disk_under_the_rows(self):
        """The first rows that find no room are those in memory when their buffer is full, or a batch of the HDF5 file."""
        small_disk = ("unshare", "--mount", "--map-root-user", "bash", "-c", 'mount -t tmpfs -o size=400k none out && "$@"', "small-disk")
        self.out.mkdir()
        if subprocess.run([*small_disk, "true"], cwd=self.folder, capture_output=True).returncode != 0:
            self.skipTest("no right to mount a small disk here")
        for ranks in (0, 2):
            message = self.run_box("time.end=10", code=5, ranks=ranks, prefix=small_disk).messages[0]
            self.assertRegex(message, r"out/(series|hashes|balance)\.(csv|h5): .*No space left on device")


class Identity(BoxCase):
    def other(self, *sets):
        """Another run: its folder."""
        self.run_box("output.folder=other", "bodies.seed=7", *sets)
        return self.folder / "other"

    def test_frames_of_another_run_are_refused(self):
        frames = "output.every_steps=4"
        self.half(frames)
        foreign = (self.other(frames) / "trajectory.h5").read_bytes()
        (self.out / "trajectory.h5").write_bytes(foreign)
        for ranks in (0, 2):
            self.assertIn("trajectory.h5: holds frames of another run", self.go_on(frames, code=5, ranks=ranks).messages[0])
            self.assertEqual((self.out / "trajectory.h5").read_bytes(), foreign)

    def test_series_of_another_run_is_set_aside(self):
        self.half()
        foreign = (self.other() / "series.h5").read_bytes()
        for content in (foreign, b"mine"):
            (self.out / "series.h5").write_bytes(content)
            self.assertIn("series.h5: is none that this run has written; set aside", self.go_on().warnings[0])
            aside = self.out / "series.h5.aside"
            self.assertEqual(aside.read_bytes(), content)
            aside.unlink()
            shutil.rmtree(self.out)
            self.half()

    def test_problem_of_another_run_is_set_aside(self):
        problem = self.other("output.problem_at=30", "time.end=0.2") / "problem-000030.hdf5"
        foreign = problem.read_bytes()
        for ranks in (0, 2):
            shutil.rmtree(self.out, ignore_errors=True)
            self.half()
            (self.out / problem.name).write_bytes(foreign)
            self.go_on("output.problem_at=30", ranks=ranks)
            self.assertEqual((self.out / (problem.name + ".aside")).read_bytes(), foreign)
            self.assertEqual(len(list(self.out.glob("problem*"))), 2)

    def test_own_problem_is_written_again(self):
        process = self.start("run", "box.yaml", "--quiet", "--set", "time.end=100000", "--set", "output.problem_at=5")
        self.wait_for((self.out / "problem-000005.hdf5").exists, process, "a problem")
        process.kill()
        process.wait()
        self.run_box("output.problem_at=5", "output.problem_every=10")
        self.assertEqual(sorted(path.name for path in self.out.glob("problem*")),
                         ["problem-000005.hdf5", "problem-000005.hdf5.aside", "problem-000010.hdf5", "problem-000020.hdf5"])

    def test_files_of_others_in_a_folder_without_a_run_are_not_touched(self):
        for name in (*ROWS, "series.h5", "problem-000007.hdf5", "summary.json.unfinished"):
            shutil.rmtree(self.out, ignore_errors=True)
            self.out.mkdir()
            (self.out / name).write_text("mine\n")
            self.assertIn("holds files but no checkpoint", self.assert_nothing_written("run", "box.yaml", "--resume", code=2).messages[0])

    def test_restart_elsewhere_is_another_run(self):
        self.half("output.every_steps=4")
        self.talus("restart", "out/checkpoint.h5", "--quiet", "--set", "output.folder=branch", "--set", "time.end=0.2")
        identities = [h5py.File(self.folder / name, "r").attrs["run"] for name in ("out/checkpoint.h5", "out/trajectory.h5", "out/series.h5",
                                                                                   "branch/checkpoint.h5", "branch/trajectory.h5")]
        self.assertEqual(len(set(identities[:3])), 1)
        self.assertEqual(len(set(identities[3:])), 1)
        self.assertNotEqual(identities[0], identities[3])

    def test_identity_does_not_change_what_is_computed(self):
        self.half()
        state = self.summary("out")["state_hash"]
        self.other("bodies.seed=1")
        self.assertEqual(self.summary("other")["state_hash"], state)


class Locks(BoxCase):
    def running(self, ranks):
        process = self.start("run", "box.yaml", "--quiet", "--resume", "--set", "time.end=100000", "--set", "checkpoint.every=20", ranks=ranks)
        self.wait_for((self.out / "checkpoint.h5").exists, process, "a checkpoint")
        return process

    def test_second_run_is_refused(self):
        process = self.running(2)
        for ranks in (0, 2):
            for command in (("run", "box.yaml", "--resume"), ("restart", "out/checkpoint.h5")):
                self.assertIn("out: another run writes into this folder", self.talus(*command, ranks=ranks, code=2).messages[0])
        self.assertIn("holds files already", self.run_box(resume=False, code=2).messages[0])
        process.send_signal(signal.SIGUSR2)
        self.assertEqual(self.end(process).code, 3)
        self.assertEqual(self.steps("series.csv"), list(range(1, self.steps("series.csv")[-1] + 1)))
        self.run_box(f"time.end={self.steps('series.csv')[-1] * 0.005 + 0.02}")

    def test_restart_from_a_checkpoint_that_is_being_replaced_is_of_one_that_was_whole(self):
        for end in (0.1, 0.2, 0.25):
            self.run_box(f"time.end={end}")
            shutil.copy(self.out / "checkpoint.h5", self.folder / f"{end}.h5")
        stop = threading.Event()

        def replace():
            for n in itertools.count():
                shutil.copy(self.folder / ("0.1.h5", "0.2.h5")[n % 2], self.folder / "next.h5")
                (self.folder / "next.h5").rename(self.folder / "moving.h5")
                if stop.wait(0.005 + 1e-4 * n):
                    return

        shutil.copy(self.folder / "0.1.h5", self.folder / "moving.h5")
        writer = threading.Thread(target=replace)
        writer.start()
        self.addCleanup(writer.join)
        self.addCleanup(stop.set)
        for ranks in (0, 2, 2, 2):
            shutil.rmtree(self.folder / "branch", ignore_errors=True)
            self.talus("restart", "moving.h5", "--quiet", "--set", "output.folder=branch", "--set", "time.end=0.25", ranks=ranks)
            self.assertEqual(self.summary("branch")["state_hash"], self.summary("out")["state_hash"])

    def test_crash_does_not_leave_it_shut(self):
        process = self.running(0)
        process.send_signal(signal.SIGKILL)
        process.wait()
        last = h5py.File(self.out / "checkpoint.h5", "r").attrs["step"]
        self.run_box(f"time.end={last * 0.005 + 0.2}")

    def test_two_that_start_at_once_in_a_new_folder(self):
        both = [self.start("run", "box.yaml", "--quiet", "--set", "time.end=2") for _ in range(2)]
        codes = sorted(process.wait() for process in both)
        self.assertEqual(codes, [0, 2])
        self.assertEqual(self.steps("series.csv"), list(range(1, 401)))


if __name__ == "__main__":
    unittest.main()
