#!/usr/bin/python3
"""Pictures of a run by ParaView: bodies of all shapes, floors and other walls; one frame, or a movie of all.

  postproc/render.py out/pile-small                                  # the last frame
  postproc/render.py out/pile-small --color speed --movie pile.ogv   # all frames; .ogv or .avi
  postproc/render.py out/pile-small --view -60 20 --size 1920 1080
  postproc/render.py out/drum-closed --wall-opacity 0.2 --hide front # looks through walls, leaves one out

Needs paraview, python3-paraview and xvfb (jobscripts/install-deps.sh --pictures) and starts pvbatch by itself, with a
virtual display where there is none. Of planes only those that face upwards are drawn, and gates until they are removed.
"""

import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from talus.display import display


def under_pvbatch():
    """This script again, run by pvbatch."""
    for program in ("pvbatch", *(() if os.environ.get("DISPLAY") else ("Xvfb",))):
        if not shutil.which(program):
            print(f"render.py: error: no {program}; jobscripts/install-deps.sh --pictures installs it", file=sys.stderr)
            sys.exit(2)
    with display() as name:
        # pvbatch would take arguments such as -60 for options of its own.
        environment = {**os.environ, "DISPLAY": name, "TALUS_RENDER": json.dumps(sys.argv[1:])}
        sys.exit(subprocess.run(["pvbatch", os.path.abspath(__file__)], env=environment).returncode)


if "TALUS_RENDER" in os.environ:
    sys.argv[1:] = json.loads(os.environ["TALUS_RENDER"])
elif not {"-h", "--help"} & set(sys.argv):
    under_pvbatch()

import pathlib
import tempfile

import numpy
import talus
from matplotlib import pyplot
from talus.shapes import SPHERE, drawn, floors_of, surfaces_of


def coloured(frame, name):
    return numpy.linalg.norm(frame["velocity"], axis=1) if name == "speed" else numpy.asarray(frame[name], dtype=float)


class Scene:
    """What ParaView draws; show(frame) puts a frame's geometry into it."""

    def __init__(self, run, color, size, view, wall_opacity, hidden):
        from paraview import simple
        from talus import vtk

        self.vtk = vtk
        self.simple, self.frames, self.color = simple, run.frames, color
        self.deck, self.hidden = run.deck, hidden
        self.shapes = self.frames.shapes
        self.range = self._extremes()
        self.render = simple.CreateView("RenderView")
        self.render.ViewSize = size
        self.render.UseColorPaletteForBackground = 0
        self.render.Background = [1, 1, 1]
        self.render.OrientationAxesVisibility = 0
        self.render.UseFXAA = 1
        self.producers = {}
        self._make("spheres", glyph=True)
        self._make("others")
        self._make("walls", plain=(0.72, 0.74, 0.78), opacity=wall_opacity)
        self._look(*view)

    def _extremes(self):
        last = self.frames[-1]
        if len(last["id"]) == 0:
            raise talus.Error("the last frame holds no bodies")
        reach = last["radius"][:, None]
        self.low, self.high = (last["position"] - reach).min(axis=0), (last["position"] + reach).max(axis=0)
        values = coloured(last, self.color)
        return float(values.min()), float(max(values.max(), values.min() + 1e-12))

    def _make(self, name, glyph=False, plain=None, opacity=1):
        simple = self.simple
        producer = simple.TrivialProducer()
        self.producers[name] = producer
        self._fill(name, numpy.zeros((0, 3)), numpy.zeros((0, 3), dtype=int), numpy.zeros(0), numpy.zeros(0))
        shown = simple.Show(producer, self.render)
        if glyph:
            shown.SetRepresentationType("3D Glyphs")
            shown.GlyphType = "Sphere"
            shown.GlyphType.Radius, shown.GlyphType.ThetaResolution, shown.GlyphType.PhiResolution = 1, 20, 20
            shown.Scaling, shown.ScaleMode, shown.SelectScaleArray, shown.ScaleFactor = 1, "Magnitude", "radius", 1
        shown.Opacity = opacity
        if plain:
            shown.ColorArrayName = ["POINTS", ""]
            shown.DiffuseColor = shown.AmbientColor = plain
            return
        simple.ColorBy(shown, ("POINTS", "value"))
        table = simple.GetColorTransferFunction("value")
        table.ColorSpace = "RGB"  # "Diverging", as it comes, has hues of its own between some of the colours
        low, high = self.range
        colours = pyplot.get_cmap("viridis")(numpy.linspace(0, 1, 33))[:, :3]
        table.RGBPoints = numpy.column_stack([numpy.linspace(low, high, 33), colours]).ravel().tolist()

    def _fill(self, name, points, triangles, values, radii):
        fields = {title: numpy.resize(column, len(points)).astype(float) for title, column in (("value", values), ("radius", radii))}
        self.producers[name].GetClientSideObject().SetOutput(self.vtk.poly_data(points, triangles, fields))
        self.producers[name].MarkModified(self.producers[name])
        self.producers[name].UpdatePipeline()

    def _look(self, azimuth, elevation):
        """All bodies of the last frame are within the picture."""
        a, e = numpy.radians([azimuth, elevation])
        towards = numpy.array([numpy.cos(a) * numpy.cos(e), numpy.sin(a) * numpy.cos(e), numpy.sin(e)])
        right = numpy.array([-numpy.sin(a), numpy.cos(a), 0])
        middle, last = 0.5 * (self.low + self.high), self.frames[-1]
        x, y, z = ((last["position"] - middle) @ numpy.stack([right, numpy.cross(towards, right), towards]).T).T
        slope = numpy.tan(numpy.radians(0.5 * self.render.CameraViewAngle))
        width, height = self.render.ViewSize
        reach = numpy.maximum(abs(y), abs(x) * height / width) + 1.1 * last["radius"]
        self.render.CameraFocalPoint, self.render.CameraPosition = list(middle), list(middle + 1.05 * (z + reach / slope).max() * towards)
        self.render.CameraViewUp = [0, 0, 1]

    def show(self, frame, png):
        values = coloured(frame, self.color)
        spheres = self.shapes["kind"][frame["shape"]] == SPHERE
        none = numpy.zeros((0, 3), dtype=int)
        self._fill("spheres", frame["position"][spheres], none, values[spheres], frame["radius"][spheres])
        vertices, triangles, rows = surfaces_of(frame, self.shapes)
        self._fill("others", vertices, triangles, values[rows], numpy.zeros(1))
        there = drawn(frame.walls, self.deck, frame.time, self.hidden)
        floors, squares = floors_of(there, self.shapes, self.low, self.high)
        walls, triangles, _ = surfaces_of(there, self.shapes)
        self._fill("walls", numpy.vstack([floors, walls]), numpy.vstack([squares, triangles + len(floors)]), numpy.zeros(1), numpy.zeros(1))
        self.simple.SaveScreenshot(str(png), self.render, ImageResolution=self.render.ViewSize)


def movie(scene, frames, file, rate):
    from vtkmodules.vtkIOImage import vtkPNGReader

    if file.suffix == ".ogv":
        from vtkmodules.vtkIOOggTheora import vtkOggTheoraWriter as Writer
    elif file.suffix == ".avi":
        from vtkmodules.vtkIOFFMPEG import vtkFFMPEGWriter as Writer
    else:
        raise talus.Error(f"{file}: movies are .ogv or .avi")
    reader, writer = vtkPNGReader(), Writer()
    writer.SetInputConnection(reader.GetOutputPort())
    writer.SetFileName(str(file))
    writer.SetRate(rate)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(len(frames)):
            png = pathlib.Path(folder) / f"{i:06}.png"
            scene.show(frames[i], png)
            reader.SetFileName(str(png))
            reader.Update()
            if i == 0:
                writer.Start()
            writer.Write()
    writer.End()
    print(file)


def draw(run, png, time, color, view, size, wall_opacity, hide, movie_file, rate):
    frames = run.frames
    scene = Scene(run, color, size, view, wall_opacity, hide)
    scene.show(frames.at(time) if time is not None else frames[-1], png)
    if movie_file:
        movie(scene, frames, movie_file, rate)


OPTIONS = (
    ("--time", {"metavar": "S", "type": float, "help": "the frame nearest to this time (the last)"}),
    ("--color", {"choices": ("id", "speed", "contacts", "normal_load", "rank", "material", "radius"), "default": "id", "help": "field (id)"}),
    ("--view", {"metavar": ("AZIMUTH", "ELEVATION"), "nargs": 2, "type": float, "default": (-60, 20), "help": "of the camera, degrees (-60 20)"}),
    ("--size", {"metavar": ("WIDTH", "HEIGHT"), "nargs": 2, "type": int, "default": (1280, 720), "help": "pixels (1280 720)"}),
    ("--wall-opacity", {"metavar": "X", "type": float, "default": 1, "help": "of walls, 0 to 1 (1)"}),
    ("--hide", {"metavar": "WALL", "nargs": "+", "default": (), "help": "walls by name that are not drawn"}),
    ("--movie", {"metavar": "FILE", "type": pathlib.Path, "dest": "movie_file", "help": "all frames as a movie, .ogv or .avi"}),
    ("--rate", {"metavar": "N", "type": int, "default": 25, "help": "frames of the movie a second (25)"}),
)

if __name__ == "__main__":
    code = talus.main(__doc__, "render.png", draw, OPTIONS)
    sys.stdout.flush()
    os._exit(code)  # what ParaView leaves behind does not always end well
