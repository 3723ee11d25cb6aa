#!/usr/bin/python3
"""Setting up many materials, and many named bodies with loads, is linear: the oracle is the number of instructions that valgrind
counts, of twice as many against as many.

One class per group; CTest runs each as scene.large_lists.<group>.
"""

import pathlib
import re
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import Case

HEAD = "time: {step: 0.001, end: 0.001}\noutput: {folder: out}\ngravity: [0, 0, 0]\nsolver: {tolerance: 1e-3}\n"


def materials(count):
    rows = "".join(f"  - {{name: m{n}, mu: 0.3, density: {1000 + n}}}\n" for n in range(count))
    return HEAD + f"materials:\n{rows}bodies: {{list: [{{position: [0, 0, 0], material: m{count - 1}}}]}}\n"


def loads(count):
    bodies = "".join(f"    - {{name: b{n}, position: [{n}, 0, 0], radius: 0.1}}\n" for n in range(count))
    rows = "".join(f"  - {{kind: force, body: b{n}, amount: [0, 0, 1]}}\n" for n in range(count))
    return HEAD + f"bodies:\n  list:\n{bodies}loads:\n{rows}"


@unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed (jobscripts/install-deps.sh --fuzz)")
class Linear(Case):
    def instructions(self, text):
        (self.folder / "deck.yaml").write_text(text)
        counter = "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"
        result = self.talus("check", "deck.yaml", prefix=counter)
        return int(re.search(r"Collected : (\d+)", result.err)[1])

    def test_twice_as_many_cost_twice_as_much(self):
        for make, count in ((materials, 100), (loads, 100)):
            none, once, twice = (self.instructions(make(n)) for n in (1, count, 2 * count))
            self.assertLess((twice - none) / (once - none), 2.3, make.__name__)


if __name__ == "__main__":
    unittest.main()
