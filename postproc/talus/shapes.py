"""Surfaces of shapes as triangles, from the table of shapes of a trajectory (frames.shapes): in the shape's own frame, and of bodies
and walls in space."""

import numpy

SPHERE, PLANE, BOX, CAPSULE, CYLINDER, DISK, POLYHEDRON, CLUMP, MESH, RACEWAY = range(10)
AROUND = 24  # facets of a circle

CORNERS = numpy.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)], dtype=float)
SQUARE = numpy.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=float)
QUADS = numpy.array([[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]])


def turned(radii, heights):
    """The surface that a line of points (radius, height), from the axis below to the axis above, sweeps about z."""
    angle = 2 * numpy.pi * numpy.arange(AROUND) / AROUND
    circle = numpy.stack([numpy.cos(angle), numpy.sin(angle)], axis=1)
    rings = [numpy.column_stack([r * circle, numpy.full(AROUND, z)]) for r, z in zip(radii, heights)]
    here, ahead = numpy.arange(AROUND), (numpy.arange(AROUND) + 1) % AROUND
    strip = numpy.concatenate([numpy.stack([here, ahead, ahead + AROUND], axis=1), numpy.stack([here, ahead + AROUND, here + AROUND], axis=1)])
    return numpy.concatenate(rings), numpy.concatenate([strip + AROUND * ring for ring in range(len(rings) - 1)])


def ball(centre, radius):
    angle = numpy.pi * (numpy.arange(AROUND // 2 + 1) / (AROUND // 2) - 0.5)
    vertices, triangles = turned(radius * numpy.cos(angle), radius * numpy.sin(angle))
    return vertices + centre, triangles


def joined(surfaces):
    vertices, triangles = zip(*surfaces)
    starts = numpy.cumsum([0] + [len(v) for v in vertices[:-1]])
    return numpy.concatenate(vertices), numpy.concatenate([t + start for t, start in zip(triangles, starts)])


def surface(shapes, shape):
    """(vertices, triangles) of a row of the table, counter-clockwise from outside; None for spheres and planes."""
    kind, (radius, _, half_length) = shapes["kind"][shape], shapes["half_size"][shape]
    if kind == BOX:
        return CORNERS * shapes["half_size"][shape], numpy.concatenate([QUADS[:, [0, 1, 2]], QUADS[:, [0, 2, 3]]])
    if kind == CAPSULE:
        angle = numpy.pi / 2 * numpy.arange(AROUND // 4 + 1) / (AROUND // 4)
        side, rise = radius * numpy.cos(angle), half_length + radius * numpy.sin(angle)
        return turned([*side[::-1], *side], [*-rise[::-1], *rise])
    if kind in (CYLINDER, DISK):
        return turned([0, radius, radius, 0], [-half_length, -half_length, half_length, half_length])
    if kind in (POLYHEDRON, CLUMP, MESH, RACEWAY):
        points, triangles = (rows_of(shapes, name, shape) for name in ("points", "triangles"))
        return joined([ball(p[:3], p[3]) for p in points]) if kind == CLUMP else (points[:, :3], triangles)
    return None


def rows_of(shapes, name, shape):
    starts = numpy.append(shapes[f"{name}_start"], len(shapes[name]))
    return shapes[name][starts[shape]:starts[shape + 1]]


def rotated(quaternions, vectors):
    """vectors (n, m, 3) turned by quaternions (n, 4) in the order x, y, z, w."""
    axis, w = quaternions[:, None, :3], quaternions[:, None, 3:]
    across = numpy.cross(axis, vectors)
    return vectors + 2 * (w * across + numpy.cross(axis, across))


def surfaces_of(bodies, shapes):
    """Vertices, triangles, and the row that each vertex is of, of the bodies or walls that are neither spheres nor planes."""
    vertices, triangles, rows, end = [numpy.zeros((0, 3))], [numpy.zeros((0, 3), dtype=int)], [numpy.zeros(0, dtype=int)], 0
    for shape in numpy.unique(bodies["shape"]):
        if shapes["kind"][shape] in (SPHERE, PLANE):
            continue
        here = numpy.nonzero(bodies["shape"] == shape)[0]
        points, corners = surface(shapes, shape)
        placed = bodies["position"][here][:, None] + rotated(bodies["orientation"][here], points[None])
        vertices.append(placed.reshape(-1, 3))
        triangles.append((end + len(points) * numpy.arange(len(here))[:, None, None] + corners).reshape(-1, 3))
        rows.append(numpy.repeat(here, len(points)))
        end += len(points) * len(here)
    return numpy.concatenate(vertices), numpy.concatenate(triangles), numpy.concatenate(rows)


def floors_of(walls, shapes, low, high):
    """Planes that face upwards, as squares under the bodies, two triangles each."""
    here = numpy.nonzero(shapes["kind"][walls["shape"]] == PLANE)[0]
    normals = rotated(walls["orientation"][here], numpy.array([[[0.0, 0.0, 1.0]]]).repeat(len(here), axis=0))[:, 0]
    here = here[normals[:, 2] > 0.5]
    size = max(high - low) * 0.75
    middle = 0.5 * (low + high)
    points = []
    for w in here:
        normal = rotated(walls["orientation"][w:w + 1], numpy.array([[[0.0, 0.0, 1.0]]]))[0, 0]
        centre = middle - normal * (normal @ (middle - walls["position"][w]))
        points.append(centre + rotated(walls["orientation"][w:w + 1], size * SQUARE[None])[0])
    triangles = 4 * numpy.arange(len(points))[:, None, None] + numpy.array([[0, 1, 2], [0, 2, 3]])
    return numpy.array(points).reshape(-1, 3), triangles.reshape(-1, 3)


def drawn(walls, deck, time, hidden=()):
    """The walls at this time without hidden ones and gates that have been removed."""
    def stays(wall):
        entry = f"walls[{wall}]"
        opens = deck.get(f"{entry}.opens", 0)
        removed = 0 < opens <= time and not any(deck.get(f"{entry}.opening_velocity", ()))
        return not removed and deck.get(f"{entry}.name", "") not in hidden

    kept = [n for n, wall in enumerate(walls["id"]) if stays(wall)]
    return {name: field[kept] for name, field in walls.items()}
