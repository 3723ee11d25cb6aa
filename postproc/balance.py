#!/usr/bin/python3
"""Imbalance of the ranks of a run against time: the work of the largest rank over the mean.

  postproc/balance.py out/hopper

Each row of balance.csv covers the steps since the row before. The deck's output.balance_every must not be 0. Figures are printed for
the rows with at least 100 bodies per rank that began after a repartition, if there was one.
"""

import sys

import talus
import numpy
from matplotlib import pyplot

CURVES = {"updates": "contact updates", "pair_tests": "pair tests", "counted": "both together", "work": "work as weighed", "busy": "CPU time outside of MPI"}
LIMIT = 1.2
ENOUGH = 100  # bodies per rank; with fewer, single bodies are seen


def draw(run, png):
    rows = run.balance
    pieces = numpy.diff(rows["shared_anew"], prepend=0) > 0  # repartitioned within the row
    shared = numpy.cumsum(pieces) - pieces > 0
    judged = (rows["bodies"] >= ENOUGH * run.summary["ranks"]) & (shared | ~pieces.any())
    if not judged.any():
        print(f"no row with {ENOUGH} bodies per rank")
    figure, (above, below) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 6), height_ratios=(2, 1))
    for name, label in CURVES.items():
        imbalance = rows[f"{name}_imbalance"]
        above.plot(rows["time"], imbalance, label=label)
        some = imbalance[judged]
        if len(some) > 0:
            print(f"{label:24} median {numpy.median(some):.3f}, largest {some.max():.3f}, "
                  f"rows above {LIMIT}: {numpy.count_nonzero(some > LIMIT)} of {len(some)}")
    above.plot(rows["time"][pieces], numpy.ones(pieces.sum()), "k|", label="repartition")
    above.axhline(LIMIT, color="grey", linewidth=0.8)
    above.set_ylabel("largest rank over mean")
    above.legend()
    below.plot(rows["time"], rows["bodies"])
    below.set(xlabel="time [s]", ylabel="bodies")
    figure.savefig(png)
    pyplot.close(figure)


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "balance.png", draw))
