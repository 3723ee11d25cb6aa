"""Quantities that describe granular media, as functions on NumPy arrays.

Functions of bodies and contacts take mappings of arrays: frames of a run, `run.frames[-1]` and `run.contacts[-1]`, or
dictionaries with the fields that they name. Stresses are positive in compression. `period` is the deck's domain.period;
0 along an axis: space does not repeat there.

>>> import numpy
>>> bodies = {"id": numpy.array([1, 2]), "position": numpy.array([[0, 0, 1.0], [0, 0, 3.0]]), "radius": numpy.ones(2)}
>>> contacts = {"id_a": numpy.array([0, 1]), "id_b": numpy.array([1, 2]), "normal": numpy.array([[0, 0, 1.0], [0, 0, 1.0]]),
...             "point": numpy.array([[0, 0, 0.0], [0, 0, 2.0]]), "normal_force": numpy.array([20.0, 10.0]), "friction": numpy.zeros((2, 3))}
>>> float(contact_stress(bodies, contacts, volume=8)[2, 2])      # (20 N * 1 m + 10 N * 2 m) / 8 m3
5.0
>>> coordination_number(bodies, contacts)                        # 2 contacts of the lower one, 1 of the upper one
1.5
"""

from __future__ import annotations

import typing

import numpy

from talus.spheres import volume_in_box

Arrays = typing.Mapping[str, numpy.ndarray]

FALLING = 0.5  # m/s; faster grains do not belong to a pile
SECTORS = 8    # parts of a pile or of a time span, from whose differences the error of their mean follows


def contact_force(contacts: Arrays) -> numpy.ndarray:
    """Force on body B of each contact, N; on body A the opposite acts."""
    return contacts["normal_force"][:, None] * contacts["normal"] + contacts["friction"]


def rows_of(ids: numpy.ndarray, wanted: numpy.ndarray) -> numpy.ndarray:
    """Row of each wanted id in `ids`; -1 where it is not there, as those of walls among bodies.

    >>> rows_of(numpy.array([7, 3, 5]), numpy.array([5, 1, 7])).tolist()
    [2, -1, 0]
    """
    order = numpy.argsort(ids)
    place = numpy.searchsorted(ids, wanted, sorter=order)
    rows = numpy.append(order, -1)[place]
    return numpy.where(rows >= 0, numpy.where(numpy.append(ids, -1)[rows] == wanted, rows, -1), -1)


def branches(bodies: Arrays, contacts: Arrays, period=(0, 0, 0)) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Rows of the bodies A and B of each contact (-1: a wall), and the branch vector from A to B, m: between centres, or between
    the centre of the body and the point of the contact with a wall."""
    a, b = rows_of(bodies["id"], contacts["id_a"]), rows_of(bodies["id"], contacts["id_b"])
    ends = [numpy.where((row >= 0)[:, None], bodies["position"][row], contacts["point"]) for row in (a, b)]
    return a, b, _shortest(ends[1] - ends[0], period)


def _shortest(vectors, period):
    period = numpy.asarray(period, dtype=float)
    return vectors - numpy.divide(vectors, period, out=numpy.zeros_like(vectors), where=period > 0).round() * period


def contact_stress(bodies: Arrays, contacts: Arrays, volume: float, period=(0, 0, 0)) -> numpy.ndarray:
    """Stress that contacts carry in a cell of this volume (m3): the sum of force times branch vector over the volume, Pa (3 x 3; Love, Weber).

    The cell holds all bodies; its walls push at their contacts. Row: direction of the force, column: of the branch.
    """
    _, _, branch = branches(bodies, contacts, period)
    return contact_force(contacts).T @ branch / volume


def kinetic_stress(mass: numpy.ndarray, velocity: numpy.ndarray, volume: float) -> numpy.ndarray:
    """Stress of the velocities about their mean, weighted by mass, Pa (3 x 3).

    >>> float(kinetic_stress(numpy.array([2.0, 2.0]), numpy.array([[1.0, 0, 0], [-1.0, 0, 0]]), volume=8)[0, 0])
    0.5
    """
    fluctuation = velocity - numpy.average(velocity, axis=0, weights=mass)
    return (mass[:, None] * fluctuation).T @ fluctuation / volume


def fabric_tensor(normals: numpy.ndarray) -> numpy.ndarray:
    """Mean of n n^T over the unit normals of contacts (3 x 3, trace 1); 1/3 of the unit tensor where no direction is preferred."""
    return normals.T @ normals / len(normals)


def coordination_number(bodies: Arrays, contacts: Arrays, rattlers: bool = True, fewest: int = 4) -> float:
    """Mean number of neighbours, bodies or walls, that a body touches.

    `rattlers=False`: without the bodies that have less than `fewest` neighbours, which stay loose; leaving them out makes others
    loose, until none is left out. Several contacts of the same pair count once. NaN where no body remains.
    """
    a, b = rows_of(bodies["id"], contacts["id_a"]), rows_of(bodies["id"], contacts["id_b"])
    _, first = numpy.unique(numpy.stack([contacts["id_a"], contacts["id_b"]]), axis=1, return_index=True)
    a, b = a[first], b[first]
    remain = numpy.ones(len(bodies["id"]), dtype=bool)
    while remain.any():
        counts = (((a < 0) | remain[a]) & ((b < 0) | remain[b]))
        neighbours = numpy.bincount(numpy.concatenate([a[counts & (a >= 0)], b[counts & (b >= 0)]]), minlength=len(remain))
        loose = remain & (neighbours < fewest)
        if rattlers or not loose.any():
            return float(neighbours[remain].mean())
        remain &= ~loose
    return numpy.nan


def packing_fraction(position: numpy.ndarray, radius: numpy.ndarray, low, high) -> float:
    """Volume of spheres over the volume of the box from `low` to `high`; parts of spheres count exactly, overlaps twice.

    For spheres alone: the radius of another shape is that of a sphere around it.

    >>> round(packing_fraction([[0, 0, 0]], [1], [0, 0, 0], [1, 1, 1]), 6)      # pi / 6
    0.523599
    """
    box = numpy.prod(numpy.asarray(high, dtype=float) - numpy.asarray(low, dtype=float))
    return float(volume_in_box(position, radius, low, high).sum() / box)


class Profile:
    """Height of a pile against the distance from its axis x = y = 0, and the line that fits its slope.

    The height at a place is that of the highest grain in a cell of about one grain's width. `angle` (deg) is the slope of a
    line through the mean heights of the rings between 20 and 80 % of the top's height; `error` is that of the mean over
    eight sectors of the pile. `bodies` is their number.
    """

    def __init__(self, centres: numpy.ndarray, radii: numpy.ndarray, limit: float):
        grain = 2 * numpy.median(radii)
        rings = max(3, int(limit / grain))
        self.bodies = len(centres)
        self.edges = numpy.arange(rings + 1) * grain
        self.distance = 0.5 * (self.edges[1:] + self.edges[:-1])
        self.cells = []  # of each ring: angle and height of its cells
        ring = numpy.floor(numpy.hypot(*centres[:, :2].T) / grain).astype(int)
        angle = numpy.arctan2(centres[:, 1], centres[:, 0]) / (2 * numpy.pi) % 1
        top = centres[:, 2] + radii
        for r in range(rings):
            count = max(1, round(2 * numpy.pi * (r + 0.5)))
            heights, here = numpy.zeros(count), ring == r
            numpy.maximum.at(heights, (angle[here] * count).astype(int), top[here])
            self.cells.append(((numpy.arange(count) + 0.5) / count, heights))
        self.height = numpy.array([h.mean() for _, h in self.cells])
        self.low, self.high = numpy.array([numpy.percentile(h, (10, 90)) for _, h in self.cells]).T
        self.top = self.height.max()
        peak = int(numpy.argmax(self.height))
        self.fitted = (self.height > 0.2 * self.top) & (self.height < 0.8 * self.top) & (numpy.arange(rings) >= peak)
        self.slope, self.foot = self._fit(self.height)
        self.angle, self.error = -numpy.degrees(numpy.arctan(self.slope)), self._error()

    def _fit(self, height):
        if self.fitted.sum() < 2:
            return numpy.nan, numpy.nan
        return numpy.polyfit(self.distance[self.fitted], height[self.fitted], 1)

    def _error(self):
        angles = []
        for s in range(SECTORS):
            height = numpy.array([h[numpy.floor(a * SECTORS) == s].mean() if len(a) >= SECTORS else h.mean() for a, h in self.cells])
            angles.append(-numpy.degrees(numpy.arctan(self._fit(height)[0])))
        return _error_of_mean(angles)


def _error_of_mean(values):
    return float(numpy.std(values, ddof=1) / numpy.sqrt(len(values)))


def pile_profile(bodies: Arrays, width: float | None = None) -> Profile | None:
    """Profile of the bodies at rest (slower than 0.5 m/s) on a square of this width about x = y = 0; None where all move."""
    resting = numpy.linalg.norm(bodies["velocity"], axis=1) < FALLING
    if not resting.any():
        return None
    width = width or 2.2 * numpy.abs(bodies["position"][:, :2]).max()
    return Profile(bodies["position"][resting], bodies["radius"][resting], 0.5 * width)


def angle_of_repose(bodies: Arrays, width: float | None = None) -> tuple[float, float]:
    """Angle of repose of a pile about x = y = 0 and its error, deg; NaN where there is no pile. `Profile` says how."""
    profile = pile_profile(bodies, width)
    return (float(profile.angle), profile.error) if profile else (numpy.nan, numpy.nan)


def dynamic_angle(bodies: Arrays, axis=(0, 1, 0), up=(0, 0, 1), middle: float = 0.5) -> tuple[float, float]:
    """Angle of the free surface in a rotating drum to the horizontal and its error, deg: that of a line through the surface.

    The surface are the highest bodies of cells of about one grain's width across the axis and along it, in the `middle` part of
    the bed's width, where it is straight while grains roll and do not fly. The error is that of the mean over up to eight slices
    along the axis, NaN for fewer than two. Take the mean over frames: the angle of one frame includes its avalanche.

    >>> place = numpy.arange(40.0)
    >>> bodies = {"position": numpy.column_stack([place, 0 * place, 0.5 * place]), "radius": numpy.full(40, 0.5)}
    >>> round(dynamic_angle(bodies)[0], 6)      # atan(0.5)
    26.565051
    """
    axis = numpy.asarray(axis, dtype=float) / numpy.linalg.norm(axis)
    up = numpy.asarray(up, dtype=float) - numpy.dot(up, axis) * axis
    up /= numpy.linalg.norm(up)
    grain = 2 * numpy.median(bodies["radius"])
    across, along = (bodies["position"] @ direction for direction in (numpy.cross(axis, up), axis))
    top = bodies["position"] @ up + bodies["radius"]
    inside = numpy.abs(across - 0.5 * (across.min() + across.max())) <= 0.5 * middle * numpy.ptp(across)
    column, layer = (numpy.floor((place - place.min()) / grain).astype(int) for place in (across, along))
    order = numpy.lexsort([top, layer, column])
    highest = order[numpy.append((numpy.diff(column[order]) != 0) | (numpy.diff(layer[order]) != 0), True)]
    highest = highest[inside[highest]]

    def angle(rows):
        return abs(numpy.degrees(numpy.arctan(numpy.polyfit(across[rows], top[rows], 1)[0]))) if len(set(column[rows])) > 1 else numpy.nan

    slices = min(SECTORS, int(layer.max()) + 1)
    part = layer[highest] * slices // (layer.max() + 1)
    error = _error_of_mean([angle(highest[part == s]) for s in range(slices)]) if slices > 1 else numpy.nan
    return float(angle(highest)), error


def discharge_rate(time: numpy.ndarray, passed: numpy.ndarray, start: float = -numpy.inf, end: float = numpy.inf) -> tuple[float, float]:
    """Bodies or mass per second between two times, and the error of this mean, from a running total such as `outlet.NAME.mass`.

    The error is that of the mean over eight equal parts of the time.

    >>> time = numpy.linspace(0, 2, 201)
    >>> rate, error = discharge_rate(time, numpy.where(time > 0.5, 3 * (time - 0.5), 0), start=0.6)
    >>> round(rate, 9), round(error, 9)
    (3.0, 0.0)
    """
    within = (time >= start) & (time <= end)
    time, passed = time[within], passed[within]
    if len(time) < 2:
        return numpy.nan, numpy.nan
    ends = numpy.linspace(time[0], time[-1], SECTORS + 1)
    rates = numpy.diff(numpy.interp(ends, time, passed)) / numpy.diff(ends)
    return float(rates.mean()), _error_of_mean(rates)


def components(count: int, a: numpy.ndarray, b: numpy.ndarray) -> numpy.ndarray:
    """Label of each of `count` nodes: the lowest node of those that the edges (a, b) connect with it.

    >>> components(5, numpy.array([3, 1]), numpy.array([4, 3])).tolist()
    [0, 1, 2, 1, 1]
    """
    label = numpy.arange(count)
    while (apart := label[a] != label[b]).any():
        a, b = a[apart], b[apart]
        numpy.minimum.at(label, numpy.maximum(label[a], label[b]), numpy.minimum(label[a], label[b]))  # the higher root hangs on the lower
        while (label[label] != label).any():
            label = label[label]
    return label


def clusters(bodies: Arrays, contacts: Arrays) -> numpy.ndarray:
    """Number of the cluster of each body, 0 the largest: bodies that touch, directly or through others. Walls connect nothing."""
    a, b = rows_of(bodies["id"], contacts["id_a"]), rows_of(bodies["id"], contacts["id_b"])
    both = (a >= 0) & (b >= 0)
    _, label, size = numpy.unique(components(len(bodies["id"]), a[both], b[both]), return_inverse=True, return_counts=True)
    rank = numpy.empty(len(size), dtype=int)
    rank[numpy.argsort(-size, kind="stable")] = numpy.arange(len(size))
    return rank[label]


def force_chains(bodies: Arrays, contacts: Arrays, angle: float = 45, shortest: int = 3, period=(0, 0, 0)) -> list[numpy.ndarray]:
    """Rows of the bodies of each force chain, the longest first (Peters et al., Phys. Rev. E 72, 041307, 2005).

    The stress of a body is the sum of force times lever over its contacts. Bodies whose largest compressive principal stress is above
    the mean are in one chain where they touch and the line between their centres is within `angle` (deg) of the principal
    directions of both. A chain has at least `shortest` bodies.
    """
    a, b, branch = branches(bodies, contacts, period)
    force, count = contact_force(contacts), len(bodies["id"])
    moment = numpy.zeros((count, 3, 3))
    for row, sign in ((a, -1), (b, 1)):  # the lever points from the contact to the centre of B, from the centre of A to the contact
        here = row >= 0
        lever = -sign * _shortest(contacts["point"][here] - bodies["position"][row[here]], period)
        numpy.add.at(moment, row[here], force[here, :, None] * lever[:, None, :])
    values, vectors = numpy.linalg.eigh(0.5 * (moment + moment.transpose(0, 2, 1)))
    largest, direction = values[:, -1], vectors[:, :, -1]
    strong = largest > largest.mean() * (1 - 1e-12)
    pairs = numpy.nonzero((a >= 0) & (b >= 0))[0]
    a, b = a[pairs], b[pairs]
    along = branch[pairs] / numpy.linalg.norm(branch[pairs], axis=1)[:, None]
    limit = numpy.cos(numpy.radians(angle))
    linked = strong[a] & strong[b]
    for row in (a, b):
        linked &= numpy.abs((along * direction[row]).sum(axis=1)) >= limit
    labels = components(count, a[linked], b[linked])
    chains = [numpy.nonzero(labels == label)[0] for label, size in zip(*numpy.unique(labels, return_counts=True)) if size >= shortest]
    return sorted(chains, key=len, reverse=True)


def size_segregation(height: numpy.ndarray, radius: numpy.ndarray) -> float:
    """How far large bodies lie above small ones: 1 for a layer of large on one of small bodies, 0 mixed, -1 the reverse.

    Twice the difference between the mean places of large and small, where the place of a body is the fraction of the bodies'
    volume below it. Large: above the middle of the smallest and largest radius. NaN where all have one size.

    >>> size_segregation(numpy.array([0.1, 0.2, 0.3, 0.4]), numpy.array([1, 1, 2, 2]))
    1.0
    """
    volume = numpy.asarray(radius, dtype=float)**3
    large = radius > 0.5 * (radius.min() + radius.max())
    if not large.any():
        return numpy.nan
    order = numpy.argsort(height, kind="stable")
    place = numpy.empty(len(volume))
    place[order] = (numpy.cumsum(volume[order]) - 0.5 * volume[order]) / volume.sum()
    return float(2 * (numpy.average(place[large], weights=volume[large]) - numpy.average(place[~large], weights=volume[~large])))


def profile(coordinate: numpy.ndarray, values: numpy.ndarray, edges: numpy.ndarray, weights: numpy.ndarray | None = None) -> numpy.ndarray:
    """Mean of `values` in each bin of a coordinate, weighted; NaN in empty bins.

    >>> profile(numpy.array([0.2, 0.7, 0.8]), numpy.array([1.0, 2.0, 4.0]), edges=numpy.array([0, 0.5, 1])).tolist()
    [1.0, 3.0]
    """
    weights = numpy.ones(len(coordinate)) if weights is None else weights
    total, _ = numpy.histogram(coordinate, edges, weights=weights)
    summed, _ = numpy.histogram(coordinate, edges, weights=weights * values)
    return numpy.divide(summed, total, out=numpy.full(len(total), numpy.nan), where=total > 0)
