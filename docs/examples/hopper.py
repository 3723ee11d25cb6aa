#!/usr/bin/python3
"""Finds the slope of a hopper that empties fast and is not tall, by scipy.optimize over talus.sweep.

    docs/examples/hopper.py [--grains 200] [--fillings 2] [--evaluations 8] [FOLDER]

Called again it takes the runs that are there.
"""

import argparse
import math
import os
import pathlib
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "postproc"))

import matplotlib
import numpy
import scipy.optimize
import talus

matplotlib.use(os.environ.get("MPLBACKEND", "Agg"))
from matplotlib import collections, pyplot

END = 4.0             # s, of a run
WIDTH, SLOT = 0.6, 0.2  # m
HEIGHT_COSTS = 2.0    # s per metre of the slopes' height
FLAT, STEEP = 0.3, 1.1  # rad


def scene(grains):
    made = talus.Scene(ROOT / "input" / "hopper.yaml")
    made.set({"bodies.count": grains, "bodies.radius": 0.015, "hopper.width": WIDTH, "hopper.slot": SLOT, "hopper.depth": 0.1, "contact.rho": 0.002})
    made.set(time={"step": 0.004, "end": END}, output={"every": 0.1, "balance_every": 0})
    return made


def time_to_empty(run, grains):
    """When 95 % of the grains are out, s; the end of the run where they never are."""
    series = run.series
    enough = series["outlet.below.bodies"] >= 0.95 * grains
    return series["time"][enough.argmax()] if enough.any() else END


def height(angle):
    return 0.5 * (WIDTH - SLOT) * math.tan(angle)


class Study:
    """Times to empty by angle: means over fillings that differ in the seed of the grains' places."""

    def __init__(self, folder, grains, fillings):
        self.folder, self.grains, self.seeds, self.times = folder, grains, list(range(1, fillings + 1)), {}

    def cost(self, angle):
        angle = round(float(angle), 3)
        cases = talus.sweep(scene(self.grains), {"hopper.angle": [angle], "bodies.seed": self.seeds}, self.folder, at_once=2)
        self.times[angle] = [time_to_empty(case.run, self.grains) for case in cases]
        print(f"{angle:.3f} rad: empty after {numpy.mean(self.times[angle]):.2f} s, cost {self.cost_of(angle):.3f} s", flush=True)
        return self.cost_of(angle)

    def cost_of(self, angle):
        return float(numpy.mean(self.times[angle])) + HEIGHT_COSTS * height(angle)

    def minimum(self, evaluations):
        scipy.optimize.minimize_scalar(self.cost, bounds=(FLAT, STEEP), method="bounded", options={"xatol": 0.01, "maxiter": evaluations})
        return min(self.times, key=self.cost_of)

    def draw(self, best):
        figure, axes = pyplot.subplots(1, 3, figsize=(11, 3.4), layout="constrained", width_ratios=(1.4, 1, 1))
        angles = sorted(self.times)
        for label, values in (("time to empty", [numpy.mean(self.times[angle]) for angle in angles]), ("+ price of the height", [self.cost_of(angle) for angle in angles])):
            axes[0].plot(numpy.degrees(angles), values, "o-", label=label)
        axes[0].set(xlabel="slope [deg]", ylabel="[s]")
        axes[0].legend()
        for axis, angle in zip(axes[1:], (angles[0] if best != angles[0] else angles[-1], best)):
            frame = talus.open(self.folder / f"hopper.angle={angle}_bodies.seed=1").frames.at(0.7)
            size = numpy.full(len(frame.radius), 2) * frame.radius
            axis.add_collection(collections.EllipseCollection(size, size, 0 * size, units="xy", offsets=frame.position[:, [0, 2]], transOffset=axis.transData))
            slope = numpy.array([[0.5 * SLOT, 0], [0.5 * WIDTH, height(angle)], [0.5 * WIDTH, 0.6]])
            for side in (-1, 1):
                axis.plot(side * slope[:, 0], slope[:, 1], "k")
            axis.set(title=f"{math.degrees(angle):.0f} deg, {frame.time:.1f} s", xlim=(-0.35, 0.35), ylim=(-0.4, 0.6), aspect="equal", xticks=[], yticks=[])
        figure.savefig(self.folder / "hopper.png", dpi=80)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=pathlib.Path, default=pathlib.Path("out/hopper-angle"), help="of all runs (out/hopper-angle)")
    parser.add_argument("--grains", type=int, default=200)
    parser.add_argument("--fillings", type=int, default=2, help="runs per angle, whose mean counts (2)")
    parser.add_argument("--evaluations", type=int, default=8, help="most angles that are tried (8)")
    given = parser.parse_args()
    warnings.simplefilter("ignore")  # grains that have left fall fast
    study = Study(given.folder, given.grains, given.fillings)
    best = study.minimum(given.evaluations)
    study.draw(best)
    print(f"best of {len(study.times)}: {best:.3f} rad = {math.degrees(best):.0f} deg, cost {study.cost_of(best):.3f} s\n{given.folder / 'hopper.png'}")


if __name__ == "__main__":
    main()
