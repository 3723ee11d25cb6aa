#!/usr/bin/python3
"""Where the energy of a run came from, where it is and where it went, and how well the account closes.

  postproc/energy.py out/pile-small

Above: stored energy, what came in, and each loss, summed since the start. Below: the energy that is not accounted for,
as a share of all that came in; the balance is an identity, so it is rounding.
"""

import sys

import talus
import numpy
from matplotlib import pyplot

STORED = ("kinetic_energy", "rotational_energy", "potential_energy")
SOURCES = ("input_energy", "driven_work", "joint_work", "push_out_work", "gravity_step_work", "spin_step_work", "rebound_work",
           "load_work", "recovery_work")
LOSSES = ("sliding_loss", "rolling_loss", "spinning_loss", "impact_loss", "drag_loss")


class Balance:
    """The terms by name (J), the defect, and the energy that came in, the scale of the defect."""

    def __init__(self, series):
        missing = [name for name in STORED + SOURCES + LOSSES if name not in series]
        if missing:
            raise talus.Error(f"the series has no column {missing[0]}: it was written by an older program")
        if len(series["time"]) == 0:
            raise talus.Error("the series has no rows yet")
        self.time = series["time"]
        self.terms = {name: series[name] for name in STORED + SOURCES + LOSSES}
        self.stored = sum(series[name] for name in STORED)
        self.defect = self.stored - sum(series[name] for name in SOURCES) + sum(series[name] for name in LOSSES)
        self.scale = numpy.maximum.accumulate(numpy.abs(series["input_energy"]) + numpy.abs(series["driven_work"]))
        self.relative = numpy.abs(self.defect) / numpy.where(self.scale > 0, self.scale, 1)


def label(name):
    return name.replace("_", " ")


def draw(run, png):
    balance = Balance(run.series)
    end = {name: values[-1] for name, values in balance.terms.items()}
    for title, names in (("stored", STORED), ("in", SOURCES), ("lost", LOSSES)):
        print(f"{title:8}{sum(end[name] for name in names):14.6g} J   " + ", ".join(f"{label(name)} {end[name]:.6g}" for name in names))
    print(f"defect  {balance.defect[-1]:14.3g} J   at most {balance.relative.max():.2g} of what came in")

    figure, (above, below) = pyplot.subplots(2, 1, figsize=(9, 8), sharex=True, height_ratios=(2.4, 1))
    above.plot(balance.time, balance.stored, color="black", linewidth=1.8, label="stored")
    for names, style in ((SOURCES, "--"), (LOSSES, "-")):
        for name in names:
            if numpy.any(balance.terms[name] != 0):
                above.plot(balance.time, balance.terms[name], style, linewidth=1.2, label=label(name))
    above.set(ylabel="energy [J]")
    above.legend(ncols=2)
    below.semilogy(balance.time, numpy.maximum(balance.relative, 1e-18), color="tab:red", linewidth=0.9)
    below.axhline(1e-6, color="0.6", linewidth=0.8, linestyle=":")
    below.set(xlabel="time [s]", ylabel="|defect| / energy that came in")
    figure.suptitle(f"Energy of {run.folder.name}", fontsize=11)
    figure.savefig(png)


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "energy.png", draw))
