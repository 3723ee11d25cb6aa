#!/usr/bin/python3
"""The tutorials, followed as a reader does: files are saved, commands and Python run in their order, and what the page says that they
print is compared with what they print. The default suite makes every run small and compares words; the campaign runs them as they
stand and compares numbers too. Where a page has a notebook, its cells are run instead, and it must be what the page makes."""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "postproc"))
os.environ.setdefault("MPLBACKEND", "Agg")

from command import SOURCE, TALUS, Case

sys.path.insert(0, str(SOURCE / "docs" / "sphinx"))
import notebooks

PAGES = SOURCE / "docs" / "tutorials"
SMALL = {  # what makes the runs of a page small; nothing else of the page changes
    "pile": "--set bodies.count=40 --set pile.drop_height=0.05 --set time.end=0.5",
    "silo": "--set feeds[0].count=30 --set feeds[0].rate=60 --set time.end=3.6 --set time.step=0.005",
    "rover": "--set bodies.count=30 --set time.end=2.1 --set time.step=0.005 --set output.every=0.5",
    "guideway": "--set time.end=0.0665 --set guideway.speed=0.4 --set solver.tolerance=1e-5",
    "sweep": "--set bodies.count=40 --set pile.drop_height=0.05 --set time.end=0.3",
    "reading": "--set bodies.count=60 --set pile.drop_height=0.05 --set time.end=0.75",
}
LONG = ("--stiffness", "render.py", "out/pile-1mm", "out/pile-3mm")  # in the campaign alone
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|nan")
WORDS = 24  # characters; a small pile has no angle behind them
CHANGES = ("seconds", "steps/s", "contact updates")  # lines whose numbers depend on the machine


def steps(page):
    """(kind, text) in the order of the page: `save NAME`, `run`, `python` and `expect`."""
    found = []
    for before, language, text in re.findall(r"([^\n]*)\n\n```(\w*)\n(.*?)^```", page.read_text(), re.S | re.M):
        if name := notebooks.saved_as(before):
            found.append((f"save {name}", text))
        elif language in ("", "python"):
            found.append(("python" if language else "run", text))
        elif language == "text" and found and found[-1][0] in ("run", "python"):
            found.append(("expect", text))
    return found


def notebook_steps(path):
    """The same of a notebook: cells of code, and what the text behind them says that they print."""
    found = []
    for cell in json.loads(path.read_text())["cells"]:
        text = "".join(cell["source"]) + "\n"
        magic, _, rest = text.partition("\n")
        if cell["cell_type"] == "markdown":
            for expected in re.findall(r"^```text\n(.*?)^```", text, re.S | re.M):
                if found and found[-1][0] in ("run", "python"):
                    found.append(("expect", expected))
        elif magic.startswith("%%"):
            found.append(("run" if magic == "%%bash" else f"save {magic.removeprefix('%%writefile ')}", rest))
        else:
            found.append(("python" if found else "setup", text))
    return found


class Tutorial(Case):
    def setUp(self):
        super().setUp()
        for name in ("input", "postproc", "jobscripts"):
            (self.folder / name).symlink_to(SOURCE / name)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def follow(self, name, full):
        page = PAGES / f"{name}.md"
        shim = self.folder / "bin" / "talus"
        shim.parent.mkdir()
        smaller = "" if full else SMALL[name]
        shim.write_text(f'#!/bin/bash\ncase $1 in run | check | restart) exec {TALUS} "$@" {smaller} ;; *) exec {TALUS} "$@" ;; esac\n')
        shim.chmod(0o755)
        environment = {"TALUS_BINARY": str(shim), "PATH": f"{shim.parent}:{os.environ['PATH']}"}
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.update(environment)
        names, printed = {}, ""
        book = page.with_suffix(".ipynb")
        followed = notebook_steps(book) if book.exists() else steps(page)
        self.assertGreater(len(followed), 3)
        for kind, text in followed:
            with self.subTest(f"{name}: {text}"):
                if kind.startswith("save "):
                    (self.folder / kind[5:]).write_text(text)
                elif kind == "run":
                    printed = self.run_lines(text, full)
                elif kind in ("python", "setup"):
                    printed = self.run_python(text, names, page)
                elif printed is not None:
                    self.compare(text, printed, full)

    def run_lines(self, text, full):
        """What the lines print, as one shell whose variables the next block finds; None if one of them is left to the campaign."""
        lines = [line for line in text.splitlines() if full or not any(word in line for word in LONG)]
        script = "\n".join(["[ ! -e .exports ] || source ./.exports", *lines, "export -p > .exports"])
        done = subprocess.run(["bash", "-ec", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=3000 if full else 120)
        self.assertEqual(done.returncode, 0, f"{text}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout + done.stderr if len(lines) == len(text.splitlines()) else None

    def run_python(self, text, names, page):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # small runs leave means of nothing
            exec(compile(text, str(page), "exec"), names)
        return said.getvalue()

    def compare(self, expected, printed, full):
        """Each line is among those printed: by its first words, and to the last digit in the campaign."""
        words = {NUMBER.sub("#", line.strip())[:WORDS] for line in printed.splitlines()}
        lines = {line.strip() for line in printed.splitlines()}
        for line in filter(None, map(str.strip, expected.splitlines())):
            if full and not any(word in line for word in CHANGES):
                self.assertIn(line, lines)
            elif not line.startswith("talus: warning"):  # small runs need not warn
                self.assertIn(NUMBER.sub("#", line)[:WORDS], words)


class Pages(unittest.TestCase):
    def test_each_tutorial_is_followed(self):
        self.assertEqual(sorted(page.stem for page in PAGES.glob("*.md")), sorted(SMALL))

    def test_notebooks_are_those_of_the_pages(self):
        """To the letter (docs/sphinx/notebooks.py makes them), with the same steps as the page behind the setup."""
        self.assertEqual(sorted(book.stem for book in PAGES.glob("*.ipynb")), sorted(notebooks.NAMES))
        for name in notebooks.NAMES:
            page = PAGES / f"{name}.md"
            self.assertEqual(page.with_suffix(".ipynb").read_text(), notebooks.notebook(page))
            self.assertEqual(notebook_steps(page.with_suffix(".ipynb"))[1:], steps(page))


def have_slurm():
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return all(shutil.which(tool, path=path) for tool in ("munged", "slurmctld", "slurmd", "sbatch"))


def tests(names, full):
    """A test for each of these tutorials; the one on sweeps needs Slurm."""
    def test_of(name):
        def test(self):
            if name == "sweep" and not have_slurm():
                self.skipTest("Slurm is not installed (jobscripts/install-deps.sh --slurm)")
            self.follow(name, full)
        return test

    return {f"test_{name}": test_of(name) for name in names}


Small = type("Small", (Tutorial,), tests(SMALL.keys() - {"sweep"}, False))
Sweep = type("Sweep", (Tutorial,), tests({"sweep"}, False))
Full = type("Full", (Tutorial,), tests(SMALL, True))


if __name__ == "__main__":
    program = unittest.main(exit=False)
    sys.exit(77 if program.result.wasSuccessful() and program.result.skipped else not program.result.wasSuccessful())
