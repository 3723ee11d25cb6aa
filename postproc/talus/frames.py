"""The frames of a run, over all segments of a stream: trajectory.h5, trajectory.1.h5, ..."""

from __future__ import annotations

import collections.abc
import pathlib
import typing

import numpy

from talus.files import Error, OpenFiles

PLACES = {"trajectory": "position", "contacts": "point", "joints": "point", "maps": "centre"}


class NoFrames(Error, IndexError):
    """A running job has not completed a frame yet."""


class Place(typing.NamedTuple):
    """Where a frame is: its file, its row in the tables of frames, its first row of data, and how many there are."""

    path: pathlib.Path
    row: int
    first: int
    rows: int


class Frame(collections.abc.Mapping):
    """Fields by name, one row per body, contact or joint; a field is read when it is first asked for.

    `frame["position"]` and `frame.position` are the same NumPy array. `time` (s) and `step` say when the frame was written,
    `count` how many rows it has; `walls` holds the fields of the walls at that time (trajectories only).
    """

    def __init__(self, frames: Frames, place: Place, time: float, step: int):
        self._frames, self._place = frames, place
        self._read: dict[str, numpy.ndarray] = {}
        self.time, self.step, self.count = time, step, place.rows

    def __getitem__(self, name: str) -> numpy.ndarray:
        if name not in self._read:
            self._read[name] = self._frames._field(self._place, self.step, name)
        return self._read[name]

    def __getattr__(self, name: str) -> numpy.ndarray:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field '{name}'; there are {', '.join(self)}") from None

    def __iter__(self) -> typing.Iterator[str]:
        return iter(self._frames._fields(self._place.path))

    def __len__(self) -> int:
        return len(self._frames._fields(self._place.path))

    def __repr__(self) -> str:
        return f"<frame of {self.count} rows at {self.time:g} s, step {self.step}: {', '.join(self)}>"

    @property
    def walls(self) -> dict[str, numpy.ndarray]:
        return self._frames._walls(self._place, self.step)

    def table(self) -> numpy.ndarray:
        """All fields as one structured array, one row per body, contact or joint."""
        columns = {name: self[name] for name in self}
        table = numpy.empty(self.count, [(name, column.dtype, column.shape[1:]) for name, column in columns.items()])
        for name, column in columns.items():
            table[name] = column
        return table


class Frames(collections.abc.Sequence):
    """A sequence of frames: `frames[-1].position`, `frames[::10]`, `frames.between(1, 2)`.

    The index of times, steps and counts is read at once, frames when they are asked for. In a running job it holds the frames
    that were complete when it was opened; `run.refresh()` looks for more.
    """

    def __init__(self, folder: pathlib.Path, stream: str, may_be_empty: bool = False):
        self._stream, self._files = stream, OpenFiles(stream)
        numbers = {path: number for path in pathlib.Path(folder).glob(f"{stream}*.h5") if (number := self._number(path)) is not None}
        paths = sorted(numbers, key=numbers.__getitem__)
        if not paths and not may_be_empty:
            raise Error(f"{folder}: no {stream}.h5; the deck's output.every (and output.contacts, output.joints, output.map_every) make a run write frames")
        self._places: list[Place] = []
        times, steps = [numpy.zeros(0)], [numpy.zeros(0, dtype=int)]
        for path in paths:
            file = self._files[path]
            table = file["VTKHDF/Steps"]
            counts = file["VTKHDF/NumberOfPoints"][:][table["PartOffsets"][:]]
            self._places += [Place(path, row, int(first), int(count)) for row, (first, count) in enumerate(zip(table["PointOffsets"][:], counts))]
            times.append(table["Values"][:])
            steps.append(file["talus/step"][:])
        self._last = paths[-1] if paths else None
        self.times, self.steps = numpy.concatenate(times), numpy.concatenate(steps)

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, i):
        if isinstance(i, (slice, numpy.ndarray)):
            return self._part(numpy.arange(len(self))[i])
        if not self._places:
            raise NoFrames(f"no frame of the {self._stream} has been completed yet")
        return Frame(self, self._places[i], float(self.times[i]), int(self.steps[i]))

    @property
    def counts(self) -> numpy.ndarray:
        """Rows of each frame."""
        return numpy.array([place.rows for place in self._places], dtype=int)

    def at(self, time: float) -> Frame:
        """The frame whose time is nearest."""
        return self[int(numpy.argmin(numpy.abs(self.times - time))) if len(self) else 0]

    def of_step(self, step: int) -> Frame:
        """The frame of this step: `run.contacts.of_step(frame.step)` are the contacts of a frame of bodies."""
        found = numpy.nonzero(self.steps == step)[0]
        if not len(found):
            raise Error(f"no frame of the {self._stream} is of step {step}")
        return self[int(found[0])]

    def between(self, start: float, end: float) -> Frames:
        """The frames from `start` to `end`, both included, s."""
        return self[(self.times >= start) & (self.times <= end)]

    @property
    def fields(self) -> list[str]:
        """Names of the fields, of the last file; a program that knew fewer may have written the first ones."""
        return self._fields(self._last) if self._last else []

    @property
    def units(self) -> dict[str, str]:
        """Units of the fields; "1" for numbers without one."""
        if not self._last:
            return {}
        units = {name: self._data(self._last, name).attrs["unit"] for name in self.fields}
        return {name: unit.decode() if isinstance(unit, bytes) else unit for name, unit in units.items()}

    @property
    def shapes(self) -> dict[str, numpy.ndarray]:
        """The table of the shapes that bodies and walls name: kind, half_size and more; talus.shapes makes surfaces of it."""
        return {name: data[:] for name, data in self._files[self._last]["talus/shapes"].items()} if self._last else {}

    @property
    def deck(self) -> str | None:
        """The resolved deck as text."""
        return bytes(self._files[self._last]["deck"][:]).decode() if self._last else None

    def _part(self, rows: numpy.ndarray) -> Frames:
        part = object.__new__(Frames)
        part.__dict__.update(self.__dict__, _places=[self._places[row] for row in rows], times=self.times[rows], steps=self.steps[rows])
        return part

    def _fields(self, path: pathlib.Path) -> list[str]:
        return [*self._files[path]["VTKHDF/PointData"], PLACES[self._stream]]

    def _data(self, path: pathlib.Path, name: str):
        return self._files[path]["VTKHDF/Points" if name == PLACES[self._stream] else f"VTKHDF/PointData/{name}"]

    def _checked(self, place: Place, step: int):
        """The file of a frame. It may have been replaced since the index was read: by itself with more frames, or after a restart
        from an earlier time by others."""
        file = self._files[place.path]
        if place.row >= len(file["talus/step"]) or file["talus/step"][place.row] != step:
            raise Error(f"{place.path}: has been written again since it was opened; run.refresh() reads it again")
        return file

    def _field(self, place: Place, step: int, name: str) -> numpy.ndarray:
        self._checked(place, step)
        return self._data(place.path, name)[place.first:place.first + place.rows]

    def _walls(self, place: Place, step: int) -> dict[str, numpy.ndarray]:
        file = self._checked(place, step)
        if "talus/walls" not in file:
            return {}
        number = len(file["talus/walls/id"]) // len(file["talus/step"])
        return {name: data[place.row * number:(place.row + 1) * number] for name, data in file["talus/walls"].items()}

    def _number(self, path: pathlib.Path) -> int | None:
        middle = path.name[len(self._stream):-len(".h5")]
        if middle == "":
            return 0
        return int(middle[1:]) if middle[0] == "." and middle[1:].isdigit() else None
