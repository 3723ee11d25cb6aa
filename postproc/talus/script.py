"""What the scripts of postproc/ share: how they are called and how they fail."""

import argparse
import pathlib
import sys

import matplotlib

from talus import files, run


# The look of all figures; scripts give only what is their own.
LOOK = {"axes.grid": True, "axes.axisbelow": True, "grid.alpha": 0.25, "legend.frameon": False, "legend.fontsize": 9,
        "figure.constrained_layout.use": True, "savefig.dpi": 130}

EXIT_CODES = "Exit codes: 0 done, 2 bad usage, or a file is missing or cannot be read."


def use_look():
    """Figures of one look, drawn into files: no display is needed."""
    matplotlib.use("Agg")
    matplotlib.rcParams.update(LOOK)


def study(description, draw, options=()):
    """Calls draw(folder, **values of the options) for the folder of many runs on the command line. Returns the exit code. Options as in `main`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EXIT_CODES)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path, help="folder of the study")
    for name, knowledge in options:
        parser.add_argument(name, **knowledge)
    values = vars(parser.parse_args())
    use_look()
    try:
        draw(values.pop("folder"), **values)
    except (files.Error, OSError, ValueError, KeyError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    return 0


def main(description, default_png, draw, options=()):
    """Calls draw(run, png, **values of the options) for the folder on the command line. Returns the exit code.

    An option: its name and what argparse is to know of it, ("--frame", {"type": int, "default": -1, "help": "..."}).
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EXIT_CODES)
    parser.add_argument("out", metavar="OUT", help="output folder of the run")
    parser.add_argument("--png", metavar="FILE", type=pathlib.Path, help=f"the picture (OUT/{default_png})")
    for name, knowledge in options:
        parser.add_argument(name, **knowledge)
    arguments = parser.parse_args()
    values = {key: value for key, value in vars(arguments).items() if key not in ("out", "png")}
    use_look()
    try:
        the_run = run.open(arguments.out)
        png = arguments.png or the_run.folder / default_png
        draw(the_run, png, **values)
    except (files.Error, OSError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    print(png)
    return 0
