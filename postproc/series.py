#!/usr/bin/python3
"""The time series of a run: bodies and contacts, energies, convergence of the solver, overlaps, and seconds by phase.

  postproc/series.py out/pile-small
  postproc/series.py out/rolling-disk --columns body1.x,body1.vx      # these columns alone, one below the other
"""

import sys

import talus
import numpy
from matplotlib import pyplot

PHASES = ("feed", "partition", "collide", "problem", "solve", "motion", "output")


def positive(values):
    """For logarithmic axes: gaps where a value is 0."""
    return numpy.where(values > 0, values, numpy.nan)


def draw_bodies(axes, series):
    for name in ("bodies", "contacts"):
        axes.plot(series["time"], series[name], linewidth=1.2, label=name)
    axes.set(ylabel="count")


def draw_energies(axes, series):
    for name in ("kinetic_energy", "rotational_energy"):
        axes.semilogy(series["time"], positive(series[name]), linewidth=1.2, label=name.replace("_", " "))
    axes.set(ylabel="energy [J]")


def draw_convergence(axes, series):
    for name in ("residual_rms", "residual_max"):
        axes.semilogy(series["time"], positive(series[name]), linewidth=0.9, label=name.replace("_", " "))
    missed = series["converged"] == 0
    axes.semilogy(series["time"][missed], positive(series["residual_rms"][missed]), "r.", markersize=4,
                  label=f"{missed.sum()} missed the tolerance")
    axes.set(ylabel="residual [m/s]")


def draw_sweeps(axes, series):
    axes.plot(series["time"], series["sweeps"], color="tab:purple", linewidth=0.9, label="sweeps")
    axes.set(ylabel="sweeps per step")


def draw_overlaps(axes, series):
    for name, title in (("penetration_max", "deepest overlap"), ("relaxation_max", "largest opening of the convex law")):
        axes.plot(series["time"], 1e3 * series[name], linewidth=0.9, label=title)
    axes.set(ylabel="[mm]")


def draw_seconds(axes, series):
    spent = [numpy.cumsum(series[f"seconds_{phase}"]) for phase in PHASES]
    axes.stackplot(series["time"], spent, labels=PHASES, alpha=0.8)
    axes.set(ylabel="wall time [s]")


PANELS = (draw_bodies, draw_energies, draw_convergence, draw_sweeps, draw_overlaps, draw_seconds)


def draw(run, png, columns=None):
    series = run.series
    if len(series["time"]) == 0:
        raise talus.Error(f"{run.folder}: the series has no rows yet")
    if columns:
        panels = [column.strip() for column in columns.split(",")]
        unknown = [name for name in panels if name not in series]
        if unknown:
            raise talus.Error(f"no column {unknown[0]}; there are {', '.join(series)}")
    else:
        panels = [panel for panel in PANELS if panel is not draw_seconds or "seconds_solve" in series]
    figure, axes = pyplot.subplots(len(panels), 1, figsize=(9, 2.2 * len(panels) + 1), sharex=True, squeeze=False)
    for axis, panel in zip(axes[:, 0], panels):
        if columns:
            axis.plot(series["time"], series[panel], linewidth=1.1, label=panel)
            axis.set(ylabel=f"[{run.units[panel]}]")
        else:
            panel(axis, series)
        axis.legend(ncols=2)
    axes[-1, 0].set(xlabel="time [s]")
    figure.suptitle(run.folder.name, fontsize=11)
    figure.savefig(png)
    last = {name: series[name][-1] for name in ("time", "bodies", "contacts")}
    missed = int((series["converged"] == 0).sum())
    print(f"t = {last['time']:g} s, {last['bodies']:.0f} bodies, {last['contacts']:.0f} contacts; {series['sweeps'].mean():.1f} sweeps a row, "
          f"{missed} of {len(series['time'])} rows missed the tolerance, deepest overlap {1e3 * series['penetration_max'].max():.3g} mm")


OPTIONS = [("--columns", {"metavar": "A,B,...", "help": "draw these columns of series.csv instead"})]


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "series.png", draw, OPTIONS))
