#!/usr/bin/python3
"""Shipped scenes at small size. The oracle is the run on one rank: the same bits on three, through a restart on two.

One class per group; CTest runs each as scene.decks.<group>.
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE, Case

SMALL = {  # steps that make contacts of every kind in each
    "blocks": ("time.end=0.02", "bodies.list[0].position=[-0.08, 0, 0.12]"),
    "conveyor": ("time.end=0.8",),
    "corner": ("time.end=0.6", "pile.drop_height=0.3"),
    "drum": ("time.end=0.6",),
    "drum-closed": ("time.end=0.2", "bodies.count=200", "drum.length=0.05"),
    "hopper": ("time.end=0.4", "bodies.count=150", "hopper.width=0.4", "hopper.depth=0.2", "hopper.drop=0.05"),
    "mixer": ("time.end=0.16", "bodies.count=100"),
    "rockfall": ("time.end=0.8", "bodies.count=12"),
    "rover": ("time.end=0.24", "bodies.count=150", "rover.start=0"),
    "shear-cell": ("time.end=0.1", "bodies.count=380", "solver.max_sweeps=200"),
    "silo": ("time.end=0.3", "bodies.count=300", "silo.opens=0.1"),
}


class Scenes(Case):
    def run_small(self, name, folder, *sets, **how):
        words = [word for s in (*SMALL[name], *sets, f"output.folder={folder}", "output.every=0") for word in ("--set", s)]
        self.talus("run", SOURCE / "input" / f"{name}.yaml", "--quiet", *words, **how)
        return self.summary(folder)

    def test_same_bits_on_three_ranks_and_through_a_restart(self):
        for name in SMALL:
            with self.subTest(deck=name):
                alone = self.run_small(name, f"{name}-1")
                self.assertGreater(alone["contacts"], 0)
                self.run_small(name, f"{name}-3", "checkpoint.every=9", "partition.every=10", ranks=3)
                self.talus("restart", f"{name}-3/checkpoint.1.h5", "--quiet", "--set", f"output.folder={name}-2", ranks=2)
                for folder in (f"{name}-3", f"{name}-2"):
                    self.assertEqual(self.summary(folder)["state_hash"], alone["state_hash"])


if __name__ == "__main__":
    unittest.main()
