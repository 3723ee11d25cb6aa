#!/usr/bin/python3
"""A rolling disk's speed and distance beside the exact solution (Tasora & Anitescu, section 6.1).

  postproc/disk.py out/rolling-disk

Exact: rolling friction rho brakes by a = M g rho R / (J + M R^2); the disk rests after v/a seconds and v^2/(2 a) metres.
"""

import sys

import talus
import numpy
from matplotlib import pyplot

JUDGED_FROM = 0.1  # s; before, the convex law may still lift the disk to its riding height


class Exact:
    def __init__(self, deck):
        if "disk.speed" not in deck:
            raise talus.Error("not the run of a rolling disk (no variable disk.speed)")
        radius = deck["bodies.radius"]
        mass = deck["bodies.mass"] or deck["bodies.density"] * 4 / 3 * numpy.pi * radius**3
        inertia = deck["bodies.inertia"] or 0.4 * mass * radius**2
        gravity = numpy.linalg.norm(deck["gravity"])
        self.speed0 = deck["disk.speed"]
        self.deceleration = mass * gravity * deck["contact.rho"] * radius / (inertia + mass * radius**2)
        if not (self.deceleration > 0 and self.speed0 > 0):
            raise talus.Error("nothing to compare: contact.rho, gravity and disk.speed must be above 0")
        self.stop_time = self.speed0 / self.deceleration
        self.stop_distance = self.speed0**2 / (2 * self.deceleration)

    def speed(self, time):
        return self.speed0 - self.deceleration * numpy.minimum(time, self.stop_time)

    def distance(self, time):
        t = numpy.minimum(time, self.stop_time)
        return self.speed0 * t - 0.5 * self.deceleration * t**2


class Measured:
    """The run's motion, with its start in front, and the figures to judge it by; nan where it ended too early."""

    def __init__(self, run, exact):
        body = next(name[:-3] for name in run.series if name.endswith(".vx"))
        column = lambda name, start: numpy.concatenate([[start], run.series[name]])
        self.time = column("time", 0.0)
        self.speed = column(f"{body}.vx", exact.speed0)
        self.distance = column(f"{body}.x", 0.0)
        self.residual = column("residual_max", numpy.nan)
        braked = (self.time >= JUDGED_FROM) & (self.time <= 0.95 * exact.stop_time)
        self.deceleration = self.stop_time = self.stop_distance = numpy.nan
        if braked.sum() >= 2:
            self.deceleration = -numpy.polyfit(self.time[braked], self.speed[braked], 1)[0]
        last = numpy.nonzero(self.speed > 0.5 * exact.deceleration * run.deck["time.step"])[0][-1]
        if last + 1 < len(self.time):  # it was seen at rest
            self.stop_time = self.time[last] + self.speed[last] / self.deceleration
            self.stop_distance = self.distance[-1]


def print_figures(measured, exact):
    print(f"{'':22}{'exact':>12}{'run':>14}{'relative error':>18}")
    for name, unit in (("deceleration", "m/s2"), ("stop_time", "s"), ("stop_distance", "m")):
        wanted, found = getattr(exact, name), getattr(measured, name)
        label = f"{name.replace('_', ' ')} [{unit}]"
        print(f"{label:22}{wanted:12.6f}{found:14.6f}{found / wanted - 1:18.2e}" if numpy.isfinite(found)
              else f"{label:22}{wanted:12.6f}{'ended before':>14}")


def draw_motion(axes, measured, exact, name, unit):
    time = numpy.linspace(0, measured.time[-1], 800)
    axes.plot(measured.time, getattr(measured, name), color="tab:blue", linewidth=4, alpha=0.45, label="Talus")
    axes.plot(time, getattr(exact, name)(time), color="black", linewidth=1, label="exact")
    axes.axvline(exact.stop_time, color="0.6", linewidth=0.8, linestyle=":")
    axes.set(ylabel=f"{name} [{unit}]", xlim=(0, measured.time[-1]))
    axes.set_ylim(bottom=min(0, axes.get_ylim()[0]))
    axes.legend()


def draw(run, png):
    exact = Exact(run.deck)
    measured = Measured(run, exact)
    print_figures(measured, exact)
    figure, (speed, distance, error) = pyplot.subplots(3, 1, figsize=(8, 9), sharex=True, height_ratios=(1, 1, 0.9))
    draw_motion(speed, measured, exact, "speed", "m/s")
    draw_motion(distance, measured, exact, "distance", "m")
    floor = 1e-16
    for name, unit, colour in (("speed", "m/s", "tab:blue"), ("distance", "m", "tab:orange")):
        difference = numpy.abs(getattr(measured, name) - getattr(exact, name)(measured.time))
        error.semilogy(measured.time, numpy.maximum(difference, floor), color=colour, linewidth=1, label=f"|{name} - exact| [{unit}]")
    error.semilogy(measured.time, measured.residual, color="0.55", linewidth=0.6, label="solver's residual [m/s]", zorder=0)
    error.set(xlabel="time [s]", ylabel="error")
    error.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.16))
    deck = run.deck
    figure.suptitle(f"Rolling disk: rho = {deck['contact.rho']:g} m, h = {deck['time.step']:g} s, law {deck['contact.law']}\n"
                    f"deceleration {measured.deceleration:.6f} m/s², exact {exact.deceleration:.6f}", fontsize=11)
    figure.savefig(png)


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "disk.png", draw))
