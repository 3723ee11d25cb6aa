#!/usr/bin/python3
"""jobscripts/verify.sh: decks of the repository pass; a fault that is planted on some ranks is found, with its body and field.

One class per group; CTest runs each as jobscripts.verify.<group>.
"""

import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import PATIENCE, SOURCE, TALUS, Case

BALLS = """\
time: {step: 0.005, end: 1}
output: {folder: out}
walls: [{shape: plane}]
bodies: {list: [{radius: 0.1, position: [0, 0, 0.1]}, {radius: 0.1, position: [0.15, 0, 0.25]}, {radius: 0.1, position: [1, 0, 0.1]}]}
"""
# An executable that gives body 2 another velocity where runs on 3 ranks begin.
FAULTY = f"""\
#!/bin/sh
[ "$1" != run ] || [ "$OMPI_COMM_WORLD_SIZE" != 3 ] || set -- "$@" --set 'bodies.list[1].velocity=[SPEED, 0, 0]'
exec {TALUS} "$@"
"""


class Verify(Case):
    def verify(self, *args, code=0, binary=TALUS):
        done = subprocess.run(["bash", SOURCE / "jobscripts" / "verify.sh", *args], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE,
                              env={**os.environ, "TALUS_BINARY": str(binary)})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_shipped_decks_pass(self):
        box = SOURCE / "input" / "box.yaml", "--set", "bodies.count=60", "--set", "box.width=0.25"
        said = self.verify(*box, "--steps", "10")
        self.assertEqual(said.count("same state at step 10: 60 bodies"), 2, said)
        said = self.verify(*box, "--steps", "6", "--ranks", "2", "--set", "solver.schedule=blocks")
        self.assertIn("on 2, restarted on 2 at step 3: same state at step 6", said)
        self.verify(SOURCE / "input" / "chain.yaml", "--steps", "8", "--ranks", "2,3")

    def test_planted_fault_is_located(self):
        (self.folder / "balls.yaml").write_text(BALLS)
        faulty = self.folder / "faulty"
        for speed, solver, found in (("1e-12", "mnest", r"body 2: (position|velocity|orientation|angular_velocity) is .* and"),
                                     ("1e-6", "ipm", r"body 2: (position|velocity) differs by")):
            faulty.write_text(FAULTY.replace("SPEED", speed))
            faulty.chmod(0o755)
            said = self.verify("balls.yaml", "--steps", "4", "--set", f"solver.name={solver}", code=1, binary=faulty)
            self.assertRegex(said, f"on 1 and on 3: DIFFERENT: {found}")
            self.assertNotIn("restarted on 3 at step 2: DIFFERENT", said)  # a restart does not meet it
        self.verify("balls.yaml", "--steps", "4", "--set", "solver.name=ipm")

    def test_what_cannot_be_compared_is_said(self):
        self.assertIn("writes no checkpoint", self.verify(SOURCE / "input" / "wheel.yaml", code=1))
        self.assertIn("absent.yaml: cannot be opened", self.verify("absent.yaml", code=2))
        for args in ((), ("a", "b"), ("a", "--steps", "1"), ("a", "--ranks", "1,2,3"), ("a", "--what")):
            self.assertIn("(see --help)", self.verify(*args, code=2))


if __name__ == "__main__":
    unittest.main()
