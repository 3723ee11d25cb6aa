"""Frames as VTK data, inside ParaView's Python: bodies and walls in their shapes, contacts as lines, maps of walls as triangles."""

import functools

import numpy
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

from talus import run as runs
from talus.shapes import SPHERE, drawn, floors_of, surfaces_of

NOT_SHOWN = ("position", "orientation", "shape")  # of bodies: what their geometry tells


def poly_data(points, cells, of_points=(), of_cells=()):
    """cells: rows of two (lines) or three points (triangles); fields by name."""
    data, places, made = vtkPolyData(), vtkPoints(), vtkCellArray()
    places.SetData(numpy_support.numpy_to_vtk(numpy.ascontiguousarray(points, dtype=float), deep=1))
    data.SetPoints(places)
    if len(cells):
        width = numpy.shape(cells)[1]
        flat = numpy.hstack([numpy.full((len(cells), 1), width), cells]).astype(numpy.int64).ravel()
        made.SetCells(len(cells), numpy_support.numpy_to_vtkIdTypeArray(flat, deep=1))
        data.SetLines(made) if width == 2 else data.SetPolys(made)
    for attributes, fields in ((data.GetPointData(), dict(of_points)), (data.GetCellData(), dict(of_cells))):
        for name, column in fields.items():
            array = numpy_support.numpy_to_vtk(numpy.ascontiguousarray(column), deep=1)
            array.SetName(name)
            attributes.AddArray(array)
    return data


def fields_of(bodies, rows):
    """The fields of these rows, with the speed."""
    fields = {name: numpy.asarray(bodies[name])[rows] for name in bodies if name not in NOT_SHOWN}
    return fields | {"speed": numpy.linalg.norm(fields["velocity"], axis=1)}


def spheres(run, time):
    """Points with the fields of the bodies that are spheres; drawn as spheres of the field `radius`."""
    frame = run.frames.at(time)
    rows = numpy.nonzero(run.frames.shapes["kind"][frame["shape"]] == SPHERE)[0]
    return poly_data(frame["position"][rows], (), fields_of(frame, rows))


def others(run, time):
    """Surfaces of all other bodies."""
    frame = run.frames.at(time)
    vertices, triangles, rows = surfaces_of(frame, run.frames.shapes)
    return poly_data(vertices, triangles, fields_of(frame, rows))


def walls(run, time):
    """Surfaces of the walls, and floors as far as the bodies reach in the last frame."""
    frame, last = run.frames.at(time), run.frames[-1]
    there = drawn(frame.walls, run.deck, frame.time)
    vertices, triangles, rows = surfaces_of(there, run.frames.shapes)
    reach = last["radius"][:, None]
    low, high = ((last["position"] - reach).min(axis=0), (last["position"] + reach).max(axis=0)) if len(last["id"]) else numpy.zeros((2, 3))
    floors, squares = floors_of(there, run.frames.shapes, low, high)
    return poly_data(numpy.vstack([vertices, floors]), numpy.vstack([triangles, squares + len(vertices)]),
                     {"id": numpy.append(there["id"][rows], numpy.full(len(floors), -1))})


def contacts(run, time):
    """A line from the centre of each body to the contact's point, two per contact; `tube_radius` grows as the root of the normal force."""
    if not any(run.folder.glob("contacts*.h5")):
        return poly_data(numpy.zeros((0, 3)), ())
    frame = run.frames.at(time)
    found = run.contacts.of_step(frame.step)
    order = numpy.argsort(frame["id"])
    lines, rows = [], []
    for end in ("id_a", "id_b"):
        at = numpy.searchsorted(frame["id"], found[end], sorter=order).clip(0, max(len(order) - 1, 0))
        bodies = numpy.nonzero(frame["id"][order[at]] == found[end])[0] if len(order) else numpy.zeros(0, dtype=int)
        lines.append(numpy.stack([frame["position"][order[at[bodies]]], found["point"][bodies]], axis=1))
        rows.append(bodies)
    lines, rows = numpy.concatenate(lines), numpy.concatenate(rows)
    twice = rows.repeat(2)
    fields = {name: numpy.asarray(found[name])[twice] for name in found if name != "point"}
    force, typical = found["normal_force"], numpy.median(frame["radius"]) if len(order) else 0
    fields["tube_radius"] = 0.4 * typical * numpy.sqrt(force / max(force.max(initial=0), 1e-300))[twice]
    return poly_data(lines.reshape(-1, 3), numpy.arange(2 * len(lines)).reshape(-1, 2), fields)


def maps(run, time):
    """The cells of mapped walls, with pressure, shear, wear and more; those of the last frame of maps up to this time."""
    if not any(run.folder.glob("maps*.h5")) or len(run.maps) == 0:
        return poly_data(numpy.zeros((0, 3)), ())
    frame = run.maps[max(int(numpy.searchsorted(run.maps.times, time * (1 + 1e-12), side="right")) - 1, 0)]
    corners = frame["corners"].reshape(-1, 3)
    fields = {name: frame[name] for name in frame if name not in ("corners", "centre")}
    return poly_data(corners, numpy.arange(len(corners)).reshape(-1, 3), (), fields)


PARTS = {"spheres": spheres, "others": others, "walls": walls, "contacts": contacts, "maps": maps}


@functools.lru_cache(maxsize=4)
def opened(folder):
    return runs.open(folder)


def times(folder):
    """Of the frames, s."""
    return opened(folder).frames.times.tolist()


def produce(part, folder, time):
    """The data of a part of the scene at a time, as a source of ParaView asks for it."""
    return PARTS[part](opened(folder), time)
