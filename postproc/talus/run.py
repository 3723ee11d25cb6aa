"""The output folder of a run: summary, time series, last state. Each part is read when it is first asked for."""

import functools
import json
import pathlib

import h5py
import numpy

from talus import deck
from talus.frames import Frames


class Error(Exception):
    """A file is missing or cannot be read."""


class State(dict):
    """Fields of the bodies by name, a row a body, in order of their ids (units: checkpoint's attributes).

    time (s), step; walls: the same fields of the walls; memory: the impulses that contacts remember, in the file's order.
    """

    def __init__(self, fields, walls, memory, time, step):
        super().__init__(fields)
        self.walls, self.memory, self.time, self.step = walls, memory, time, step

    def __len__(self):
        return len(self["id"])


def open(folder):
    """The run in this folder. Raises Error if there is no such folder."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        raise Error(f"{folder}: {'not a folder' if folder.exists() else 'no such folder'}; expected the output folder of a run")
    return Run(folder)


class Run:
    def __init__(self, folder):
        self.folder = folder

    @functools.cached_property
    def summary(self):
        path = self._existing("summary.json", "the run has not ended yet")
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error

    @property
    def series(self):
        return self._series[0]

    @property
    def units(self):
        return self._series[1]

    @property
    def state(self):
        return self._checkpoint[0]

    @property
    def deck(self):
        return self._checkpoint[1]

    @functools.cached_property
    def balance(self):
        """How evenly work is shared, against time: columns of balance.csv by name."""
        return self._table("balance.csv", "the deck's output.balance_every is 0, or no step has been done yet")[0]

    def table(self, name, why):
        """Columns of a CSV file of the folder by name; `why` it may be missing."""
        return self._table(name, why)[0]

    @functools.cached_property
    def frames(self):
        return Frames(self.folder, "trajectory", Error)

    @functools.cached_property
    def contacts(self):
        return Frames(self.folder, "contacts", Error)

    @functools.cached_property
    def joints(self):
        return Frames(self.folder, "joints", Error)

    @functools.cached_property
    def maps(self):
        return Frames(self.folder, "maps", Error)

    @functools.cached_property
    def _series(self):
        columns, units = self._table("series.csv", "no step has been done yet")
        for name in ("step", "time", "sweeps"):  # a probe's may be not a number while its body is not there
            if not numpy.isfinite(columns.get(name, numpy.zeros(0))).all():
                raise Error(f"{self.folder / 'series.csv'}: column {name} has a value that is not a number")
        return columns, units

    def _table(self, name, why_missing):
        path = self._existing(name, why_missing)
        try:
            lines = path.read_text().splitlines(keepends=True)
            if lines and not lines[-1].endswith("\n"):
                lines.pop()  # of a run that is going on, or was killed
            titles = [title.partition(" [") for title in lines[0].strip().split(",")]
            rows = [line for line in lines[1:] if line.strip()]
            table = numpy.loadtxt(rows, delimiter=",", ndmin=2).reshape(-1, len(titles)) if rows else numpy.empty((0, len(titles)))
        except (OSError, ValueError, IndexError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error
        columns = {name: table[:, c] for c, (name, _, _) in enumerate(titles)}
        return columns, {name: unit.rstrip("]") or "1" for name, _, unit in titles}

    @functools.cached_property
    def _checkpoint(self):
        path = self._existing("checkpoint.h5", "the run has not written one yet")
        try:
            with h5py.File(path, "r") as file:
                if bytes(file["format"][:]) != b"talus checkpoint":
                    raise Error(f"{path}: not a checkpoint of Talus")
                bodies, walls, memory = ({name: file[group][name][:] for name in file[group]} for group in ("bodies", "walls", "memory"))
                time, step = float(file.attrs["time"]), int(file.attrs["step"])
                text = bytes(file["deck"][:]).decode()
        except (OSError, KeyError, UnicodeDecodeError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error
        order = numpy.argsort(bodies["id"], kind="stable")
        return State({name: column[order] for name, column in bodies.items()}, walls, memory, time, step), deck.parse(text)

    def _existing(self, name, why):
        path = self.folder / name
        if not path.exists():
            raise Error(f"{self.folder}: no {name}; {why}, or this is not the output folder of a run")
        return path
