"""The frames of a run, over all segments of a stream: trajectory.h5, trajectory.1.h5, ..."""

import pathlib

import h5py
import numpy

PLACES = {"trajectory": "position", "contacts": "point", "joints": "point", "maps": "centre"}


class Frame(dict):
    """Fields by name, a row a body or contact. time (s), step; walls: fields of the walls then (of trajectories)."""

    def __init__(self, fields, walls, time, step):
        super().__init__(fields)
        self.walls, self.time, self.step = walls, time, step


class Frames:
    """A sequence of frames, read when asked for: frames[-1]["position"]; times (s), steps and counts are there at once."""

    def __init__(self, folder, stream, error):
        self._stream, self._error = stream, error
        paths = [path for path in pathlib.Path(folder).glob(f"{stream}*.h5") if self._number(path) is not None]
        self._paths = sorted(paths, key=self._number)
        self._file, self._open = None, None
        self._index = []  # (path, row of the tables of frames, first row, count)
        times, steps = [], []
        for path in self._paths:
            with self._reading(path) as file:
                table = file["VTKHDF/Steps"]
                counts = file["VTKHDF/NumberOfPoints"][:][table["PartOffsets"][:]]
                self._index += [(path, row, int(first), int(count)) for row, (first, count) in enumerate(zip(table["PointOffsets"][:], counts))]
                times.append(table["Values"][:])
                steps.append(file["talus/step"][:])
        if not self._paths:
            raise error(f"{folder}: no {stream}.h5; the deck's output.every (and output.contacts, output.joints, output.map_every) make a run write frames")
        self.times, self.steps = numpy.concatenate(times), numpy.concatenate(steps)
        self.counts = numpy.array([count for *_, count in self._index])

    def __len__(self):
        return len(self._index)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        path, row, first, count = self._index[i]
        file = self._of(path)
        rows = slice(first, first + count)
        fields = {name: data[rows] for name, data in file["VTKHDF/PointData"].items()}
        fields[PLACES[self._stream]] = file["VTKHDF/Points"][rows]
        walls = {}
        if "talus/walls" in file:
            number = len(file["talus/walls/id"]) // len(file["talus/step"])
            walls = {name: data[row * number:(row + 1) * number] for name, data in file["talus/walls"].items()}
        return Frame(fields, walls, float(self.times[i]), int(self.steps[i]))

    def at(self, time):
        """The frame whose time is nearest."""
        return self[int(numpy.argmin(numpy.abs(self.times - time)))]

    @property
    def units(self):
        """Of the fields; "1" where there is none."""
        file = self._of(self._paths[-1])
        units = {name: data.attrs["unit"] for name, data in file["VTKHDF/PointData"].items()}
        units[PLACES[self._stream]] = file["VTKHDF/Points"].attrs["unit"]
        return {name: unit.decode() if isinstance(unit, bytes) else unit for name, unit in units.items()}

    @property
    def shapes(self):
        """The table of the shapes that bodies and walls name: kind, half_size and more; talus.shapes makes surfaces of it."""
        return {name: data[:] for name, data in self._of(self._paths[-1])["talus/shapes"].items()}

    def _number(self, path):
        middle = path.name[len(self._stream):-len(".h5")]
        if middle == "":
            return 0
        return int(middle[1:]) if middle[0] == "." and middle[1:].isdigit() else None

    def _reading(self, path):
        try:
            file = h5py.File(path, "r")
            if bytes(file["format"][:]).decode() != f"talus {self._stream}":
                raise self._error(f"{path}: holds no {self._stream} of Talus")
            return file
        except (OSError, KeyError) as error:
            raise self._error(f"{path}: cannot be read: {error}") from error

    def _of(self, path):
        if self._open != path:
            if self._file:
                self._file.close()
            self._file, self._open = self._reading(path), path
        return self._file
