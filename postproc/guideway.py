#!/usr/bin/python3
"""A linear guideway's run: resistance of the first carriage against statics and the maker's formula, load on each of its balls,
its motions. Or figure 8 of Tasora and Anitescu by one command: many runs, resistance against the rolling friction of the balls.

  postproc/guideway.py out/guideway                                     # deck input/guideway.yaml, with output.contacts
  postproc/guideway.py out/figure-8 --figure input/guideway.yaml        # runs `talus` of the PATH; keeps what is there already
  postproc/guideway.py out/figure-8 --figure input/guideway.yaml --set time.step=5e-4

Statics of the raceways: zeta sum(N) + S with zeta = rho / R, N the forces on the balls between rail and carriage (weights
included), S the friction of seals. The maker's formula: zeta F + S, F the load alone.
"""

import argparse
import pathlib
import subprocess
import sys

import talus
import matplotlib
import numpy
from matplotlib import pyplot

ROWS = 4
SEALS = 5.3  # N
ZETAS = (0, 0.0025, 0.005, 0.0075, 0.01)
ROW_NAMES = ("upper left", "upper right", "lower left", "lower right")


class Statics:
    """Of a carriage with a vertical load, by the resolved deck; loose balls lie on the raceways below them."""

    def __init__(self, deck):
        self.deck = deck
        self.radius = deck["bodies.radius"] + deck["guideway.oversize"] / 2
        self.zeta = deck["contact.rho"] / self.radius
        self.seals = deck["guideway.seals"]
        force, moment = numpy.array(deck["guideway.force"]), numpy.array(deck["guideway.moment"])
        self.load = numpy.linalg.norm(force)
        self.applies = deck["guideway.raceway"] == "flat" and deck["guideway.oversize"] <= 0 and not moment.any() and not force[:2].any()
        g, sine = -deck["gravity"][2], numpy.sin(deck["guideway.angle"])
        row_pair = 2 * deck["guideway.balls"] * deck["bodies.density"] * 4 / 3 * numpy.pi * self.radius**3 * g  # weight of two rows
        down = -force[2] + deck["guideway.mass"] * g
        on_carriage = row_pair * sine**2 if down > 0 else 0
        self.sum_of_normals = (abs(down) + on_carriage) / sine + row_pair * sine / 2

    @property
    def resistance(self):
        return self.zeta * self.sum_of_normals + self.seals

    @property
    def maker(self):
        return self.zeta * self.load + self.seals


def resistance(run, deck):
    """Mean effort of the motor over one pitch of the carriage's way after three; the way and the effort of all steps."""
    series = run.series
    if "motor0.effort" not in series:
        raise talus.Error(f"{run.folder}: no motor drives the carriage: guideway.speed is 0")
    way, effort = numpy.abs(series["motor0.coordinate"]), series["motor0.effort"]
    pitch = deck["guideway.pitch"]
    within = (way > 3 * pitch) & (way <= 4 * pitch)
    if way[-1] < 4 * pitch * (1 - 1e-9) - abs(deck["guideway.speed"]) * deck["time.step"]:
        raise talus.Error(f"{run.folder}: the carriage has not gone four pitches")
    return float(numpy.mean(effort[within])), way, effort


def loads(run, deck):
    """Force of the first carriage on each of its balls in the last frame: rows by balls."""
    frame = run.contacts[-1]
    carriage = len(run.state.walls["id"])
    first = carriage + deck["guideway.rails"] * deck["guideway.carriages"]
    balls = deck["guideway.balls"]
    forces = numpy.zeros(ROWS * balls)
    for a, b, force in zip(frame["id_a"], frame["id_b"], frame["normal_force"]):
        if a == carriage and first <= b < first + len(forces):
            forces[b - first] += force
    return forces.reshape(ROWS, balls)


def draw_resistance(axis, run, deck):
    mean, way, effort = resistance(run, deck)
    statics = Statics(deck)
    sign = numpy.sign(deck["guideway.speed"])
    axis.plot(1e3 * way, effort, linewidth=0.8, label="motor")
    axis.axhline(mean, color="k", linewidth=0.8, label=f"mean over a pitch after three: {mean:.3f} N")
    if statics.applies:
        axis.axhline(sign * statics.resistance, linestyle="--", color="C1", label=f"statics {sign * statics.resistance:.3f} N")
    axis.axhline(sign * statics.maker, linestyle=":", color="C2", label=f"maker {sign * statics.maker:.3f} N")
    axis.set(xlabel="way [mm]", ylabel="resistance [N]", ylim=sorted((0, 1.6 * mean)))
    print(f"resistance {mean:.4f} N, statics {sign * statics.resistance:.4f} N, maker {sign * statics.maker:.4f} N")


def draw_loads(axis, run, deck):
    forces = loads(run, deck)
    balls = deck["guideway.balls"]
    middle = numpy.array([3, 1, 5, 7]) * numpy.pi / 4  # of each row's fan, as one looks along the rail
    spread = numpy.linspace(-0.3, 0.3, balls) if balls > 1 else numpy.zeros(1)
    for row in range(ROWS):
        axis.bar(middle[row] + spread, forces[row], width=0.6 / balls, label=f"{ROW_NAMES[row]}: {forces[row].sum():.1f} N")
    axis.set_thetagrids([])
    axis.set_title("load on balls [N]", fontsize=10)
    axis.legend(frameon=False, fontsize=7, loc="lower center", bbox_to_anchor=(0.5, -0.35), ncols=2)


def draw_motions(axis, series, carriage):
    time, name = series["time"], f"body{carriage}"
    step = numpy.diff(time, prepend=0)
    for way in "yz":
        axis.plot(time, 1e6 * (series[f"{name}.{way}"] - series[f"{name}.{way}"][0]), linewidth=1, label=f"{way} [um]")
    for turn, called in zip("xyz", ("roll", "pitch", "yaw")):
        axis.plot(time, 1e6 * numpy.cumsum(series[f"{name}.w{turn}"] * step), linewidth=1, label=f"{called} [urad]")
    axis.set(xlabel="time [s]", ylabel="carriage, from the start")


def draw(run, png):
    deck = run.deck
    if deck["scenario"] != "guideway":
        raise talus.Error(f"{run.folder}: not the run of a guideway")
    figure = pyplot.figure(figsize=(10, 8), layout="constrained")
    upper, lower = figure.subfigures(2, 1)
    if deck["guideway.speed"] != 0:
        draw_resistance(upper.subplots(), run, deck)
        upper.axes[0].legend(frameon=False, fontsize=9)
    draw_motions(lower.add_subplot(1, 2, 1), run.series, len(run.state.walls["id"]))
    lower.axes[0].legend(frameon=False, fontsize=8, ncols=2)
    if deck["output.contacts"]:
        draw_loads(lower.add_subplot(1, 2, 2, projection="polar"), run, deck)
    summary = run.summary
    figure.suptitle(f"{run.folder.name}: {summary['time'] / summary['seconds']:.2g} s simulated a second", fontsize=11)
    figure.savefig(png, dpi=120)
    print(png)


def talus_of_path(*arguments):
    """What `talus` prints."""
    done = subprocess.run(["talus", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise talus.Error(f"talus {' '.join(arguments)}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def with_sets(sets):
    return [part for value in sets for part in ("--set", value)]


def run_case(folder, deck, sets):
    """The run with these sets in its folder; goes on with what is there."""
    talus_of_path("run", str(deck), "--quiet", "--resume", *with_sets([*sets, f"output.folder={folder}", "output.every=0"]))
    return talus.open(folder)


def print_row(seals, zeta, direction, *forces):
    print(f"{seals:>10}{zeta:>8}{direction:>10}" + "".join(f"{force:>12.4f}" for force in forces), flush=True)


def figure_8(folder, deck, sets):
    """All runs of the figure, one after the other: with and without seals, forth, back, and at rest."""
    folder.mkdir(parents=True, exist_ok=True)
    given = talus.deck.parse(talus_of_path("check", str(deck), *with_sets(sets)))
    radius, speed = given["bodies.radius"] + given["guideway.oversize"] / 2, abs(given["guideway.speed"])
    figure, axis = pyplot.subplots(figsize=(8, 6), layout="constrained")
    print(f"{'seals [N]':>10}{'zeta':>8}{'direction':>10}{'run [N]':>12}{'statics':>12}{'maker':>12}")
    worst = 0
    for seals, colour in ((SEALS, "C0"), (0, "C1")):
        points = []
        for zeta in ZETAS:
            case = [*sets, f"guideway.seals={seals}", f"contact.rho={zeta * radius!r}"]
            for sign, direction in ((1, "forth"), (-1, "back")):
                run = run_case(folder / f"seals={seals}_zeta={zeta}_{direction}", deck, [*case, f"guideway.speed={sign * speed!r}"])
                statics = Statics(run.deck)
                mean = resistance(run, run.deck)[0]
                worst = max(worst, abs(mean - sign * statics.resistance) / max(0.02, 0.01 * statics.resistance))
                points.append((zeta, mean, statics.resistance, statics.maker))
                print_row(seals, zeta, direction, mean, sign * statics.resistance, sign * statics.maker)
        draw_points(axis, numpy.array(points), seals, colour)
    print(f"worst: {worst:.2f} of what is allowed, 1 % of the statics or 0.02 N")
    at_rest(folder, deck, sets, radius)
    axis.set(xlabel="zeta = rho / R", ylabel="resistance [N]")
    axis.grid(alpha=0.25)
    axis.legend(frameon=False, fontsize=9)
    figure.savefig(folder / "figure-8.png", dpi=120)
    print(folder / "figure-8.png")


def draw_points(axis, points, seals, colour):
    zeta, mean, statics, maker = points.T
    forth = mean > 0 if seals else numpy.arange(len(mean)) % 2 == 0
    axis.plot(zeta[forth], mean[forth], "o", color=colour, label=f"seals {seals} N, forth")
    axis.plot(zeta[~forth], -mean[~forth], "x", color=colour, markersize=9, label="back")
    axis.plot(zeta, statics, "-", color=colour, linewidth=1, label="statics: zeta sum(N) + S")
    axis.plot(zeta, maker, ":", color=colour, linewidth=1, label="maker: zeta F + S")


def at_rest(folder, deck, sets, radius):
    """Pushed by a part of the resistance, without a motor."""
    zeta = ZETAS[2]
    for part in (0.95, 1.05):
        case = [*sets, f"guideway.seals={SEALS}", f"contact.rho={zeta * radius!r}", "guideway.speed=0", "time.end=1"]
        statics = Statics(talus.deck.parse(talus_of_path("check", str(deck), *with_sets(case))))
        run = run_case(folder / f"rest_{part}", deck, [*case, f"guideway.push={part * statics.resistance}"])
        x = run.series[f"body{len(run.state.walls['id'])}.x"]
        print(f"at rest, pushed by {part:.2f} of the resistance: {1e6 * (x[-1] - x[0]):.3f} um in {run.series['time'][-1]:g} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=talus.script.EXIT_CODES)
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, help="output folder of the run, or of the figure's runs")
    parser.add_argument("--figure", metavar="DECK", type=pathlib.Path, help="do the runs of the figure with this deck")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="of the deck, for all runs of the figure")
    parser.add_argument("--png", metavar="FILE", type=pathlib.Path, help="the picture of a run (OUT/guideway.png)")
    arguments = parser.parse_args()
    matplotlib.use("Agg")
    try:
        if arguments.figure:
            figure_8(arguments.out, arguments.figure, arguments.set)
        else:
            draw(talus.open(arguments.out), arguments.png or arguments.out / "guideway.png")
    except (talus.Error, OSError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
