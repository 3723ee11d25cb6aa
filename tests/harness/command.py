"""Runs the talus executable as a user would, alone or under mpirun, in a folder of the test's own."""

import csv
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

import numpy

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TALUS = os.environ.get("TALUS_BINARY", str(SOURCE / "build" / "release" / "bin" / "talus"))
# mpirun itself, whose children are the ranks, not that of jobscripts/env.sh.
os.environ["PATH"] = ":".join(folder for folder in os.environ["PATH"].split(":") if not folder.endswith("jobscripts/launch"))
os.environ.pop("OMPI_MCA_odls_base_sigkill_timeout", None)  # a job that has lost a rank ends at once
PATIENCE = 120 * int(os.environ.get("TALUS_TEST_PATIENCE", 1))  # s; what takes longer hangs
ALARMS = ("Traceback", "HDF5-DIAG", "terminate called", "*** Process received signal", "internal error", "Sanitizer", "runtime error")


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        lines = [line for line in err.splitlines() if line.startswith("talus:")]
        self.warnings = [line for line in lines if line.startswith("talus: warning:")]
        self.messages = [line for line in lines if line not in self.warnings]

    def __str__(self):
        return f"exit {self.code}\n--- stdout\n{self.out[-3000:]}\n--- stderr\n{self.err[-3000:]}"


def command_line(args, ranks):
    """No ranks: the executable without a launcher."""
    launcher = ["mpirun", "-n", str(ranks)] if ranks else []
    return launcher + [TALUS, *map(str, args)]


def columns(path):
    """A time series (CSV) as arrays by the names of its columns, without units."""
    with open(path) as file:
        names, *rows = csv.reader(file)
    table = numpy.array(rows, dtype=float)
    return {name.split()[0]: table[:, n] for n, name in enumerate(names)}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="talus-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *args, ranks=0, prefix=()):
        out, err = (open(self.folder / name, "w+") for name in (".stdout", ".stderr"))
        process = subprocess.Popen([*prefix, *command_line(args, ranks)], cwd=self.folder, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        process.texts = out, err
        self.addCleanup(self.give_up, process)
        return process

    def give_up(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)  # mpirun ends its ranks
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for text in process.texts:
            text.close()

    def end(self, process):
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.fail(f"still running after {PATIENCE} s: {' '.join(process.args)}")
        texts = []
        for text in process.texts:
            text.seek(0)
            texts.append(text.read())
        result = Result(code, *texts)
        for alarm in ALARMS:
            self.assertNotIn(alarm, result.out + result.err, f"{' '.join(process.args)}: {result}")
        return result

    def talus(self, *args, ranks=0, prefix=(), code=0):
        """Runs to the end and expects this exit code; failures have exactly one message."""
        process = self.start(*args, ranks=ranks, prefix=prefix)
        result = self.end(process)
        where = f"{' '.join(process.args)}: {result}"
        self.assertEqual(result.code, code, where)
        if code in (2, 4, 5):
            self.assertEqual(len(result.messages), 1, where)
            if not ranks:
                self.assertEqual(result.err.count("\n"), 1 + len(result.warnings), where)
        return result

    def wait_for(self, condition, process, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertIsNone(process.poll(), f"ended before {what}")
            self.assertLess(time.monotonic(), deadline, f"no {what} after {PATIENCE} s")
            time.sleep(0.005)

    def summary(self, folder):
        return json.loads((self.folder / folder / "summary.json").read_text())

    def listing(self):
        """Names of all that is in the test's folder, times and contents of the files."""
        found = sorted(p for p in self.folder.rglob("*") if p.name not in (".stdout", ".stderr"))
        return [(p, p.stat().st_mtime_ns, p.read_bytes()) if p.is_file() else p for p in found]

    def assert_nothing_written(self, *args, **how):
        """Runs, and expects that no file came, went or changed."""
        before = self.listing()
        result = self.talus(*args, **how)
        self.assertEqual(self.listing(), before, f"files changed by talus {args}")
        return result
