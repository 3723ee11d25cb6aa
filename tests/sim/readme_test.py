#!/usr/bin/python3
"""Every command line of the root README, run as it stands there but smaller, in order, in one folder."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE, TALUS, Case

# Not run here: they install packages, run all tests, or need a cluster. Their --help is asked for instead.
EXCEPTIONS = ("bash jobscripts/quickstart.sh", "bash jobscripts/test.sh", "bash jobscripts/install-deps.sh", "sbatch", "apt")
HEADS = r"(?:PYTHONPATH=\S+ )?(?:mpirun|sbatch|apt|bash|source|kill|cmake|ctest|talus|build/release/bin/talus|(?:/usr/bin/)?python3|postproc/\w+\.py)"
SMALLER = "--set bodies.count=40 --set pile.drop_height=0.05 --set time.end=0.3"
PATIENCE = 120  # s


def commands():
    """From code blocks that are not YAML, and from code within the text, without comments."""
    text = (SOURCE / "README.md").read_text()
    found = []
    for block in re.finditer(r"```(\w*)\n(.*?)```|`([^`\n]+)`", text, re.S):
        kind, lines, inline = block.groups()
        for line in (lines or inline or "").splitlines():
            line = line.partition(" #")[0].strip()
            if kind != "yaml" and re.match(HEADS + r" +\S", line):
                found.append(line)
    return found


def deck():
    return re.search(r"```yaml\n(.*?)```", (SOURCE / "README.md").read_text(), re.S)[1]


class Readme(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "my-pile.yaml").write_text(deck())
        for name in ("input", "postproc", "jobscripts"):
            (self.folder / name).symlink_to(SOURCE / name)
        where = self.folder / "build" / "release" / "bin"
        where.mkdir(parents=True)
        (where / "talus").symlink_to(TALUS)
        self.environment = {**os.environ, "PATH": f"{where}:{os.environ['PATH']}"}

    def shell(self, line, code=0):
        done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, f"{line}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")

    def smaller(self, line):
        """The same command on less work, and pictures that need ParaView only where it is."""
        if "render.py" in line and not shutil.which("pvbatch"):
            return "postproc/render.py --help"
        line = re.sub(r"--bodies \d+", "--bodies 100", line)
        line = line.replace(" FILE", " out/my-pile/checkpoint.h5")
        if re.search(r"talus run\b", line):
            if "--resume" not in line:
                shutil.rmtree(self.folder / "out", ignore_errors=True)
            return f"{line} {SMALLER}"
        if re.search(r"talus restart\b", line):
            return f"{line} --set time.end=0.35"
        return line

    def send(self, line):
        """A signal to a run that goes on, which must be there again after USR1 and have stopped after the others."""
        process = self.start("run", "my-pile.yaml", "--quiet", "--set", "bodies.count=20", "--set", "time.end=100000", "--set", "output.folder=signalled")
        series = self.folder / "signalled" / "series.csv"
        self.wait_for(lambda: series.exists() and series.stat().st_size > 2000, process, "rows of the series")
        self.shell(line.replace("PID", str(process.pid)))
        if "USR1" in line:
            checkpoint = self.folder / "signalled" / "checkpoint.h5"
            self.wait_for(checkpoint.exists, process, "checkpoint")
            process.send_signal(signal.SIGUSR2)
        self.assertEqual(process.wait(PATIENCE), 3)
        shutil.rmtree(self.folder / "signalled")

    def test_every_command_runs(self):
        lines = commands()
        self.assertGreater(len(lines), 8)
        for line in lines:
            with self.subTest(line):
                if line.startswith(EXCEPTIONS):
                    if line.startswith("bash"):
                        self.shell(f"{line.split(' --')[0]} --help")
                elif line.startswith("kill "):
                    self.send(line)
                else:
                    self.shell(self.smaller(line))


if __name__ == "__main__":
    unittest.main()
