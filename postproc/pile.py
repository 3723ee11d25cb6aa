#!/usr/bin/python3
"""A pile: a picture of its grains, and its height against the distance from its axis with the angle of repose.

  postproc/pile.py out/pile-small

talus.analyse.Profile says how the angle and its error are found; falling grains are left out.
"""

import sys

import talus
import numpy
from matplotlib import pyplot

from talus import picture
from talus.analyse import FALLING, Profile, pile_profile  # noqa: F401, report.py and papers.py take Profile from here


def grain_colours(ids):
    """Stone: a hue between grey, ochre and brown for each grain, by its id."""
    noise = numpy.random.default_rng(1).random((int(ids.max()) + 1, 2))[ids]
    stones = numpy.array([[0.80, 0.72, 0.60], [0.70, 0.64, 0.57], [0.86, 0.80, 0.70], [0.64, 0.55, 0.45]])
    return stones[(noise[:, 0] * len(stones)).astype(int)] * (0.88 + 0.24 * noise[:, 1:])


def draw_profile(axes, profile, width):
    axes.fill_between(profile.distance, profile.low, profile.high, color="tab:brown", alpha=0.18, linewidth=0, label="10 to 90 % of the cells")
    axes.plot(profile.distance, profile.height, "o-", color="tab:brown", markersize=4, label="mean height of a ring")
    if numpy.isfinite(profile.angle):
        ends = numpy.array([1.0, 0.0]) * profile.top
        axes.plot((ends - profile.foot) / profile.slope, ends, color="black", linewidth=1.3,
                  label=f"angle of repose {profile.angle:.1f}° ± {profile.error:.1f}°")
    axes.set(xlabel="distance from the axis [m]", ylabel="height of the surface [m]", xlim=(0, 0.5 * width), ylim=(0, None), aspect="equal")
    axes.legend(loc="upper right")


def draw(run, png):
    state, deck = run.state, run.deck
    if len(state) == 0:
        raise talus.Error(f"{run.folder}: the checkpoint holds no bodies yet (time {state.time:g} s)")
    centres, radii = state["position"], state["radius"]
    width = deck.get("pile.width", deck.get("box.width", 2.2 * numpy.abs(centres[:, :2]).max()))
    profile = pile_profile(state, width)
    if not profile:
        raise talus.Error(f"{run.folder}: all bodies move at {FALLING:g} m/s or more: there is no pile yet")

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(15, 4.4), width_ratios=(1.45, 1))
    image, extent = picture.spheres(centres, radii, grain_colours(state["id"]), width, picture.Camera(-60, 20))
    left.imshow(image, origin="lower", extent=(extent[0], extent[2], extent[1], extent[3]))
    left.axis("off")
    draw_profile(right, profile, width)
    name = deck["scenario"]
    figure.suptitle(f"{name}: {len(state)} bodies, mu = {deck['contact.mu']:g}, rho = {deck['contact.rho']:g} m, "
                    f"sigma = {deck['contact.sigma']:g} m, t = {state.time:g} s", fontsize=12)
    figure.savefig(png)
    print(f"bodies {len(state)}, resting {profile.bodies}, height {profile.top:.3f} m, angle of repose "
          + (f"{profile.angle:.2f} +- {profile.error:.2f} deg" if numpy.isfinite(profile.angle) else "none: too few rings on a slope"))


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "pile.png", draw))
