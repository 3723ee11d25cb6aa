#!/usr/bin/python3
"""Opens a run in ParaView: bodies in their shapes with all fields, contacts as tubes, walls, and maps of walls, over all frames.

  postproc/view.py out/my-pile                            # the program's window
  postproc/view.py out/my-pile --state my-pile.pvsm       # only writes a state file, which ParaView's File > Load State opens

Needs paraview and python3-paraview (jobscripts/install-deps.sh --pictures). Tubes need the deck's output.contacts, maps walls[].map.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

POSTPROC = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(POSTPROC))

SOURCE = """\
import sys
sys.path.insert(0, {postproc!r})
from talus import vtk
"""
TIMES = SOURCE + """\
times = vtk.times({folder!r})
information = self.GetOutputInformation(0)
step = self.GetExecutive()
information.Set(step.TIME_STEPS(), times, len(times))
information.Set(step.TIME_RANGE(), [times[0], times[-1]], 2)
"""
DATA = SOURCE + """\
times = vtk.times({folder!r})
information, step = self.GetOutputInformation(0), self.GetExecutive()
time = information.Get(step.UPDATE_TIME_STEP()) if information.Has(step.UPDATE_TIME_STEP()) else times[-1]
self.GetPolyDataOutput().ShallowCopy(vtk.produce({part!r}, {folder!r}, time))
"""


def source(simple, part, folder):
    words = {"postproc": str(POSTPROC), "folder": str(folder), "part": part}
    made = simple.ProgrammableSource(registrationName=part)
    made.OutputDataSetType = "vtkPolyData"
    made.Script = DATA.format(**words)
    made.ScriptRequestInformation = TIMES.format(**words)
    return made


def scene(folder):
    """The sources and how they are shown; returns the sources by part."""
    from paraview import simple
    from talus import vtk
    view = simple.GetActiveViewOrCreate("RenderView")
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    sources = {part: source(simple, part, folder) for part in vtk.PARTS}
    times = vtk.times(folder)
    animation = simple.GetAnimationScene()
    animation.UpdateAnimationUsingDataTimeSteps()
    animation.AnimationTime = view.ViewTime = times[-1]
    for part, made in sources.items():
        made.UpdatePipeline(times[-1])
    balls = simple.Show(sources["spheres"], view)
    balls.SetRepresentationType("3D Glyphs")
    balls.GlyphType = "Sphere"
    balls.GlyphType.Radius, balls.GlyphType.ThetaResolution, balls.GlyphType.PhiResolution = 1, 20, 20
    balls.Scaling, balls.ScaleMode, balls.SelectScaleArray, balls.ScaleFactor = 1, "Magnitude", "radius", 1
    shapes = simple.Show(sources["others"], view)
    for shown in (balls, shapes):
        simple.ColorBy(shown, ("POINTS", "speed"))
    walls = simple.Show(sources["walls"], view)
    walls.DiffuseColor = walls.AmbientColor = [0.72, 0.74, 0.78]
    walls.Opacity = 0.3
    if sources["contacts"].GetDataInformation().GetNumberOfCells():
        tubes = simple.Tube(registrationName="tubes", Input=sources["contacts"])
        tubes.Scalars = ["POINTS", "tube_radius"]
        tubes.VaryRadius, tubes.Radius, tubes.NumberofSides = "By Absolute Scalar", 1, 8
        shown = simple.Show(tubes, view)
        simple.ColorBy(shown, ("POINTS", "normal_force"))
        balls.Opacity = shapes.Opacity = 0.15
        sources["tubes"] = tubes
    if sources["maps"].GetDataInformation().GetNumberOfCells():
        simple.ColorBy(simple.Show(sources["maps"], view), ("CELLS", "pressure"))
    simple.ResetCamera(view)
    return sources


def start(arguments):
    """ParaView's window, or its batch program, which run this file again."""
    import talus
    from talus.display import display
    run = talus.open(arguments.out)
    if not len(run.frames):
        raise talus.Error(f"{run.folder}: holds no frames yet; the deck's output.every makes a run write them")
    program = "pvbatch" if arguments.state else "paraview"
    for needed in (program, *(("Xvfb",) if arguments.state and not os.environ.get("DISPLAY") else ())):
        if not shutil.which(needed):
            raise talus.Error(f"no {needed}; jobscripts/install-deps.sh --pictures installs it")
    state = arguments.state and str(arguments.state.resolve())
    environment = {**os.environ, "TALUS_VIEW": json.dumps([str(run.folder.resolve()), state])}
    if not arguments.state:
        return subprocess.run(["paraview", f"--script={os.path.abspath(__file__)}"], env=environment).returncode
    with display() as name:
        return subprocess.run(["pvbatch", os.path.abspath(__file__)], env={**environment, "DISPLAY": name}).returncode


def main():
    import argparse

    import talus
    from talus import script
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=script.EXIT_CODES)
    parser.add_argument("out", metavar="OUT", help="output folder of the run")
    parser.add_argument("--state", metavar="FILE", type=pathlib.Path, help="write this state file and open no window")
    try:
        return start(parser.parse_args())
    except (talus.Error, OSError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2


if "TALUS_VIEW" in os.environ:
    shown_folder, state_file = json.loads(os.environ["TALUS_VIEW"])
    scene(shown_folder)
    if state_file:
        from paraview import simple
        simple.SaveState(state_file)
        print(state_file)
        sys.stdout.flush()
        os._exit(0)  # what ParaView leaves behind does not always end well
elif __name__ == "__main__":
    sys.exit(main())
