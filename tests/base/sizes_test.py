#!/usr/bin/python3
"""Sizes that a reader meets: lines up to 120 columns, functions up to 60 lines, files up to 500. The sources are formatted, so
that a function ends with the brace in the column where it began."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE

COLUMNS, FUNCTION, FILE = 120, 60, 500
HEAD = re.compile(r"\)( const| override| noexcept| mutable)*( -> .+)? \{$")
NO_FUNCTION = re.compile(r"\s*(namespace|class|struct|enum|union|extern|if|for|while|switch|else|do|try|\})\b")


def functions(lines):
    """(first line, number of lines) of each function: a head with an argument list, up to the closing brace in its column."""
    for n, line in enumerate(lines):
        if not HEAD.search(line) or NO_FUNCTION.match(line):
            continue
        first = n
        while first > 0 and ("(" not in lines[first] or lines[first].lstrip().startswith(":")) and lines[first - 1].strip():
            first -= 1
        indent = len(lines[first]) - len(lines[first].lstrip())
        if "(" not in lines[first] or indent > 4 or NO_FUNCTION.match(lines[first]):
            continue
        last = next((k for k in range(n + 1, len(lines)) if lines[k].startswith(" " * indent + "}")), n)
        yield first + 1, last - first + 1


def faults(name, text):
    lines = text.splitlines()
    found = [f"{name}:{n}: a line of {len(line)} columns" for n, line in enumerate(lines, 1) if len(line) > COLUMNS]
    if len(lines) > FILE:
        found.append(f"{name}: {len(lines)} lines")
    return found + [f"{name}:{first}: a function of {count} lines" for first, count in functions(lines) if count > FUNCTION]


class Sizes(unittest.TestCase):
    def test_sources_are_within_the_sizes_of_the_style(self):
        sources = [p for folder in ("src", "drivers") for p in sorted((SOURCE / folder).rglob("*.?pp"))]
        self.assertGreater(len(sources), 100)
        self.assertEqual([f for p in sources for f in faults(p.relative_to(SOURCE), p.read_text())], [])

    def test_planted_faults_are_seen(self):
        body = "  x();\n" * 59
        self.assertEqual(faults("a.cpp", f"void f() {{\n{body[:-7]}}}\n"), [])
        self.assertEqual(faults("a.cpp", f"\nvoid f() {{\n{body}}}\n"), ["a.cpp:2: a function of 61 lines"])
        self.assertEqual(faults("a.cpp", f"class C {{\n  void f(int,\n         int) const {{\n{body}  }}\n}};\n"), ["a.cpp:2: a function of 62 lines"])
        self.assertEqual(faults("a.cpp", "x" * 121 + "\n" * 501)[:2], ["a.cpp:1: a line of 121 columns", "a.cpp: 501 lines"])


if __name__ == "__main__":
    unittest.main()
