#!/usr/bin/python3
"""jobscripts/hashes.sh on a few of its decks. The oracle is the run on one rank: on three ranks every hash is the same.

One class per group; CTest runs each as jobscripts.hashes.<group>.
"""

import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import PATIENCE, SOURCE, TALUS, Case

DECKS = ("box", "rolling-disk", "chain")


class SameOnAnyRanks(Case):
    def hashes(self, *args, code=0):
        done = subprocess.run(["bash", SOURCE / "jobscripts" / "hashes.sh", *args], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_decks_and_comparison(self):
        self.hashes(TALUS, "--decks", " ".join(DECKS), "--ranks", "1 3", "--out", "table")
        lines = (self.folder / "table").read_text().splitlines()
        table = {tuple(line.split()[:3]): line.split()[3] for line in lines}
        self.assertEqual(len(table), len(lines))
        self.assertEqual({key[:2] for key in table}, {(deck, ranks) for deck in DECKS for ranks in "13"})
        for (deck, ranks, quantity), value in table.items():
            self.assertEqual(value, table[deck, "1", quantity], f"{deck} on {ranks} ranks: {quantity}")
        self.assertGreater(int(table["box", "1", "sweeps"]), 100)
        self.assertNotEqual(table["box", "1", "bodies.velocity"], table["chain", "1", "bodies.velocity"])
        for quantity in ("walls.position", "memory.force", "memory.partner", "joints.point_a", "energy"):
            self.assertRegex(table["chain", "3", quantity], "^[0-9a-f]{16}$")

        self.hashes("--compare", "table", "table")
        (self.folder / "changed").write_text("\n".join(lines[1:]).replace("chain 3 steps 50", "chain 3 steps 51"))
        changed = self.hashes("--compare", "table", "changed", code=1).stdout.splitlines()
        self.assertEqual(changed, [f"{lines[0]} absent", "chain 3 steps 50 51", f"2 of {len(lines)} lines differ"])
        more = self.hashes("--compare", "changed", "table", code=1).stdout.splitlines()
        key, value = lines[0].rsplit(" ", 1)
        self.assertCountEqual(more, ["chain 3 steps 51 50", f"{key} absent {value}", f"2 of {len(lines)} lines differ"])

    def test_bad_usage(self):
        for args in ((), (TALUS, "--decks", "absent"), (TALUS, "--ranks", "0"), ("--compare", "table")):
            self.assertIn("(see --help)", self.hashes(*args, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
