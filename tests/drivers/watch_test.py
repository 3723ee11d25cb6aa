#!/usr/bin/python3
"""The log of a run and `talus watch`, which follows a run by its files: what it says of runs in every state, and that it only reads.

One class a group; CTest runs each as drivers.watch.<group>.
"""

import itertools
import json
import pathlib
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import TALUS, Case

# Two balls that overlap at the start, which a run warns about; one falls without end.
DECK = """\
time: {step: 0.005, end: 0.05}
output: {folder: out}
walls: [{shape: plane}]
bodies: {list: [{radius: 0.1, position: [0, 0, 0.1]}, {radius: 0.1, position: [0.19, 0, 0.1]}]}
"""
ENDLESS = ("--set", "time.end=100000")


class WatchCase(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "deck.yaml").write_text(DECK)
        self.out, self.log = self.folder / "out", self.folder / "out" / "log.jsonl"

    def lines(self, event=None):
        found = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [line for line in found if event in (None, line["event"])]

    def watched(self, code=0, folder="out"):
        """What `watch --once` prints."""
        result = self.end(self.start("watch", folder, "--once"))
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.out

    def started(self, *args):
        process = self.start("run", "deck.yaml", "--quiet", *ENDLESS, *args)
        self.wait_for(lambda: self.log.exists() and '"progress"' in self.log.read_text(), process, "a line of progress")
        return process


class Log(WatchCase):
    def test_sessions_warnings_and_ends_stay(self):
        for ranks in (0, 2):
            said = self.talus("run", "deck.yaml", "--quiet", "--set", f"output.folder=out{ranks}", ranks=ranks)
            self.log = self.folder / f"out{ranks}" / "log.jsonl"
            self.talus("run", "deck.yaml", "--quiet", "--resume", "--set", f"output.folder=out{ranks}", "--set", "time.end=0.1", ranks=ranks)
            events = [event for event, _ in itertools.groupby(line["event"] for line in self.lines())]  # slow runs tell of their progress more often
            self.assertEqual(events, ["start", "warning", "progress", "end", "start", "progress", "end"])
            starts, (warning,), ends = (self.lines(event) for event in ("start", "warning", "end"))
            self.assertEqual([(start["step"], start["end_step"], start["end"]) for start in starts], [(0, 10, 0.05), (10, 20, 0.1)])
            self.assertEqual({(start["version"] + "\n", start["ranks"]) for start in starts}, {(self.talus("--version").out, max(ranks, 1))})
            self.assertEqual([f"talus: warning: {warning['text']}"], said.warnings)
            self.assertEqual([end["status"] for end in ends], ["done", "done"])
            self.assertLessEqual({10, 20}, {line["step"] for line in self.lines("progress")})

    def test_a_line_that_was_cut_short_is_skipped_and_the_next_one_is_whole(self):
        self.talus("run", "deck.yaml", "--quiet")
        with open(self.log, "a") as log:
            log.write('{"event": "warning", "text": "half')
        self.assertIn("complete", self.watched())
        self.talus("run", "deck.yaml", "--quiet", "--resume", "--set", "time.end=0.1")
        self.assertEqual(json.loads(self.log.read_text().splitlines()[-1])["status"], "done")
        self.assertNotIn("half", self.watched())

    def test_a_link_in_its_place_is_refused(self):
        self.talus("run", "deck.yaml", "--quiet")
        self.log.unlink()
        (self.folder / "precious").write_text("kept")
        self.log.symlink_to(self.folder / "precious")
        result = self.talus("run", "deck.yaml", "--quiet", "--resume", "--set", "time.end=0.1", ranks=2, code=5)
        self.assertIn("log.jsonl: cannot be written: it is a symbolic link", result.messages[0])
        self.assertEqual((self.folder / "precious").read_text(), "kept")

    def test_a_disk_that_fails_under_the_log_ends_no_run(self):
        shim = pathlib.Path(TALUS).parents[1] / "tests" / "libio_faults.so"
        faults = {"LD_PRELOAD": shim, "TALUS_FAULT_FILE": "out/log", "TALUS_FAULT_KIND": "ENOSPC", "TALUS_FAULT_AT": "2"}
        result = self.talus("run", "deck.yaml", "--quiet", prefix=("env", *(f"{name}={value}" for name, value in faults.items())))
        self.assertEqual(([line["event"] for line in self.lines()], self.summary("out")["status"], len(result.warnings)), (["start"], "done", 1))


class Watch(WatchCase):
    def test_not_started_and_no_run(self):
        self.assertEqual(self.watched(), "out: no run has started here yet; waiting for one\n")
        self.out.mkdir()
        self.assertEqual(self.watched(), "out: no run has started here yet; waiting for one\n")
        (self.folder / "out.job").mkdir()
        (self.folder / "out.job" / "lock.first").symlink_to("17")
        (self.folder / "out.job" / "lock.17").symlink_to("23")
        self.assertEqual(self.watched(), "out: job 23 of Slurm waits to start\n")
        (self.out / "letter.txt").write_text("")
        for folder, why in (("out", "is not the output folder of a run"), ("deck.yaml", "is a file, expected the output folder")):
            result = self.talus("watch", folder, code=2)
            self.assertIn(f"talus: {folder}: {why}", result.err)

    def test_running_killed_and_resumed(self):
        process = self.started()
        before = sorted(path.name for path in self.out.iterdir())
        lines = self.watched().splitlines()
        self.assertRegex(lines[0], r"^out: running since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d on 1 rank$")
        self.assertRegex(lines[1], r"^  t = .* of 100000 s .* left, done at .* steps/s, \d+ % [a-z]+ .* memory \d+ MiB$")
        self.assertRegex(lines[2], r"^  warning at step 1: bodies 1 and 2 overlap by 0.01 m at the start")
        self.assertEqual(sorted(path.name for path in self.out.iterdir()), before)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for job, more in ((False, ""), (True, "; job 17 of Slurm goes on with it")):
            if job:
                (self.folder / "out.job").mkdir()
                (self.folder / "out.job" / "lock.first").symlink_to("17")
            self.assertRegex(self.watched(code=0 if job else 4).splitlines()[0],
                             rf"^out: ended without a word at t = \S+ s: killed, or a file failed; talus run --resume goes on{more}$")

    def test_stopped(self):
        process = self.started()
        process.send_signal(signal.SIGUSR2)
        self.assertEqual(process.wait(), 3)
        self.assertRegex(self.watched(code=3), r"^out: stopped on request at t = \S+ s, at .*; talus run --resume goes on\n")

    def test_followed_to_its_end(self):
        """One that waits for the run sees it begin and end."""
        watch = self.start("watch", "out", "--every", "0.05", "--html", "page.html")
        self.wait_for((self.folder / "page.html").exists, watch, "a page")
        subprocess.run([TALUS, "run", "deck.yaml", "--quiet", "--set", "time.end=2"], cwd=self.folder, check=True)
        result = self.end(watch)
        self.assertEqual(result.code, 0)
        self.assertRegex(result.out, r"^out: no run has started here yet(.*\n)*out: complete since ")
        self.assertNotIn("http-equiv", (self.folder / "page.html").read_text())

    def test_failed(self):
        result = self.talus("run", "deck.yaml", "--quiet", "--set", "guard.max_speed=1e-9", code=4)
        message = re.sub("^talus: ", "", result.messages[0])
        lines = self.watched(code=4).splitlines()
        self.assertRegex(lines[0], r"^out: failed at ")
        self.assertIn(f"  {message}", lines)

    def test_text_of_runs_is_text_in_the_page(self):
        name = "<script>alert(1)<"
        self.talus("run", "deck.yaml", "--quiet", "--set", f"output.folder={name}")
        self.talus("watch", name, "--once", "--html", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertNotIn("<script", page)
        self.assertIn("&#60;script&#62;alert(1)&#60;: complete since", page)
        self.assertIn('<progress max="100" value="100.00">', page)
        self.assertIn("warning at step 1: bodies 1 and 2 overlap", page)


if __name__ == "__main__":
    unittest.main()
