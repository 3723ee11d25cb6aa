"""Frames as small numbers for a page: 16 bits per value, differences in time, split in bytes, deflated, base64.

`Frames` of a run become a `table` (numbers and names, for JSON) and `blobs` (text by name). Bodies come in blocks of frames, so that a
page decodes those that it shows first. `fields_of` is the inverse of `Bodies.encoded`, and `orientations` that of `smallest_three`:
tests compare them and the page's own decoder with the files.
"""

import base64
import zlib

import numpy

from talus.shapes import SPHERE, surface

LEVELS = 65535
ORDER = {"position": 2, "orientation": 1, "speed": 1, "force": 1, "rank": 1}  # of the prediction in time, in the order of a block
TURNS = 4095          # levels of a quaternion's component
NOBODY = 0xFFFFFF     # the body of a contact's end at a wall
MOST_FRAMES = 200
BLOCK = 20            # frames that are decoded together
MOST_POSES = 2_200_000
MOST_CONTACTS = 400_000
MOST_BYTES = 28_000_000


def pack(values, order=1):
    """Bytes of values (frames, ...) of 16 bits. order: each frame is predicted as the last one (1) or on the line of the last two (2)."""
    residual = values.astype(numpy.int32)
    for first in range(1, order + 1):
        residual[first:] = residual[first:] - residual[first - 1:-1]
    residual = residual.astype(numpy.int16)
    folded = ((residual << 1) ^ (residual >> 15)).astype("<u2")  # small numbers of either sign have a high byte of zero
    return folded.ravel().view(numpy.uint8).reshape(-1, 2).T.ravel()


def unpack(packed, shape, order=1):
    low, high = packed.reshape(2, -1).astype(numpy.uint16)
    folded = low | high << 8
    values = ((folded >> 1) ^ (-(folded & 1).astype(numpy.int16)).view(numpy.uint16)).astype(numpy.int64).reshape(shape)
    for first in range(order, 0, -1):
        values[first - 1:] = numpy.cumsum(values[first - 1:], axis=0)
    return (values & 0xFFFF).astype(numpy.uint16)


def fields_of(table, blobs):
    """The fields of `Bodies.encoded` by name, (frames, bodies) or (frames, bodies, 3), as 16-bit values."""
    shapes = {"position": (3, table["bodies"]), "orientation": (3, len(table["turned"])), **{name: (table["bodies"],) for name in ("speed", "force", "rank")}}
    parts = {name: [] for name in shapes}
    for block, first in enumerate(range(0, len(table["times"]), table["block"])):
        packed = numpy.frombuffer(zlib.decompress(base64.b64decode(blobs[f"frames-{block}"])), dtype=numpy.uint8)
        count = min(table["block"], len(table["times"]) - first)
        for name, shape in shapes.items():
            size = 2 * count * int(numpy.prod(shape))
            parts[name].append(unpack(packed[:size], (count, *shape), ORDER[name]))
            packed = packed[size:]
    return {name: numpy.concatenate(part).swapaxes(1, -1) for name, part in parts.items()}


def text(array):
    return base64.b64encode(zlib.compress(numpy.ascontiguousarray(array).tobytes(), 6)).decode()


class Box:
    """Places as 16 bits per axis between two corners."""

    def __init__(self, low, high):
        self.low, self.step = low, numpy.maximum(high - low, 1e-9) / LEVELS

    def quantised(self, places):
        return numpy.rint((places - self.low) / self.step).clip(0, LEVELS).astype(numpy.uint16)

    def places(self, quantised):
        return self.low + quantised * self.step

    def table(self):
        return {"low": self.low.tolist(), "step": self.step.tolist()}


def smallest_three(quaternions):
    """(..., 4) in the order x, y, z, w -> (..., 3) of 16 bits: the three smaller components, and which one is left out."""
    largest = numpy.abs(quaternions).argmax(axis=-1)
    sign = numpy.where(numpy.take_along_axis(quaternions, largest[..., None], -1) < 0, -1.0, 1.0)
    others = numpy.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])[largest]
    three = numpy.take_along_axis(quaternions * sign, others, -1)
    levels = numpy.rint((three * numpy.sqrt(2) + 1) / 2 * TURNS).clip(0, TURNS).astype(numpy.uint16)
    levels[..., 0] |= (largest << 12).astype(numpy.uint16)
    return levels


def orientations(levels):
    largest = levels[..., 0] >> 12
    three = ((levels & 0xFFF) / TURNS * 2 - 1) / numpy.sqrt(2)
    left = numpy.sqrt(numpy.maximum(1 - (three**2).sum(axis=-1), 0))
    others = numpy.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])[largest]
    quaternions = numpy.zeros((*levels.shape[:-1], 4))
    numpy.put_along_axis(quaternions, others, three, -1)
    numpy.put_along_axis(quaternions, largest[..., None].astype(int), left[..., None], -1)
    return quaternions


def chosen(frames, most):
    """Indices of the frames that are shown: evenly, with the first and the last."""
    return numpy.unique(numpy.linspace(0, len(frames) - 1, min(len(frames), max(most, 1))).round().astype(int))


class Bodies:
    """Bodies of some frames in one table: a row per frame, a column per body that is there in any of them."""

    FIELDS = {"position": 3, "orientation": 4, "speed": 1, "force": 1, "rank": 1}

    def __init__(self, frames, here):
        ids = numpy.unique(numpy.concatenate([frames[i]["id"] for i in here]))
        self.ids, shape = ids, (len(here), len(ids))
        self.radius, self.shape, self.material = (numpy.zeros(len(ids), dtype=kind) for kind in (numpy.float32, int, int))
        self.there = numpy.zeros(shape, dtype=bool)
        for name, width in self.FIELDS.items():
            setattr(self, name, numpy.zeros((*shape, width) if width > 1 else shape))
        self.orientation[..., 3] = 1
        for row, i in enumerate(here):
            frame = frames[i]
            columns = numpy.searchsorted(ids, frame["id"])
            for name in ("position", "orientation"):
                getattr(self, name)[row] = getattr(self, name)[row - 1] if row else getattr(self, name)[0]
                getattr(self, name)[row, columns] = frame[name]
            self.there[row, columns] = True
            self.speed[row, columns] = numpy.linalg.norm(frame["velocity"], axis=1)
            self.force[row, columns] = frame["normal_load"]
            self.rank[row, columns] = frame["rank"]
            self.radius[columns], self.shape[columns], self.material[columns] = frame["radius"], frame["shape"], frame["material"]

    def encoded(self, shapes, jointed=()):
        """jointed: ids of bodies whose orientation counts, even if they are spheres."""
        for name in ("position", "orientation", "speed", "force"):  # a run that failed may hold values that are not finite
            setattr(self, name, numpy.nan_to_num(getattr(self, name), posinf=0, neginf=0))
        self.box = Box(*((self.position[self.there].min(0), self.position[self.there].max(0)) if self.there.any() else numpy.zeros((2, 3))))
        position = self.box.quantised(self.position)
        turned = numpy.nonzero((shapes["kind"][self.shape] != SPHERE) | numpy.isin(self.ids, jointed))[0]
        largest = {name: max(float(getattr(self, name).max(initial=0)), 1e-30) for name in ("speed", "force")}
        scaled = lambda name: numpy.rint(getattr(self, name) / largest[name] * LEVELS).astype(numpy.uint16)
        fields = {
            "position": position.transpose(0, 2, 1),
            "orientation": smallest_three(self.orientation[:, turned]).transpose(0, 2, 1),
            "speed": scaled("speed"),
            "force": scaled("force"),
            "rank": numpy.where(self.there, self.rank + 1, 0).astype(numpy.uint16),  # 0: not there
        }
        blobs = {f"frames-{block}": text(numpy.concatenate([pack(fields[name][first:first + BLOCK], order) for name, order in ORDER.items()]))
                 for block, first in enumerate(range(0, len(position), BLOCK))}
        blobs |= {"id": text(self.ids.astype("<f8")), "radius": text(self.radius.astype("<f4")), "shape": text(self.shape.astype("<u2")),
                  "material": text(self.material.astype("<u2"))}
        return {"bodies": len(self.ids), "block": BLOCK, "turned": turned.tolist(), "box": self.box.table(), "largest": largest,
                "upper": {name: self.upper(name) or largest[name] for name in largest}, "ranks": int(self.rank.max(initial=0)) + 1}, blobs

    def upper(self, name):
        """What 99 of 100 values lie below: the end of the colours, so that an outlier does not make all others alike."""
        values = getattr(self, name)[self.there]
        return float(numpy.quantile(values[::max(1, len(values) // 50_000)], 0.99)) if len(values) else 0


def walls(frames, here):
    """Poses of the walls, not quantised, and their shapes."""
    poses = [numpy.concatenate([frames[i].walls["position"], frames[i].walls["orientation"]], axis=1) for i in here]
    last = frames[int(here[-1])].walls
    return {"walls": len(last["id"]), "wall_shape": last["shape"].tolist()}, {"walls": text(numpy.array(poses, dtype="<f4"))}


def contacts(run, steps, ids):
    """The strongest contacts of the frames with these steps: ends, force, point. None if the run wrote none."""
    if not list(run.folder.glob("contacts*.h5")) or len(run.contacts) == 0:
        return None
    most = max(MOST_CONTACTS // len(steps), 100)
    place, counts, parts, total = dict(zip(run.contacts.steps.tolist(), range(len(run.contacts)))), [], [], 0
    for step in steps:
        frame = run.contacts[place[step]] if step in place else {"normal_force": numpy.zeros(0)}
        force = frame["normal_force"]
        order = numpy.sort(numpy.argsort(-force, kind="stable")[:most]) if len(force) else []
        total += len(force)
        counts.append(len(order))
        if len(order):
            parts.append((*(_column(ids, frame[name][order]) for name in ("id_a", "id_b")), force[order], frame["point"][order]))
    if not parts:
        return None
    a, b, force, point = (numpy.concatenate(column) for column in zip(*parts))
    box, largest = Box(point.min(0), point.max(0)), max(float(force.max()), 1e-30)
    blobs = {"ends": text(numpy.array([a, b], dtype="<u4").view(numpy.uint8).reshape(-1, 4).T),
             "normal": text(pack(numpy.rint(force / largest * LEVELS).astype(numpy.uint16))), "points": text(pack(box.quantised(point).T, order=0))}
    return {"counts": counts, "total": total, "box": box.table(), "largest": largest}, blobs


def _column(ids, of):
    at = numpy.searchsorted(ids, of).clip(0, len(ids) - 1)
    return numpy.where(ids[at] == of, at, NOBODY)


def joints_of(run):
    """Ids of both bodies and points in their frames (six numbers) of each joint, once where a deck's joint is several records."""
    if not (run.folder / "checkpoint.h5").exists():
        return numpy.zeros((0, 2), dtype=int), numpy.zeros((0, 6))
    joints = run.state.joints
    points = numpy.hstack([joints["point_a"], joints["point_b"]]).round(12)
    once = numpy.unique(numpy.column_stack([joints["a"], joints["b"], points]), axis=0)
    return once[:, :2].astype(int), once[:, 2:]


def joints(ends, points, ids, walls):
    """Blobs of the joints whose bodies are shown: both ends (a column, or -1 - the wall), both points. None without any."""
    at = numpy.where(ends < walls, -1 - ends, _column(ids, ends))
    shown = (at != NOBODY).all(axis=1)
    if not shown.any():
        return {}
    return {"joint-ends": text(at[shown].astype("<i4")), "joint-points": text(points[shown].astype("<f4"))}


def geometry(shapes, used):
    """Kind of each shape in use, and the triangles of those that have any."""
    table, blobs = {}, {}
    for shape in used:
        made = surface(shapes, shape)
        table[str(shape)] = int(shapes["kind"][shape])
        if made is not None:
            blobs[f"vertices-{shape}"] = text(numpy.asarray(made[0], dtype="<f4"))
            blobs[f"triangles-{shape}"] = text(numpy.asarray(made[1], dtype="<u4"))
    return table, blobs


def frames_of(run, most=MOST_FRAMES):
    """(table, blobs) of the run's frames; fewer frames when they would not fit."""
    frames = run.frames
    most = min(most, max(MOST_POSES // max(int(frames.counts.max(initial=1)), 1), 2))
    ends, points = joints_of(run)
    while True:
        here = chosen(frames, most)
        bodies = Bodies(frames, here)
        shapes = frames.shapes
        table, blobs = bodies.encoded(shapes, ends)
        if sum(map(len, blobs.values())) < MOST_BYTES or len(here) <= 2:
            break
        most = len(here) * 3 // 4
    wall_table, wall_blobs = walls(frames, here)
    steps = [int(step) for step in frames.steps[here]]
    chains = contacts(run, steps, bodies.ids)
    shape_table, shape_blobs = geometry(shapes, numpy.unique(numpy.concatenate([bodies.shape, wall_table["wall_shape"]]).astype(int)))
    table.update(wall_table, times=[float(time) for time in frames.times[here]], steps=steps, written=len(frames), shapes=shape_table)
    blobs.update(wall_blobs, **shape_blobs, **joints(ends, points, bodies.ids, wall_table["walls"]))
    if chains:
        table["contacts"] = chains[0]
        blobs.update(chains[1])
    return table, blobs
