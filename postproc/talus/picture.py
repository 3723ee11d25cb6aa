"""A shaded picture of spheres on the floor z = 0, by numpy alone: orthographic camera, one lamp with shadows, open sky.

Every sphere has its true radius: a pixel shows the sphere whose surface is nearest to the camera.
"""

import numpy

LAMP = numpy.array([-0.85, -0.5, 1.05])
FLOOR, OUTLINE, BACKGROUND = (0.80, 0.79, 0.77), (0.45, 0.45, 0.45), (1.0, 1.0, 1.0)


class Camera:
    """Looks at a scene from `azimuth` (deg, about z) and `elevation` (deg above the floor)."""

    def __init__(self, azimuth, elevation):
        a, e = numpy.radians([azimuth, elevation])
        self.right = numpy.array([-numpy.sin(a), numpy.cos(a), 0])
        self.towards = numpy.array([numpy.cos(a) * numpy.cos(e), numpy.sin(a) * numpy.cos(e), numpy.sin(e)])
        self.up = numpy.cross(self.towards, self.right)

    @classmethod
    def along(cls, direction):
        x, y, z = direction / numpy.linalg.norm(direction)
        return cls(numpy.degrees(numpy.arctan2(y, x)), numpy.degrees(numpy.arcsin(z)))

    def project(self, points):
        """Columns: to the right, up, towards the camera."""
        return points @ numpy.stack([self.right, self.up, self.towards]).T


class Raster:
    """Pixels of a rectangle of the camera's plane: (left, bottom, right, top) in m, `pixel` m wide."""

    def __init__(self, extent, pixel):
        self.extent, self.pixel = extent, pixel
        self.shape = (int(numpy.ceil((extent[3] - extent[1]) / pixel)), int(numpy.ceil((extent[2] - extent[0]) / pixel)))
        self.x = extent[0] + (numpy.arange(self.shape[1]) + 0.5) * pixel
        self.y = extent[1] + (numpy.arange(self.shape[0]) + 0.5) * pixel

    def nearest(self, centres, radii):
        """Of each pixel: height of the nearest surface towards the camera (-inf: none) and its sphere (-1)."""
        depth, owner = numpy.full(self.shape, -numpy.inf), numpy.full(self.shape, -1)
        for n, ((x, y, z), radius) in enumerate(zip(centres, radii)):
            c0, c1 = numpy.searchsorted(self.x, [x - radius, x + radius])
            r0, r1 = numpy.searchsorted(self.y, [y - radius, y + radius])
            square = radius**2 - (self.x[c0:c1] - x)**2 - (self.y[r0:r1, None] - y)**2
            surface = z + numpy.sqrt(numpy.maximum(square, 0))
            seen = (square > 0) & (surface > depth[r0:r1, c0:c1])
            depth[r0:r1, c0:c1][seen] = surface[seen]
            owner[r0:r1, c0:c1][seen] = n
        return depth, owner

    def sample(self, image, x, y, outside):
        column = numpy.floor((x - self.extent[0]) / self.pixel).astype(int)
        row = numpy.floor((y - self.extent[1]) / self.pixel).astype(int)
        inside = (column >= 0) & (column < self.shape[1]) & (row >= 0) & (row < self.shape[0])
        return numpy.where(inside, image[numpy.clip(row, 0, self.shape[0] - 1), numpy.clip(column, 0, self.shape[1] - 1)], outside)


def _box(points, radii, margin):
    low, high = (points - radii[:, None]).min(0), (points + radii[:, None]).max(0)
    return low[0] - margin, low[1] - margin, high[0] + margin, high[1] + margin


def _blurred(image, size):
    """Mean over squares of 2 size + 1 pixels."""
    for axis in (0, 1):
        padded = numpy.concatenate([numpy.repeat(image.take([0], axis), size + 1, axis), image, numpy.repeat(image.take([-1], axis), size, axis)], axis)
        total = padded.cumsum(axis)
        n = 2 * size + 1
        high, low = [slice(None)] * 2, [slice(None)] * 2
        high[axis], low[axis] = slice(n, None), slice(None, -n)
        image = (total[tuple(high)] - total[tuple(low)]) / n
    return image


def _lit(points, normals, centres, radii, grain):
    """Share of the lamp's light at the points: shadows with soft edges, times the cosine."""
    lamp = Camera.along(LAMP)
    seen = lamp.project(centres)
    raster = Raster(_box(seen, radii, 0), grain / 7)
    depth, _ = raster.nearest(seen, radii)
    x, y, z = lamp.project(points).T
    free = numpy.zeros(len(points))
    taps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    for i, j in taps:
        blocker = raster.sample(depth, x + i * grain / 9, y + j * grain / 9, -numpy.inf)
        free += blocker < z + 0.15 * grain
    return free / len(taps) * numpy.maximum(normals @ lamp.towards, 0)


def _crowding(raster, depth, grain):
    """How far each pixel lies below what is around it, 0 to 1: crevices and feet get less of the sky."""
    filled = numpy.where(numpy.isfinite(depth), depth, numpy.nanmin(numpy.where(numpy.isfinite(depth), depth, numpy.nan)))
    dark = numpy.zeros(depth.shape)
    for reach, weight in ((0.6, 0.5), (1.6, 0.3), (5, 0.2)):
        size = max(1, int(reach * grain / raster.pixel))
        dark += weight * numpy.clip((_blurred(filled, size) - filled) / (0.9 * reach * grain), 0, 1)
    return dark


def _feet(points, centres, radii, grain):
    """The same of points of the floor: by how much of what is around them is covered by spheres that are low."""
    low = centres[:, 2] < 1.5 * radii
    if not low.any() or not len(points):
        return numpy.zeros(len(points))
    above = numpy.stack([centres[low, 0], centres[low, 1], centres[low, 2]], 1)
    raster = Raster(_box(above, radii[low], 2 * grain), grain / 8)
    depth, _ = raster.nearest(above, radii[low])
    return raster.sample(_blurred(_blurred(numpy.isfinite(depth) * 1.0, 4), 4), *points[:, :2].T, 0.0)


def spheres(centres, radii, colours, floor, camera, pixels=1000):
    """An RGB image of spheres (colours: rows of RGB) on a square floor of edge `floor`, m, and its extent for imshow."""
    grain = numpy.median(radii) * 2
    corners = 0.5 * floor * numpy.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    seen, ground = camera.project(centres), camera.project(corners)
    extent = _box(numpy.concatenate([seen, ground]), numpy.concatenate([radii, numpy.zeros(4)]), 0.01 * floor)
    raster = Raster(extent, (extent[2] - extent[0]) / (2 * pixels))  # halved below, so edges are smooth
    depth, owner = raster.nearest(seen, radii)

    # The floor behind the spheres: height zero on the ray through the pixel.
    x, y = numpy.broadcast_arrays(raster.x, raster.y[:, None])
    on_ray = x[..., None] * camera.right + y[..., None] * camera.up
    floor_depth = -on_ray[..., 2] / camera.towards[2]
    hit = on_ray + floor_depth[..., None] * camera.towards
    on_floor = (owner < 0) & (numpy.abs(hit[..., :2]).max(-1) <= 0.5 * floor)
    edge = on_floor & (numpy.abs(hit[..., :2]).max(-1) > 0.5 * floor - 2 * raster.pixel / camera.towards[2])
    surface = numpy.where(on_floor, floor_depth, depth)

    points = on_ray + numpy.where(numpy.isfinite(surface), surface, 0)[..., None] * camera.towards
    is_sphere = owner >= 0
    normals = numpy.where(is_sphere[..., None], (points - centres[owner]) / radii[owner][..., None], [0.0, 0.0, 1.0])
    colour = numpy.where(is_sphere[..., None], colours[owner], FLOOR)
    solid = is_sphere | on_floor
    lamp = numpy.zeros(owner.shape)
    lamp[solid] = _lit(points[solid], normals[solid], centres, radii, grain)
    dark = _crowding(raster, surface, grain)
    dark[on_floor] = _feet(points[on_floor], centres, radii, grain)
    sky = (0.62 + 0.38 * normals[..., 2]) * (1 - 0.75 * dark)
    image = colour * (0.70 * lamp + 0.56 * sky)[..., None]
    image += 0.10 * (lamp * numpy.maximum(normals @ _halfway(camera), 0)**24 * is_sphere)[..., None]
    image[edge] = OUTLINE
    image[~solid] = BACKGROUND
    image = numpy.clip(image, 0, 1)[: owner.shape[0] // 2 * 2, : owner.shape[1] // 2 * 2]
    return image.reshape(image.shape[0] // 2, 2, image.shape[1] // 2, 2, 3).mean((1, 3)), extent


def _halfway(camera):
    half = camera.towards + LAMP / numpy.linalg.norm(LAMP)
    return half / numpy.linalg.norm(half)
