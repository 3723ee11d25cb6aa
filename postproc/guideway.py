#!/usr/bin/python3
"""A linear guideway's run: resistance of the first carriage against statics and the manufacturer's formula, load on each of its balls,
what resists, skidding of balls, its motions. Or figure 8 of Tasora and Anitescu by one command: many runs, resistance against the rolling
friction of the balls. Or curves of stiffness: displacement and rotation of a carriage at rest against force and moment.

  postproc/guideway.py out/guideway                                     # deck input/guideway.yaml, with output.contacts
  postproc/guideway.py out/figure-8 --figure input/guideway.yaml        # runs `talus` of the PATH; keeps what is there already
  postproc/guideway.py out/figure-8 --figure input/guideway.yaml --set time.step=5e-4
  postproc/guideway.py out/stiffness --stiffness input/guideway.yaml --set guideway.oversize=8e-6

Statics of the raceways: zeta sum(N) + S with zeta = rho / R, N the forces on the balls between rail and carriage (weights
included), S the friction of seals. The manufacturer's formula: zeta F + S, F the load alone.
"""

import argparse
import pathlib
import subprocess
import sys

import talus
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
        table = deck["guideway.table"] / (deck["guideway.rails"] * deck["guideway.carriages"])
        down = -force[2] + (deck["guideway.mass"] + table) * g
        on_carriage = row_pair * sine**2 if down > 0 else 0
        self.sum_of_normals = (abs(down) + on_carriage) / sine + numpy.copysign(row_pair * sine / 2, down)
        # Hertz' deflection at one side of a loaded ball; the relaxation must be small against it.
        modulus = deck["contact.young"] / (1 - deck["contact.poisson"] ** 2) / 2
        per_ball = abs(down) / sine / (2 * deck["guideway.balls"])
        self.deflection = (per_ball / (4 / 3 * modulus * self.radius**0.5)) ** (2 / 3) if modulus > 0 else numpy.inf

    @property
    def resistance(self):
        return self.zeta * self.sum_of_normals + self.seals

    @property
    def maker(self):
        return self.zeta * self.load + self.seals


def resistance(run, deck):
    """Mean effort of the motor over one pitch of the carriage's path after three; the path and the effort of all rows; which of them."""
    series = run.series
    if "motor0.effort" not in series:
        raise talus.Error(f"{run.folder}: no motor drives the carriage: guideway.speed is 0")
    way, effort = numpy.abs(series["motor0.coordinate"]), series["motor0.effort"]
    pitch = deck["guideway.pitch"]
    within = (way > 3 * pitch) & (way <= 4 * pitch)
    if way[-1] < 4 * pitch * (1 - 1e-9) - abs(deck["guideway.speed"]) * deck["time.step"]:
        raise talus.Error(f"{run.folder}: the carriage has not gone four pitches")
    return float(numpy.mean(effort[within])), way, effort, within


def shares(run, deck):
    """Of the resistance of a carriage over that pitch, N: what the account of energy says was lost by rolling, sliding, seals, a metre."""
    _, way, _, within = resistance(run, deck)
    rows = numpy.flatnonzero(within)
    gone = (way[rows[-1]] - way[rows[0]]) * deck["guideway.rails"] * deck["guideway.carriages"]
    lost = {name: (run.series[f"{name}_loss"][rows[-1]] - run.series[f"{name}_loss"][rows[0]]) / gone for name in ("rolling", "sliding", "spinning")}
    return {**lost, "seals": deck["guideway.seals"]}


def balls_of(run, deck):
    """Id of the first carriage, of its first ball, balls of a row."""
    carriage, carriages = len(run.state.walls["id"]), deck["guideway.rails"] * deck["guideway.carriages"]
    return carriage, carriage + carriages, (len(run.state["id"]) // carriages - 1) // ROWS


def loads(run, deck):
    """Force of the first carriage on each of its balls in the last frame: rows by balls."""
    frame = run.contacts[-1]
    carriage, first, balls = balls_of(run, deck)
    forces = numpy.zeros(ROWS * balls)
    for a, b, force in zip(frame["id_a"], frame["id_b"], frame["normal_force"]):
        if a == carriage and first <= b < first + len(forces):
            forces[b - first] += force
    return forces.reshape(ROWS, balls)


def skidding(run, deck, forces):
    """How far the speed of a loaded ball is from half of the carriage's, the worst of the last frame's; of 1."""
    frame = run.frames[-1]
    carriage, first, _ = balls_of(run, deck)
    speed = dict(zip(frame["id"], frame["velocity"][:, 0]))
    loaded = numpy.flatnonzero(forces.ravel() > 0.1 * forces.max())
    return max(abs(speed[first + n] / (0.5 * speed[carriage]) - 1) for n in loaded)


def draw_resistance(axis, run, deck):
    mean, way, effort, _ = resistance(run, deck)
    statics = Statics(deck)
    sign = numpy.sign(deck["guideway.speed"])
    axis.plot(1e3 * way, effort, linewidth=0.8, label="motor")
    axis.axhline(mean, color="k", linewidth=0.8, label=f"mean over a pitch after three: {mean:.3f} N")
    if statics.applies:
        axis.axhline(sign * statics.resistance, linestyle="--", color="C1", label=f"statics {sign * statics.resistance:.3f} N")
    axis.axhline(sign * statics.maker, linestyle=":", color="C2", label=f"manufacturer {sign * statics.maker:.3f} N")
    axis.set(xlabel="displacement [mm]", ylabel="resistance [N]", ylim=sorted((0, 1.6 * mean)))
    told = f"statics {sign * statics.resistance:.4f} N, " if statics.applies else ""
    print(f"resistance {mean:.4f} N, {told}manufacturer {sign * statics.maker:.4f} N")
    print("of it " + ", ".join(f"{name} {force:.4f} N" for name, force in shares(run, deck).items()))


def draw_loads(axis, run, deck):
    forces = loads(run, deck)
    balls = forces.shape[1]
    middle = numpy.array([3, 1, 5, 7]) * numpy.pi / 4  # of each row's fan, as one looks along the rail
    spread = numpy.linspace(-0.3, 0.3, balls) if balls > 1 else numpy.zeros(1)
    for row in range(ROWS):
        axis.bar(middle[row] + spread, forces[row], width=0.6 / balls, label=f"{ROW_NAMES[row]}: {forces[row].sum():.1f} N")
    axis.set_thetagrids([])
    axis.set_title("load on balls [N]", fontsize=10)
    for row, name in enumerate(ROW_NAMES):
        print(f"{name}: {forces[row].sum():.2f} N, on a ball at most {forces[row].max():.2f} N")
    if deck["guideway.speed"] != 0:
        print(f"loaded balls: {100 * skidding(run, deck, forces):.4f} % off half of the carriage's speed")
    axis.legend(fontsize=7, loc="lower center", bbox_to_anchor=(0.5, -0.35), ncols=2)


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
    figure = pyplot.figure(figsize=(10, 8))
    upper, lower = figure.subfigures(2, 1)
    if deck["guideway.speed"] != 0:
        draw_resistance(upper.subplots(), run, deck)
        upper.axes[0].legend()
    draw_motions(lower.add_subplot(1, 2, 1), run.series, len(run.state.walls["id"]))
    lower.axes[0].legend(fontsize=8, ncols=2)
    if deck["output.contacts"]:
        draw_loads(lower.add_subplot(1, 2, 2, projection="polar"), run, deck)
    summary = run.summary
    figure.suptitle(f"{run.folder.name}: {summary['time'] / summary['seconds']:.2g} s simulated a second", fontsize=11)
    print(f"{summary['seconds'] / summary['time']:.3g} times slower than real time")
    figure.savefig(png)
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
    talus_of_path("run", str(deck), "--quiet", "--resume", *with_sets([*sets, f"output.folder={folder}", "output.every=0", "output.contacts=false"]))
    return talus.open(folder)


def print_row(seals, zeta, direction, *forces):
    print(f"{seals:>10}{zeta:>8}{direction:>10}" + "".join(f"{force:>12.4f}" for force in forces), flush=True)


def figure_8(folder, deck, sets):
    """All runs of the figure, one after the other: with and without seals, forth, back, and at rest."""
    folder.mkdir(parents=True, exist_ok=True)
    given = talus.deck.parse(talus_of_path("check", str(deck), *with_sets(sets)))
    radius, speed = given["bodies.radius"] + given["guideway.oversize"] / 2, abs(given["guideway.speed"])
    figure, axis = pyplot.subplots(figsize=(8, 6))
    print(f"{'seals [N]':>10}{'zeta':>8}{'direction':>10}{'run [N]':>12}{'statics':>12}{'manufacturer':>14}{'lift [%]':>12}")
    worst = 0
    for seals, colour in ((SEALS, "C0"), (0, "C1")):
        points = []
        for zeta in ZETAS:
            case = [*sets, f"guideway.seals={seals}", f"contact.rho={zeta * radius!r}"]
            for sign, direction in ((1, "forth"), (-1, "back")):
                run = run_case(folder / f"seals={seals}_zeta={zeta}_{direction}", deck, [*case, f"guideway.speed={sign * speed!r}"])
                statics = Statics(run.deck)
                mean, _, _, within = resistance(run, run.deck)
                lift = 100 * numpy.mean(run.series["relaxation_mean"][within]) / statics.deflection
                worst = max(worst, abs(mean - sign * statics.resistance) / max(0.02, 0.01 * statics.resistance))
                points.append((zeta, mean, statics.resistance, statics.maker))
                print_row(seals, zeta, direction, mean, sign * statics.resistance, sign * statics.maker, lift)
        draw_points(axis, numpy.array(points), seals, colour)
    print(f"worst: {worst:.2f} of what is allowed, 1 % of the statics or 0.02 N; lift: of the relaxation, against Hertz' deflection")
    axis.set(xlabel="zeta = rho / R", ylabel="resistance [N]")
    axis.legend()
    figure.savefig(folder / "figure-8.png")
    print(folder / "figure-8.png")
    at_rest(folder, deck, sets, radius)


def draw_points(axis, points, seals, colour):
    zeta, mean, statics, maker = points.T
    forth = mean > 0 if seals else numpy.arange(len(mean)) % 2 == 0
    axis.plot(zeta[forth], mean[forth], "o", color=colour, label=f"seals {seals} N, forth")
    axis.plot(zeta[~forth], -mean[~forth], "x", color=colour, markersize=9, label="back")
    axis.plot(zeta, statics, "-", color=colour, linewidth=1, label="statics: zeta sum(N) + S")
    axis.plot(zeta, maker, ":", color=colour, linewidth=1, label="manufacturer: zeta F + S")


def at_rest(folder, deck, sets, radius):
    """Pushed by a part of the resistance, without a motor."""
    zeta = ZETAS[2]
    for part, end in ((0.95, 10), (1.05, 0.3)):  # before the end of its travel
        case = [*sets, f"guideway.seals={SEALS}", f"contact.rho={zeta * radius!r}", "guideway.speed=0", "time.step=1e-3", f"time.end={end}"]
        statics = Statics(talus.deck.parse(talus_of_path("check", str(deck), *with_sets(case))))
        run = run_case(folder / f"rest_{part}", deck, [*case, f"guideway.push={part * statics.resistance}"])
        x = run.series[f"body{len(run.state.walls['id'])}.x"]
        print(f"at rest, pushed by {part:.2f} of the resistance: {1e6 * (x[-1] - x[0]):.3f} um in {run.series['time'][-1]:g} s")


PARTS = (0, 0.1, 0.25, 0.5, 0.75, 1)
MOMENT = 20  # N m


def stiffness(folder, deck, sets):
    """A carriage at rest under parts of the deck's force in both directions and of a moment about each axis: how far it moves."""
    folder.mkdir(parents=True, exist_ok=True)
    force = numpy.linalg.norm(talus.deck.parse(talus_of_path("check", str(deck), *with_sets(sets)))["guideway.force"])
    rest = [*sets, "guideway.speed=0", "guideway.seals=0", "time.step=1e-3", "time.end=0.1", "output.series_every=1"]
    figure, (shift, turn) = pyplot.subplots(1, 2, figsize=(11, 5))

    def curve(name, load, most, along):
        """By what grows with it: a column of the carriage's probe, and if that is a rate, its integral."""
        amounts, found = sorted({sign * part * most for sign in (-1, 1) for part in PARTS}), []
        for amount in amounts:
            run = run_case(folder / f"{name}={amount:g}", deck, [*rest, *load(amount)])
            column = run.series[f"body{len(run.state.walls['id'])}.{along}"]
            found.append(column[-1] if along in "yz" else numpy.sum(column) * run.deck["time.step"])
        slope = (found[-1] - found[0]) / (amounts[-1] - amounts[0])
        return amounts, 1e6 * numpy.array(found), 1 / slope

    print(f"{'load':>8}{'mean stiffness':>18}")
    for axis in "yz":
        def forces(amount, axis=axis):
            return [f"guideway.force=[0, {amount if axis == 'y' else 0}, {amount if axis == 'z' else 0}]", "guideway.moment=[0, 0, 0]"]
        amounts, found, mean = curve(f"force_{axis}", forces, force, axis)
        shift.plot(found, amounts, ".-", label=f"{axis}: {mean / 1e6:.1f} N/um")
        print(f"{'F' + axis:>8}{mean / 1e6:>12.2f} N/um")
    for number, (axis, called) in enumerate(zip("xyz", ("roll", "pitch", "yaw"))):
        def moments(amount, number=number):
            return ["guideway.force=[0, 0, 0]", f"guideway.moment={[amount if n == number else 0.0 for n in range(3)]}"]
        amounts, found, mean = curve(f"moment_{axis}", moments, MOMENT, f"w{axis}")
        turn.plot(found, amounts, ".-", label=f"{called}: {mean / 1e3:.2f} kN m/rad")
        print(f"{called:>8}{mean / 1e3:>12.2f} kN m/rad")
    shift.set(xlabel="displacement [um]", ylabel="force [N]")
    turn.set(xlabel="rotation [urad]", ylabel="moment [N m]")
    for axis in (shift, turn):
        axis.legend()
    figure.savefig(folder / "stiffness.png")
    print(folder / "stiffness.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=talus.script.EXIT_CODES)
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, help="output folder of the run, or of the figure's runs")
    parser.add_argument("--figure", metavar="DECK", type=pathlib.Path, help="do the runs of the figure with this deck")
    parser.add_argument("--stiffness", metavar="DECK", type=pathlib.Path, help="do the runs of the curves of stiffness with this deck")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="of the deck, for all runs of the figure or the curves")
    parser.add_argument("--png", metavar="FILE", type=pathlib.Path, help="the picture of a run (OUT/guideway.png)")
    arguments = parser.parse_args()
    talus.script.use_look()
    try:
        if arguments.figure:
            figure_8(arguments.out, arguments.figure, arguments.set)
        elif arguments.stiffness:
            stiffness(arguments.out, arguments.stiffness, arguments.set)
        else:
            draw(talus.open(arguments.out), arguments.png or arguments.out / "guideway.png")
    except (talus.Error, OSError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
