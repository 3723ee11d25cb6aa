#!/usr/bin/python3
"""One HTML file that shows a run: what was run, summary, warnings, tables of time and accuracy, the time series, and its frames
in three dimensions. It opens from disk in a browser and needs no network.

  postproc/report.py out/pile-small
  postproc/report.py out/pile-small --frames 50 --html pile.html

The page shows at most 200 frames and about 2.2 million poses; positions have 16 bits per axis, as the page states. Force chains need
the deck's output.contacts, frames its output.every.
"""

import argparse
import pathlib
import sys

import talus
import numpy
from pile import FALLING, Profile
from talus import quantised, report, script


def repose(run):
    """The section on the angle of repose, of decks that describe a pile."""
    if not (run.folder / "checkpoint.h5").exists() or "pile.width" not in run.deck:
        return []
    state, width = run.state, run.deck["pile.width"]
    resting = numpy.linalg.norm(state["velocity"], axis=1) < FALLING
    if not resting.any():
        return []
    profile = Profile(state["position"][resting], state["radius"][resting], 0.5 * width)
    angle = f"{profile.angle:.2f} ± {profile.error:.2f}°" if numpy.isfinite(profile.angle) else "none: too few rings on a slope"
    return [("repose", "Angle of repose", report.profile(profile, angle))]


def flow(run):
    """The section on feeds and outlets: what has passed them, and the mean rate while it did."""
    series = run.series if (run.folder / "series.csv").exists() else {}
    rows = ""
    for column in report.totals(series):
        time, mass = series["time"], series[column]
        moving = numpy.nonzero(numpy.diff(mass))[0]
        if len(moving) < 2:
            continue
        start, end = time[moving[0]], time[moving[-1] + 1]
        rate, error = talus.analyse.discharge_rate(time, mass, start, end)
        kind, name = column.removesuffix(".mass").split(".", 1)
        rows += report.row(f"{kind} {name}", f"{rate:.4g} ± {error:.2g} kg/s from {start:.4g} to {end:.4g} s, in all {mass[-1]:.4g} kg")
    return [("flow", "Feeds and outlets", report.table("Mean rate from the first to the last change", rows))] if rows else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=script.EXIT_CODES)
    parser.add_argument("out", metavar="OUT", help="output folder of the run")
    parser.add_argument("--html", metavar="FILE", type=pathlib.Path, help="the page (OUT/report.html)")
    parser.add_argument("--frames", metavar="N", type=int, default=quantised.MOST_FRAMES, help=f"at most this many frames ({quantised.MOST_FRAMES})")
    arguments = parser.parse_args()
    if arguments.frames < 1:
        parser.error("--frames wants a positive number")
    try:
        run = talus.open(arguments.out)
        path = arguments.html or run.folder / "report.html"
        path.write_text(report.page(run, arguments.frames, repose(run) + flow(run)), encoding="utf-8")
    except (talus.Error, OSError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
