#!/usr/bin/python3
"""The package talus as pip installs it, and its types. One class a group; CTest runs each as postproc.package.<group>."""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE, TALUS, Case

PYTHON = "/usr/bin/python3"  # Debian's, in which pip must not install


def run(*command, **how):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=300, **how)


class Install(Case):
    def test_into_an_environment_without_a_network(self):
        """The installed package, not that of the tree, finds the executable, has its types, and its command runs."""
        missing = [name for name in ("pip", "venv", "setuptools", "wheel") if run(PYTHON, "-c", f"import {name}").returncode]
        if missing:
            self.skipTest(f"{PYTHON} has no {', '.join(missing)} (jobscripts/install-deps.sh)")
        shutil.copytree(SOURCE / "postproc" / "talus", self.folder / "source" / "talus")  # a build leaves files next to the sources
        shutil.copy(SOURCE / "postproc" / "pyproject.toml", self.folder / "source")
        python = self.folder / "venv" / "bin" / "python"
        for command in ((PYTHON, "-m", "venv", "--system-site-packages", "--without-pip", self.folder / "venv"),
                        (PYTHON, "-m", "pip", "--python", python, "install", "--no-build-isolation", "--no-index", "--no-compile", "--quiet", self.folder / "source")):
            done = run(*command)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        environment = {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, "TALUS_BINARY": TALUS}
        done = run(python, "-c", "import talus; print(talus.__file__, talus.keys()['contact.mu']['default'])", cwd=self.folder, env=environment)
        place, default = done.stdout.split()
        self.assertTrue(pathlib.Path(place).is_relative_to(self.folder / "venv"), place)
        self.assertEqual(default, "0.5")
        self.assertTrue((pathlib.Path(place).parent / "py.typed").exists())
        self.assertEqual({file.name for file in pathlib.Path(place).parent.glob("*.py")}, {file.name for file in (SOURCE / "postproc" / "talus").glob("*.py")})
        self.assertEqual(run(python, "-m", "talus.urdf", "--help", cwd=self.folder, env=environment).returncode, 0)


class Types(Case):
    def test_they_agree(self):
        """mypy finds nothing; the package says by py.typed that it has types."""
        if not importlib.util.find_spec("mypy"):
            self.skipTest("mypy is not installed (jobscripts/install-deps.sh --slurm)")
        done = run(sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", self.folder, "talus", cwd=SOURCE / "postproc")
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    program = unittest.main(exit=False)
    sys.exit(77 if program.result.wasSuccessful() and program.result.skipped else not program.result.wasSuccessful())
