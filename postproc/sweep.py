#!/usr/bin/python3
"""The runs of a parameter study: a row for each in sweep.csv, and of piles the angle of repose against what was varied.

  postproc/sweep.py out/sweep-repose

The folder is one that jobscripts/sweep.slurm has filled. The picture: the piles' profiles with the lines fitted to their slopes,
and the angles with their errors, as talus.analyse.Profile finds them, against the first key of the table. Runs that are not complete
stay in the table, without figures.
"""

import csv
import sys

import talus
import numpy
from matplotlib import pyplot

FIGURES = ("state_hash", "time", "steps", "bodies", "contacts", "missed_steps", "sweeps", "seconds", "ranks")


class Case:
    """A row of the study: values by key, and its run's folder."""

    def __init__(self, folder, keys, values):
        self.values = dict(zip(keys, values, strict=True))
        self.folder = folder / "_".join(f"{key}={value}" for key, value in self.values.items())
        self.profile, figures = None, {}
        self.status = "missing"
        if (self.folder / "summary.json").exists():
            run = talus.open(self.folder)
            figures, self.status = run.summary, run.summary["status"]
            if self.status == "done" and "pile.width" in run.deck:
                self.width = run.deck["pile.width"]
                self.profile = talus.analyse.pile_profile(run.state, self.width)
        self.figures = {name: figures.get(name, "") for name in FIGURES}
        if self.profile:
            self.figures |= {"angle [deg]": f"{self.profile.angle:.4g}", "angle_error [deg]": f"{self.profile.error:.2g}"}


def read(folder):
    table = folder / "table.txt"
    if not table.exists():
        raise talus.Error(f"{folder}: no table.txt; expected the folder of a study")
    keys, *rows = [line.split() for line in table.read_text().splitlines()]
    return [Case(folder, keys, values) for values in rows]


def write(cases, path):
    names = list(dict.fromkeys(name for case in cases for name in (*case.values, "status", *case.figures)))
    with open(path, "w", newline="") as file:
        rows = csv.DictWriter(file, names, restval="")
        rows.writeheader()
        rows.writerows({**case.values, "status": case.status, **case.figures} for case in cases)


def draw(cases, png):
    key = next(iter(cases[0].values))
    angles = [(float(case.values[key]), case.profile.angle, case.profile.error) for case in cases]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, 4.8), width_ratios=(1.3, 1))
    colours = pyplot.cm.viridis(numpy.linspace(0, 0.9, len(cases)))
    for case, colour, (value, angle, _) in zip(cases, colours, angles):
        profile = case.profile
        left.plot(profile.distance, profile.height, "o", color=colour, markersize=3, label=f"{value:g}: {angle:.1f}°")
        if numpy.isfinite(angle):
            ends = numpy.array([1.0, 0.0]) * profile.top
            left.plot((ends - profile.foot) / profile.slope, ends, color=colour, linewidth=1)
    left.set(xlabel="distance from the axis [m]", ylabel="height of the surface [m]", xlim=(0, 0.5 * cases[0].width), ylim=(0, None), aspect="equal")
    left.legend(title=f"{key}: angle", fontsize=8)
    right.errorbar(*numpy.array(angles).T, fmt="o-", capsize=3, color="tab:brown")
    right.set(xlabel=f"{key} [m]" if key in ("contact.rho", "contact.sigma") else key, ylabel="angle of repose [deg]", ylim=(0, None))
    figure.savefig(png)


def collect(folder):
    cases = read(folder)
    write(cases, folder / "sweep.csv")
    print(f"{sum(case.status == 'done' for case in cases)} of {len(cases)} runs are complete: {folder / 'sweep.csv'}")
    piles = [case for case in cases if case.profile]
    if piles:
        draw(piles, folder / "repose.png")
        print(folder / "repose.png")


if __name__ == "__main__":
    sys.exit(talus.study(__doc__, collect))
