"""Volume of spheres within boxes, in closed form."""

from __future__ import annotations

import numpy


def _disc_corner(radius, b, c):
    """Area of the part y > b, z > c of a disc about 0, and the angle of its arc; b, c >= 0 within the disc."""
    y, z = numpy.sqrt(numpy.maximum(radius**2 - c**2, 0)), numpy.sqrt(numpy.maximum(radius**2 - b**2, 0))
    arc = numpy.arctan2(z, b) - numpy.arctan2(c, y)
    return 0.5 * (radius**2 * arc - b * (z - c) - c * (y - b)), arc


def _inner_corner(a, b, c):
    """Volume of the part x > a, y > b, z > c of the unit ball, for a, b, c >= 0.

    The divergence theorem turns it into the areas of its three plane faces and of its spherical face; the Gauss-Bonnet theorem
    turns the latter into the angles between the planes and the arcs of the three small circles.
    """
    inside = a**2 + b**2 + c**2 < 1
    a, b, c = (numpy.where(inside, x, 0) for x in (a, b, c))
    sphere, faces = -numpy.pi, 0.0
    for x, y, z in ((a, b, c), (b, c, a), (c, a, b)):
        area, arc = _disc_corner(numpy.sqrt(1 - x**2), y, z)
        sphere = sphere + numpy.arccos(numpy.clip(x * y / numpy.sqrt((1 - x**2) * (1 - y**2)), -1, 1)) - x * arc
        faces = faces + x * area
    return numpy.where(inside, (sphere - faces) / 3, 0)


def _corner(a, b, c):
    """The same for any a, b, c: a half of the ball that is cut away is reflected."""
    volume = 0.0
    for pieces in numpy.ndindex(2, 2, 2):  # of each axis: 0 the part beyond |x|; 1, for a negative x, what that leaves of both halves
        sign, places = 1.0, []
        for x, piece in zip((a, b, c), pieces):
            if piece:
                sign, x = sign * 2 * (x < 0), numpy.zeros_like(x)
            else:
                sign = sign * numpy.where(x < 0, -1, 1)
            places.append(numpy.minimum(numpy.abs(x), 1))
        volume = volume + sign * _inner_corner(*places)
    return volume


def volume_in_box(position: numpy.ndarray, radius: numpy.ndarray, low, high) -> numpy.ndarray:
    """Volume that each sphere has within the box from `low` to `high`, m3, exact to rounding.

    >>> import numpy
    >>> volume_in_box([[0, 0, 0]], [1], [0, 0, 0], [2, 2, 2]) / (numpy.pi / 6)      # an octant of the ball
    array([1.])
    """
    position, radius = numpy.asarray(position, dtype=float), numpy.asarray(radius, dtype=float)
    ends = [(numpy.asarray(end, dtype=float) - position) / radius[:, None] for end in (low, high)]
    volume = numpy.zeros(len(radius))
    near = (ends[0] < 1).all(axis=1) & (ends[1] > -1).all(axis=1)
    within = near & (ends[0] <= -1).all(axis=1) & (ends[1] >= 1).all(axis=1)
    volume[within] = 4 / 3 * numpy.pi
    cut = near & ~within
    for corner in numpy.ndindex(2, 2, 2):
        volume[cut] += (-1)**sum(corner) * _corner(*(ends[side][cut, axis] for axis, side in enumerate(corner)))
    return volume * radius**3
