"""The output folder of a run: summary, time series, last state, frames. Each part is read when it is first asked for."""

from __future__ import annotations

import functools
import json
import os
import pathlib

import numpy

from talus import deck
from talus.files import Error, opened
from talus.frames import Frames


class State(dict):
    """Fields of the bodies by name, one row per body, in the order of their ids: `state["position"]` or `state.position`.

    time (s), step; walls: the same fields of the walls; memory: the impulses that contacts remember, in the file's order;
    joints: their records, once for each of both bodies that is no wall.
    """

    def __init__(self, fields, walls, memory, joints, time, step):
        super().__init__(fields)
        self.walls, self.memory, self.joints, self.time, self.step = walls, memory, joints, time, step

    def __len__(self):
        return len(self["id"])

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"no field '{name}'; there are {', '.join(self)}")


class Series(dict):
    """Columns of a table by name, NumPy arrays; `units` has their units ("1" for numbers without one)."""

    def __init__(self, columns: dict[str, numpy.ndarray], units: dict[str, str]):
        super().__init__(columns)
        self.units = units

    def __missing__(self, name):
        nearest = deck.nearest(name, self)
        raise Error(f"no column '{name}' in the series{f', nearest is {nearest!r}' if nearest else ''}; list(series) has all names")

    def between(self, start: float, end: float) -> Series:
        """The rows from `start` to `end`, both included, s."""
        rows = (self["time"] >= start) & (self["time"] <= end)
        return Series({name: column[rows] for name, column in self.items()}, self.units)


def open(folder: str | os.PathLike) -> Run:
    """The run in this folder, which may still be in progress. Raises Error if there is no such folder."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        raise Error(f"{folder}: {'not a folder' if folder.exists() else 'no such folder'}; expected the output folder of a run")
    return Run(folder)


class Run:
    """What a run wrote into its folder. Parts are kept once they were read; `refresh()` reads them again in a running job."""

    def __init__(self, folder: str | pathlib.Path):
        self.folder = pathlib.Path(folder)

    def __repr__(self) -> str:
        return f"<run in {self.folder}, {self.summary['status'] if self.has_ended else 'in progress'}>"

    def refresh(self) -> Run:
        """Forgets what was read. Returns the run itself."""
        self.__dict__ = {"folder": self.folder}
        return self

    @property
    def has_ended(self) -> bool:
        """Has the run written its summary? If not, it is in progress or was killed."""
        return (self.folder / "summary.json").exists()

    @functools.cached_property
    def summary(self) -> dict:
        """The content of summary.json, which a run writes at its end."""
        path = self._existing("summary.json", "the run has not ended yet")
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error

    @functools.cached_property
    def log(self) -> list[dict]:
        """The lines of log.jsonl: events of the kinds start, progress, warning and end. Empty where an older program ran."""
        lines: list[dict] = []
        try:
            text = (self.folder / "log.jsonl").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return lines
        for line in text.splitlines():
            try:
                lines.append(json.loads(line))
            except ValueError:  # cut short by a crash
                continue
        return lines

    @functools.cached_property
    def series(self) -> Series:
        """The complete rows of series.csv by columns: `run.series["time"]`."""
        series = self.table("series.csv", "no step has been done yet")
        for name in ("step", "time", "sweeps"):  # those of a probe are not finite while its body is not there
            if not numpy.isfinite(series.get(name, numpy.zeros(0))).all():
                raise Error(f"{self.folder / 'series.csv'}: column {name} has a value that is not a number")
        return series

    @property
    def units(self) -> dict[str, str]:
        """Units of the series."""
        return self.series.units

    @property
    def state(self) -> State:
        """All bodies at the last checkpoint."""
        return self._checkpoint[0]

    @property
    def deck(self) -> dict:
        """The resolved deck: `run.deck["contact.mu"]`."""
        if not self._checkpoints() and any(self.folder.glob("trajectory*.h5")):
            return deck.parse(self.frames.deck)
        return self._checkpoint[1]

    @property
    def walls(self) -> dict[str, numpy.ndarray]:
        """Fields of the walls at the last checkpoint, and their names in the deck as the field `name`."""
        walls = self.state.walls
        return {"name": numpy.array([self.deck.get(f"walls[{w}].name", "") for w in range(len(walls["id"]))], dtype=str), **walls}

    @property
    def shapes(self) -> dict[str, numpy.ndarray]:
        """The table of shapes, for talus.shapes."""
        return self.frames.shapes

    @functools.cached_property
    def balance(self) -> Series:
        """How evenly work is shared, against time: columns of balance.csv by name."""
        return self.table("balance.csv", "the deck's output.balance_every is 0, or no step has been done yet")

    @functools.cached_property
    def frames(self) -> Frames:
        """Frames of all bodies."""
        return self._frames("trajectory")

    @functools.cached_property
    def contacts(self) -> Frames:
        """Frames of the contacts that carry a force."""
        return self._frames("contacts")

    @functools.cached_property
    def joints(self) -> Frames:
        """Frames of the forces in joints and drives."""
        return self._frames("joints")

    @functools.cached_property
    def maps(self) -> Frames:
        """Frames of the maps of walls."""
        return self._frames("maps")

    def table(self, name: str, why: str) -> Series:
        """Columns of a CSV file of the folder by name; `why` it may be missing. A running job's last line may be incomplete; it is left out."""
        path = self._existing(name, why)
        try:
            lines = path.read_text().splitlines(keepends=True)
            if lines and not lines[-1].endswith("\n"):
                lines.pop()
            if not lines and not self.has_ended:
                return Series({"step": numpy.zeros(0), "time": numpy.zeros(0)}, {"step": "1", "time": "s"})
            titles = [title.partition(" [") for title in lines[0].strip().split(",")]
            rows = [line for line in lines[1:] if line.strip()]
            table = numpy.loadtxt(rows, delimiter=",", ndmin=2).reshape(-1, len(titles)) if rows else numpy.empty((0, len(titles)))
        except (OSError, ValueError, IndexError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error
        return Series({title: table[:, c] for c, (title, _, _) in enumerate(titles)}, {title: unit.rstrip("]") or "1" for title, _, unit in titles})

    def _frames(self, stream: str) -> Frames:
        return Frames(self.folder, stream, may_be_empty=(self.folder / ".lock").exists() and not self.has_ended)

    @functools.cached_property
    def _checkpoint(self) -> tuple[State, dict]:
        path = next(iter(self._checkpoints()), None) or self._existing("checkpoint.h5", "the run has not written one yet")
        try:
            with opened(path, "checkpoint") as file:
                bodies, walls, memory, joints = ({name: data[:] for name, data in file[group].items()} for group in ("bodies", "walls", "memory", "joints"))
                time, step = float(file.attrs["time"]), int(file.attrs["step"])
                text = bytes(file["deck"][:]).decode()
        except (OSError, KeyError, UnicodeDecodeError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error
        order = numpy.argsort(bodies["id"], kind="stable")
        return State({name: column[order] for name, column in bodies.items()}, walls, memory, joints, time, step), deck.parse(text)

    def _checkpoints(self) -> list[pathlib.Path]:
        """Newest first. While a running job puts a new one in place, there may be only the previous one for a moment."""
        names = ("checkpoint.h5", "checkpoint.1.h5", "checkpoint.h5")
        return [path for name in names if (path := self.folder / name).exists()]

    def _existing(self, name: str, why: str) -> pathlib.Path:
        path = self.folder / name
        if not path.exists():
            raise Error(f"{self.folder}: no {name}; {why}, or this is not the output folder of a run")
        return path
