#!/usr/bin/python3
"""Force chains: every contact that carries a force as a line between its two centres, as wide and as bright as the force.

  postproc/force_chains.py out/box
  postproc/force_chains.py out/box --time 0.5 --along y --slice -0.05 0.05

The run must have written contacts (deck key output.contacts). A contact with a wall ends at its point. Beside the picture
the distribution of the normal forces, relative to their mean.
"""

import sys

import talus
import numpy
from matplotlib import collections, colors, pyplot

from talus import analyse

AXES = {"x": (1, 2), "y": (0, 2), "z": (0, 1)}
WIDEST = 4.0  # points


class Chains:
    """Ends of the lines (contact, end, xyz), forces (N) and the discs of the bodies of one frame."""

    def __init__(self, bodies, contacts):
        a, b = (analyse.rows_of(bodies["id"], contacts[name]) for name in ("id_a", "id_b"))
        self.centres, self.radii = bodies["position"], bodies["radius"]
        ends = lambda i: numpy.where((i >= 0)[:, None], self.centres[i], contacts["point"]) if len(i) else numpy.zeros((0, 3))
        self.ends = numpy.stack([ends(a), ends(b)], axis=1)
        self.force = contacts["normal_force"]

    def within(self, axis, low, high):
        """Only what lies between two planes."""
        middle = self.ends.mean(axis=1)[:, axis]
        lines, discs = (middle >= low) & (middle <= high), (self.centres[:, axis] >= low) & (self.centres[:, axis] <= high)
        self.ends, self.force = self.ends[lines], self.force[lines]
        self.centres, self.radii = self.centres[discs], self.radii[discs]


def draw_chains(axes, chains, plane):
    discs = collections.EllipseCollection(2 * chains.radii, 2 * chains.radii, numpy.zeros(len(chains.radii)), units="xy",
                                          offsets=chains.centres[:, plane], offset_transform=axes.transData,
                                          facecolor="0.94", edgecolor="0.75", linewidth=0.3)
    axes.add_collection(discs)
    order = numpy.argsort(chains.force)
    force = chains.force[order]
    norm = colors.Normalize(0, force[-1])
    lines = collections.LineCollection(chains.ends[order][:, :, plane], linewidths=WIDEST * force / force[-1], cmap="inferno_r", norm=norm,
                                       array=force, capstyle="round")
    axes.add_collection(lines)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.set(xlabel=f"{'xyz'[plane[0]]} [m]", ylabel=f"{'xyz'[plane[1]]} [m]")
    axes.figure.colorbar(lines, ax=axes, label="normal force [N]", shrink=0.8)


def draw_distribution(axes, force):
    relative = force / force.mean()
    counts, edges = numpy.histogram(relative, bins=30)
    width = edges[1] - edges[0]
    axes.semilogy(0.5 * (edges[1:] + edges[:-1]), counts / (counts.sum() * width), "o-", color="tab:red", markersize=3)
    axes.set(xlabel="normal force / mean", ylabel="probability density")


def draw(run, png, time, along, slice):
    contacts = run.contacts
    frame = contacts.at(time) if time is not None else contacts[-1]
    chains = Chains(run.frames.of_step(frame.step), frame)
    if slice:
        chains.within("xyz".index(along), *slice)
    if len(chains.force) == 0:
        raise talus.Error(f"{run.folder}: no contact carries a force at t = {frame.time:g} s")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 5.5), width_ratios=(1.8, 1))
    draw_chains(left, chains, list(AXES[along]))
    draw_distribution(right, chains.force)
    figure.suptitle(f"{run.deck['scenario']}: {len(chains.force)} contacts that carry a force, t = {frame.time:g} s")
    figure.savefig(png)
    print(f"time {frame.time:g} s, contacts {len(chains.force)}, mean normal force {chains.force.mean():.6g} N, "
          f"largest {chains.force.max():.6g} N")


OPTIONS = (
    ("--time", {"metavar": "S", "type": float, "help": "the frame nearest to this time (the last)"}),
    ("--along", {"choices": sorted(AXES), "default": "y", "help": "axis to look along (y)"}),
    ("--slice", {"metavar": ("LOW", "HIGH"), "nargs": 2, "type": float, "help": "only what lies between these places on that axis, m"}),
)

if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "force_chains.png", draw, OPTIONS))
