#!/usr/bin/python3
"""A mechanism's run: the paths of its bodies in the plane in which they move most, the forces in its named joints, and what its
drives do. Dashed: forces that are not unique, since rigid joints are more than the motion needs.

  postproc/mechanism.py out/slider-crank
"""

import sys

import talus
import numpy
from matplotlib import pyplot


def names_with(series, ending):
    return [name.removesuffix(ending) for name in series if name.endswith(ending)]


def names_of_bodies(deck):
    """Names in the deck by the series' names: ids start with the walls."""
    walls = sum(key.startswith("walls[") and key.endswith("].shape") for key in deck)
    count = sum(key.startswith("bodies.list[") and key.endswith("].name") for key in deck)
    return {f"body{walls + n}": deck[f"bodies.list[{n}].name"] for n in range(count)}


def draw_paths(axis, series, names):
    bodies = names_with(series, ".vx")
    spread = [sum(numpy.ptp(series[f"{body}.{way}"]) for body in bodies) for way in "xyz"]
    first, second = sorted(numpy.argsort(spread)[-2:])
    for body in bodies:
        axis.plot(series[f"{body}.{'xyz'[first]}"], series[f"{body}.{'xyz'[second]}"], linewidth=1, label=(names.get(body) or body) if len(bodies) < 9 else None)
    axis.set(xlabel=f"{'xyz'[first]} [m]", ylabel=f"{'xyz'[second]} [m]", aspect="equal")


def draw_forces(axis, series):
    for joint in names_with(series, ".unique"):
        if f"{joint}.effort" in series:
            continue
        force = numpy.hypot(numpy.hypot(series[f"{joint}.force_x"], series[f"{joint}.force_y"]), series[f"{joint}.force_z"])
        axis.plot(series["time"], force, "-" if series[f"{joint}.unique"][0] else "--", linewidth=1, label=joint)
    axis.set(xlabel="time [s]", ylabel="force [N]")


def draw_efforts(axis, series, units):
    for drive in names_with(series, ".effort"):
        axis.plot(series["time"], series[f"{drive}.effort"], linewidth=1, label=f"{drive} [{units[drive + '.effort']}]")
    axis.set(xlabel="time [s]", ylabel="force or torque of drives")


def draw(run, png):
    series = run.series
    if len(series["time"]) == 0:
        raise talus.Error(f"{run.folder}: the series has no rows yet")
    panels = [lambda axis, series: draw_paths(axis, series, names_of_bodies(run.deck))]
    if any(f"{joint}.effort" not in series for joint in names_with(series, ".unique")):
        panels.append(draw_forces)
    if names_with(series, ".effort"):
        panels.append(lambda axis, series: draw_efforts(axis, series, run.units))
    figure, axes = pyplot.subplots(len(panels), 1, figsize=(9, 3.2 * len(panels)), squeeze=False)
    for axis, panel in zip(axes[:, 0], panels):
        panel(axis, series)
        if axis.get_legend_handles_labels()[1]:
            axis.legend(ncols=6, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0)
    figure.suptitle(run.folder.name, fontsize=11)
    figure.savefig(png)


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "mechanism.png", draw))
