#!/usr/bin/python3
"""Solvers compared: the residual against sweeps, a panel a problem, a line a solver.

  postproc/solvers.py out/study-solvers

The folder is one that jobscripts/study-solvers.sh has filled: PROBLEM-SOLVER-START.csv, histories of `talus solve`.
Prints the sweeps to relative residuals of 1e-2, 1e-4, 1e-6.
"""

import csv
import re
import sys

import talus
import numpy
from matplotlib import pyplot

TOLERANCES = (1e-2, 1e-4, 1e-6)


def read(folder):
    """{problem: {(solver, start): (sweeps, residuals)}}"""
    found = {}
    for path in sorted(folder.glob("*.csv")):
        name = re.fullmatch(r"(.+)-([a-z0-9]+)-(cold|warm)", path.stem)
        if not name:
            continue
        problem, solver, start = name.groups()
        with open(path) as file:
            rows = [(float(row["sweeps"]), float(row["relative"])) for row in csv.DictReader(file)]
        if not rows:
            continue
        found.setdefault(problem, {})[solver, start] = numpy.array(rows).T
    return found


def sweeps_to(tolerance, sweeps, residuals):
    met = numpy.flatnonzero(residuals <= tolerance)
    return f"{sweeps[met[0]]:.0f}" if len(met) else "-"


def draw(folder):
    problems = read(folder)
    if not problems:
        raise talus.Error(f"{folder}: no histories PROBLEM-SOLVER-START.csv")
    columns = min(len(problems), 3)
    figure, axes = pyplot.subplots(-(-len(problems) // columns), columns, figsize=(5 * columns, 4 * -(-len(problems) // columns)),
                                   squeeze=False)
    print(f"{'problem':28} {'solver':7} {'start':5} " + " ".join(f"{t:>8.0e}" for t in TOLERANCES))
    solvers = sorted({solver for lines in problems.values() for solver, _ in lines})
    for axis, (problem, lines) in zip(axes.flat, problems.items()):
        for (solver, start), (sweeps, residuals) in lines.items():
            color = pyplot.get_cmap("tab10")(solvers.index(solver) % 10)
            axis.loglog(sweeps + 1, numpy.where(residuals > 0, residuals, numpy.nan), color=color, linestyle="-" if start == "cold" else ":",
                        linewidth=1.1, label=f"{solver}, {start}")
            print(f"{problem:28} {solver:7} {start:5} " + " ".join(f"{sweeps_to(t, sweeps, residuals):>8}" for t in TOLERANCES))
        axis.set(title=problem, xlabel="sweeps + 1", ylabel="residual, of that at zero impulses")
        axis.legend(fontsize=7, ncols=2)
    for axis in list(axes.flat)[len(problems):]:
        axis.set_axis_off()
    figure.savefig(folder / "solvers.png")
    print(folder / "solvers.png")


if __name__ == "__main__":
    sys.exit(talus.study(__doc__, draw))
