"""The executable: where it is, which keys it knows, and how Python starts it."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import typing
import warnings

from talus import run
from talus.files import Error

ROOT = pathlib.Path(__file__).resolve().parents[2]  # of the repository, unless pip has copied the package
LOOK_EVERY = 0.2  # s
MESSAGE = re.compile(r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<text>.*)")

Progress = typing.Union[bool, typing.Callable[[float, float], None]]


class RunError(Error):
    """The executable ended with an error; `code` is its exit code (2: the deck, 4: the solver or the physics, 5: a file)."""

    def __init__(self, message: str, code: int):
        super().__init__(message)
        self.code = code


def executable() -> pathlib.Path:
    """The program `talus`: of the environment variable TALUS_BINARY, of this tree's build, or of PATH."""
    named, built, found = os.environ.get("TALUS_BINARY"), ROOT / "build" / "release" / "bin" / "talus", shutil.which("talus")
    for path in (named, built, found):
        if path and pathlib.Path(path).is_file():
            return pathlib.Path(path).resolve()
    raise Error(f"no executable talus: set TALUS_BINARY, build {built}, or put it on PATH")


def keys() -> dict[str, dict]:
    """The executable's table of deck keys: kind, unit, range, default and meaning of each.

    >>> keys()["contact.mu"]["default"]
    '0.5'
    """
    program = executable()
    return _keys(program, program.stat().st_mtime_ns)


@functools.lru_cache(maxsize=4)
def _keys(program, _):
    return json.loads(_output([program, "check", "--keys", "--json"]))


def check(path: str | os.PathLike) -> str:
    """The resolved deck, as `talus check` prints it. Raises RunError with its message where the deck is faulty."""
    return _output([executable(), "check", path])


def _output(command):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env=environment())
    if done.returncode:
        raise RunError(_message(done.stderr), done.returncode)
    return done.stdout


def _message(text):
    lines = [line.removeprefix("talus: ") for line in text.splitlines() if line.startswith("talus: ") and "warning:" not in line]
    return lines[0] if lines else text.strip()[-500:] or "talus ended without a message"


def environment() -> dict[str, str]:
    """This process's environment, without what an mpirun around it has set: its own mpirun would take it for its own.

    Where this process is no rank of a job, OMPI_* are the user's settings and stay.
    """
    if not any(name in os.environ for name in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK")):
        return dict(os.environ)
    kept = ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_MCA_rmaps_base_oversubscribe", "OMPI_MCA_hwloc_base_binding_policy")
    return {name: value for name, value in os.environ.items() if name.startswith(kept) or not name.startswith(("OMPI_", "PMIX_", "PMI_"))}


def run_deck(path: str | os.PathLike, folder: str | os.PathLike, end: float, ranks: int = 1, resume: bool = False,
             progress: Progress = True) -> run.Run:
    """Runs a deck to its end, which is at `end` s, and opens its output folder. Ctrl-C has it write a checkpoint and stop."""
    launcher = [os.environ.get("TALUS_LAUNCHER", "mpirun"), "-n", str(ranks)] if ranks > 1 else []
    command = [*launcher, str(executable()), "run", str(path), "--quiet", *(["--resume"] if resume else [])]
    with tempfile.TemporaryFile("w+") as said:
        try:
            process = subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)
        except OSError as error:
            raise Error(f"{command[0]}: cannot be started: {error}") from error
        code = _wait(process, pathlib.Path(folder), end, progress)
        said.seek(0)
        text = said.read()
    if code not in (0, 3):
        raise RunError(_message(text), code)
    for line in re.findall(r"^talus: warning: (.*)", text, re.M):
        warnings.warn(line, stacklevel=3)
    return run.open(folder)


def _wait(process, folder, end, progress):
    shown = _show if progress is True and sys.stderr.isatty() else progress if callable(progress) else None
    try:
        while process.poll() is None:
            if shown and (now := _time_reached(folder)) is not None:
                shown(now, end)
            _pause(process)
    except BaseException:
        process.send_signal(signal.SIGUSR2)
        process.wait()
        raise
    finally:
        if shown is _show:
            print(file=sys.stderr)
    if shown and (now := _time_reached(folder)) is not None:
        shown(now, end)
    return process.returncode


def _pause(process):
    try:
        process.wait(LOOK_EVERY)
    except subprocess.TimeoutExpired:
        pass


def _show(now, end):
    part = min(1.0, now / end) if end > 0 else 1.0
    print(f"\r[{'#' * round(30 * part):30}] {100 * part:3.0f} %  {now:g} of {end:g} s", end="", file=sys.stderr, flush=True)


def _time_reached(folder):
    """Simulated time of the last complete row of the series; None where there is none yet."""
    try:
        with open(folder / "series.csv", "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 65536))
            rows = file.read().split(b"\n")
        return float(rows[-2].split(b",")[1])
    except (OSError, ValueError, IndexError):
        return None


def submit(path: str | os.PathLike, options: str = "") -> int:
    """Submits a deck by jobscripts/run.slurm, with options of sbatch ("--ntasks=64 --time=2:00:00"). Returns the number of the job."""
    script = next((root / "jobscripts" / "run.slurm" for root in (ROOT, *executable().parents) if (root / "jobscripts" / "run.slurm").exists()), None)
    if not script:
        raise Error("no jobscripts/run.slurm near the package or the executable")
    variables = {**environment(), "TALUS_BINARY": str(executable())}
    if options:
        variables["TALUS_SBATCH"] = options
    done = subprocess.run(["bash", str(script), str(path)], env=variables, capture_output=True, text=True)
    number = re.search(r"job (\d+)", done.stdout + done.stderr)
    if done.returncode or not number:
        raise RunError((done.stderr or done.stdout).strip(), done.returncode)
    return int(number[1])


