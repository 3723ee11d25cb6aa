#!/usr/bin/python3
"""The executable on emulated processors: one below the baseline gets one line and exit code 2, not a signal.

CTest runs it as drivers.processor.Baseline; without the emulator (qemu-x86_64) it skips, exit code 77.
"""

import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import PATIENCE, TALUS

EMULATOR = shutil.which("qemu-x86_64")


class Baseline(unittest.TestCase):
    def on(self, processor):
        done = subprocess.run([EMULATOR, "-cpu", processor, TALUS, "--version"], capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout, "".join(line for line in done.stderr.splitlines(True) if not line.startswith("qemu"))

    def test_below_it(self):
        for processor, lacking in (("Nehalem", "avx2"), ("IvyBridge", "avx2"), ("Haswell,-fma", "fma")):
            code, out, err = self.on(processor)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(f"talus: this processor has no {lacking}, which the executable was built for (x86-64-v3)", err)

    def test_at_it(self):
        code, out, err = self.on("Haswell")
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(out.startswith("talus "))


if __name__ == "__main__":
    if not EMULATOR:
        print("qemu-x86_64 is not installed (jobscripts/install-deps.sh --packages)")
        sys.exit(77)
    unittest.main()
