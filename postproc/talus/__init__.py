"""Reads what a run of Talus left in its output folder.

    import talus
    run = talus.open("out/pile-small")
    run.summary["state_hash"]               # summary.json
    run.series["time"], run.units["time"]   # series.csv: numpy columns; "s"
    run.state["position"][:, 2].max()       # checkpoint.h5: fields of all bodies, in the order of their ids
    run.frames.times, run.frames[-1]["velocity"]        # trajectory.h5, .1.h5, ...: frames, read when asked for
    run.contacts.at(0.5)["normal_force"]                # contacts.h5, ...: the frame nearest to 0.5 s
    run.deck["contact.rho"]                 # the resolved deck that the checkpoint holds

Needs numpy and h5py, for the scripts beside it also matplotlib. What cannot be read raises talus.Error, a line for a user.
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

from talus.frames import Frame, Frames  # noqa: E402
from talus.run import Error, Run, State, open  # noqa: E402
from talus.script import main, study  # noqa: E402

__all__ = ["Error", "Frame", "Frames", "Run", "State", "main", "open", "study"]
