"""Talus for Python: describe scenes, run them, read what runs leave, analyse it.

    import talus
    scene = talus.Scene()                   # a deck; every key is checked when it is given
    scene.set(time={"step": 1e-3, "end": 0.5}, output={"folder": "out/drop", "every": 0.01})
    scene.add_wall("plane")
    scene.add_body([0, 0, 0.1], radius=0.02)
    run = scene.run(ranks=2)

    run = talus.open("out/pile-small")
    run.summary["state_hash"]               # summary.json
    run.series["time"], run.units["time"]   # series.csv: NumPy columns; "s"
    run.state.position[:, 2].max()          # checkpoint.h5: fields of all bodies, in the order of their ids
    run.frames.times, run.frames[-1].velocity           # trajectory.h5, .1.h5, ...: frames, read when asked for
    run.contacts.at(0.5).normal_force                   # contacts.h5, ...: the frame nearest to 0.5 s
    run.deck["contact.rho"]                 # the resolved deck that the checkpoint holds
    talus.analyse.angle_of_repose(run.state)

Needs NumPy and h5py, for the scripts beside it also Matplotlib. Errors are of the class talus.Error; their message is one line.
docs/reference/python.md is its guide.
"""

import importlib.util
import os
import sys


def _need(modules, debian="/usr/bin/python3"):
    """Scripts of postproc/ go on under Debian's Python, for which install-deps.sh installs, if this one lacks a module."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if not missing:
        return
    script = os.path.abspath(sys.argv[0])
    ours = os.path.dirname(script) == os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if ours and os.path.exists(debian) and not os.path.samefile(debian, getattr(sys, "_base_executable", sys.executable)):
        os.execv(debian, [debian, script, *sys.argv[1:]])
    packages = " ".join(f"python3-{module}" for module in missing)
    message = f"{sys.executable} has no {', '.join(missing)}; jobscripts/install-deps.sh installs them (Debian: {packages})"
    if not ours:
        raise ImportError(message)
    print(f"{os.path.basename(script)}: error: {message}", file=sys.stderr)
    sys.exit(2)


_need(("numpy", "h5py", "matplotlib"))

from talus import analyse, shapes  # noqa: E402
from talus.files import Error  # noqa: E402
from talus.frames import Frame, Frames  # noqa: E402
from talus.launch import RunError, executable, keys  # noqa: E402
from talus.run import Run, Series, State, open  # noqa: E402
from talus.scene import Entry, Scene  # noqa: E402
from talus.script import main, study  # noqa: E402
from talus.studies import Case, sweep  # noqa: E402

__all__ = ["Case", "Entry", "Error", "Frame", "Frames", "Run", "RunError", "Scene", "Series", "State", "analyse", "executable", "keys",
           "main", "open", "shapes", "study", "sweep"]
