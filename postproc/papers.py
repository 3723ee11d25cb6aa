#!/usr/bin/python3
"""The figures and tables of the three papers that Talus follows, from runs: one page, and each value next to the paper's (where the
paper compares with a closed solution, next to that).

  postproc/papers.py out/papers

The folder is one that jobscripts/papers.sh has filled; docs/papers.md explains the figures. Figures whose runs are missing are left
out. Written: index.html, values.json and a picture per figure. A value that disagrees with the paper is marked and is no error.
"""

import html
import json
import sys

import talus
import numpy
from matplotlib import pyplot

import disk
import guideway
import pile
import wheel
from talus import picture

STYLE = """body {font: 15px/1.45 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222}
img {max-width: 100%} table {border-collapse: collapse; margin: 1em 0} td, th {text-align: left; padding: 2px 10px; border-bottom: 1px solid #ddd}
.no {background: #fbe3d6} .none {color: #777} nav a {margin-right: 1em}"""

NOTES = {
    "disk": (
        "Exact: the deceleration M g rho R / (J + M R^2). Under ccp the disk starts at the height h rho |w| on which "
        "the convex law holds it, under coulomb at height 0."
    ),
    "guideway": (
        "The paper states that its simulation agrees precisely with the manufacturer's formula zeta F + S. Statics of "
        "raceways at 45 degrees give zeta sum(N) + S with sum(N) = sqrt(2) F and the weights: our runs agree with "
        "statics and therefore lie above the formula by a factor of sqrt(2) in the part that rolls. With loads on "
        "balls that add up to F (rho = zeta R sin 45 degrees) the two would agree."
    ),
    "conveyor": (
        "By its caption the paper's figure shows a plant; it has no values. Outlined: the belt."
    ),
    "pile": (
        "The paper's text has no angles: it calls the stack without rolling friction almost flat and that with 0.01 m "
        "a steep cone, and its angle grows with rho. Almost flat counts as below 15 degrees here, steep as above 35. "
        "In the container of 2 m 10,000 grains reach the walls, which hold the stack without rolling friction."
    ),
    "bowling": (
        "Exact: the ball slides for 2 v / (7 mu g), then rolls at 5/7 of its speed; the lane bears its weight. Under "
        "ccp the first step from gap 0 throws the ball up: it flies, lands and then rides h mu |v_T| above the lane. "
        "Started on that height it stays there. While it rides, its lift is in its position, so the lane bears the "
        "weight alone; the paper, which takes the ball to lie at gap 0, expects an excess force as long as it slides. "
        "Split recovery changes nothing, since it acts on overlaps and here the ball is lifted. Exact Coulomb "
        "friction (DCP section 6, second remedy) removes the artefact."
    ),
    "projection": (
        "A driven four-bar linkage: the largest opening of its hinges with the stabilisation Psi/h of the velocity "
        "level alone, and with a projection after each step. Contacts that the projection makes are not found again "
        "within a step."
    ),
    "wheel": (
        "All at 1 kHz in the paper's scheme against exact Coulomb friction at 10 kHz. The paper's angles for pyramid "
        "and box look swapped: every variant tried gives about 12.7 degrees for the pyramid and 14.0 for the box."
    ),
}


class Figure:
    """One figure of the page: its picture, values next to the paper's, and what a reader must know."""

    def __init__(self, name, title, notes):
        self.name, self.title, self.notes, self.values = name, title, notes, []

    def compare(self, quantity, unit, paper, ours, allowed):
        """A number of the paper; `allowed`: the largest difference that counts as agreement."""
        self._add(quantity, unit, paper, ours, bool(abs(ours - paper) <= allowed))

    def state(self, quantity, unit, paper, ours, agrees):
        """A statement of the paper in words; `agrees` is None where the paper has nothing to compare with."""
        self._add(quantity, unit, paper, ours, None if agrees is None else bool(agrees))

    def _add(self, quantity, unit, paper, ours, agrees):
        ours = float(f"{ours:.6g}") if numpy.isfinite(ours) else None
        self.values.append({"figure": self.title, "quantity": quantity, "unit": unit, "paper": paper, "ours": ours, "agrees": agrees})


def canvas(*shape, height=4.2, **how):
    figure, axes = pyplot.subplots(*shape, figsize=(11, height), layout="constrained", **how)
    for axis in numpy.ravel(axes):
        axis.grid(alpha=0.25)
    return figure, axes


def save(picture_of, folder, name):
    picture_of.savefig(folder / f"{name}.png", dpi=110)
    pyplot.close(picture_of)


def runs_of(folder):
    """The complete runs in this folder by name."""
    complete = {}
    for path in sorted(folder.glob("*/summary.json")):
        run = talus.open(path.parent)
        if run.summary["status"] == "done":
            complete[path.parent.name] = run
    return complete


def body_of(run):
    return next(name[:-3] for name in run.series if name.endswith(".vx"))


def draw_disk(folder):
    runs = runs_of(folder / "disk")
    if len(runs) < 2:
        return
    result = Figure("disk", "ROLL figures 2 and 3: rolling disk", NOTES["disk"])
    figure, (distance, speed) = canvas(1, 2)
    for run, colour in zip(runs.values(), ("tab:blue", "tab:orange")):
        exact = disk.Exact(run.deck)
        measured = disk.Measured(run, exact)
        law = run.deck["contact.law"]
        for name, unit in (("deceleration", "m/s2"), ("stop_time", "s"), ("stop_distance", "m")):
            wanted = getattr(exact, name)
            result.compare(f"{name.replace('_', ' ')}, {law}", unit, float(f"{wanted:.7g}"), getattr(measured, name), 0.005 * wanted)
        for axis, name in ((distance, "distance"), (speed, "speed")):
            axis.plot(measured.time, getattr(measured, name), color=colour, linewidth=3, alpha=0.5, label=law)
    time = numpy.linspace(0, 8, 400)
    for axis, name, label in ((distance, "distance", "x [m]  (figure 2)"), (speed, "speed", "speed [m/s]  (figure 3)")):
        axis.plot(time, getattr(exact, name)(time), color="black", linewidth=1, label="exact")
        axis.set(xlabel="time [s]", ylabel=label, xlim=(0, 8))
        axis.legend(frameon=False)
    save(figure, folder, result.name)
    yield result


def draw_guideway(folder, size):
    runs = runs_of(folder / "guideway" / size)
    if not any(name.startswith("zeta") for name in runs):
        return
    result = Figure(f"guideway-{size}", f"ROLL figure 8: resistance of a guideway ({size})", NOTES["guideway"])
    figure, axis = canvas(height=5)
    points = []
    for name, run in runs.items():
        if not name.startswith("zeta"):
            continue
        statics, mean = guideway.Statics(run.deck), guideway.resistance(run, run.deck)[0]
        points.append((statics.zeta, statics.seals, mean, statics.resistance, statics.maker))
        at = f"resistance at zeta = {statics.zeta:g}, seals {statics.seals:g} N"
        result.compare(f"{at}, manufacturer's formula", "N", float(f"{statics.maker:.6g}"), mean, max(0.02, 0.01 * statics.maker))
        result.compare(f"{at}, statics of its raceways", "N", float(f"{statics.resistance:.6g}"), mean, max(0.02, 0.01 * statics.resistance))
    for colour, seals in zip(("tab:blue", "tab:orange"), sorted({point[1] for point in points})):
        zeta, _, mean, statics, maker = numpy.array([point for point in points if point[1] == seals]).T
        axis.plot(zeta, mean, "o", color=colour, label=f"Talus, seals {seals:g} N")
        axis.plot(zeta, statics, "-", color=colour, linewidth=1, label="statics: zeta sum(N) + S")
        axis.plot(zeta, maker, ":", color=colour, label="manufacturer and paper: zeta F + S")
    for name, run in runs.items():
        if name.startswith("rest"):
            body = f"body{len(run.state.walls['id'])}"
            moved, push = abs(run.series[f"{body}.x"][-1] - run.series[f"{body}.x"][0]), run.deck["guideway.push"]
            below = push < guideway.Statics(run.deck).resistance
            result.state(f"displacement of the carriage at rest, pushed by {push:g} N", "m", "sticks" if below else "moves",
                         moved, (moved < 1e-6) == below)
    axis.set(xlabel="zeta = rho / R", ylabel="resistance [N]", ylim=(0, None))
    axis.legend(frameon=False, fontsize=9)
    save(figure, folder, result.name)
    yield result


def draw_conveyor(folder):
    runs = runs_of(folder / "conveyor")
    if not runs:
        return
    run = runs["run"]
    state, camera, middle = run.state, picture.Camera(-72, 14), numpy.array([0.8, 0, 0])
    result = Figure("conveyor", "ROLL figure 9: conveyor and pile", NOTES["conveyor"])
    image, extent = picture.spheres(state["position"] - middle, state["radius"], pile.grain_colours(state["id"]), 5, camera)
    figure, axis = pyplot.subplots(figsize=(11, 5), layout="constrained")
    axis.imshow(image, origin="lower", extent=(extent[0], extent[2], extent[1], extent[3]))
    belt = camera.project(numpy.array([[-1, -0.25, 0.8], [1, -0.25, 0.8], [1, 0.25, 0.8], [-1, 0.25, 0.8], [-1, -0.25, 0.8]]) - middle)
    axis.plot(belt[:, 0], belt[:, 1], color="0.3", linewidth=1)
    axis.axis("off")
    result.state("grains over the end of the belt", "1", "none", run.series["outlet.belt-end.bodies"][-1], None)
    save(figure, folder, result.name)
    yield result


def profile_of(run):
    state = run.state
    resting = numpy.linalg.norm(state["velocity"], axis=1) < pile.FALLING
    return pile.Profile(state["position"][resting], state["radius"][resting], 0.5 * run.deck["pile.width"])


def draw_pile(folder, size):
    piles = sorted(runs_of(folder / "pile" / size).values(), key=lambda run: run.deck["contact.rho"])
    if len(piles) < 5:
        return
    first, last = piles[0].deck, piles[-1].deck
    result = Figure(f"pile-{size}", f"ROLL figures 10 to 13: pile of {len(piles[0].state)} grains ({size})", NOTES["pile"])
    figure, axes = pyplot.subplots(1, 2, figsize=(11, 3.6), layout="constrained")
    for axis, run, number in zip(axes, (piles[0], piles[-1]), (10, 11)):
        state, camera = run.state, picture.Camera(-60, 20)
        colours = pile.grain_colours(state["id"])
        image, extent = picture.spheres(state["position"], state["radius"], colours, run.deck["pile.width"], camera, 500)
        axis.imshow(image, origin="lower", extent=(extent[0], extent[2], extent[1], extent[3]))
        axis.set_title(f"figure {number}: rho = sigma = {run.deck['contact.rho']:g} m", fontsize=10)
        axis.axis("off")
    save(figure, folder, f"{result.name}-pictures")
    figure, (left, right) = canvas(1, 2)
    profiles = [(run.deck["contact.rho"], profile_of(run)) for run in piles]
    for (rho, profile), colour in zip(profiles, pyplot.cm.viridis(numpy.linspace(0, 0.9, len(profiles)))):
        left.plot(profile.distance, profile.height, "o-", color=colour, markersize=3, linewidth=0.8, label=f"{rho:g} m: {profile.angle:.1f}°")
    left.set(xlabel="distance from the axis [m]  (figure 12)", ylabel="height [m]", aspect="equal")
    left.set(xlim=(0, 0.5 * first["pile.width"]), ylim=(0, None))
    left.legend(title="rho: angle", frameon=False, fontsize=8)
    rhos, angles, errors = numpy.array([(rho, profile.angle, profile.error) for rho, profile in profiles]).T
    right.errorbar(1e3 * rhos, angles, errors, fmt="o-", capsize=3, color="tab:brown")
    right.set(xlabel="rho = sigma [mm]  (figure 13)", ylabel="angle of repose [deg]", ylim=(0, None))
    save(figure, folder, result.name)
    for rho, angle, error in zip(rhos, angles, errors):
        if rho == first["contact.rho"]:
            result.state(f"angle of repose, rho = {rho:g} m (+- {error:.1f})", "deg", "almost flat", angle, angle < 15)
        elif rho == last["contact.rho"]:
            result.state(f"angle of repose, rho = {rho:g} m (+- {error:.1f})", "deg", "steep cone", angle, angle > 35)
        else:
            before = angles[list(rhos).index(rho) - 1]
            result.state(f"angle of repose, rho = {rho:g} m (+- {error:.1f})", "deg", "above that of the smaller rho", angle, angle > before)
    yield result


BOWLING = (("ccp", "ccp from gap 0"), ("lifted", "ccp from the relaxation gap"), ("split", "ccp from gap 0, split recovery"),
           ("coulomb", "coulomb"))


class Ball:
    """Excess normal force, gap and slip speed of the ball over time, and its closed solution."""

    def __init__(self, run):
        body, deck, series = body_of(run), run.deck, run.series
        self.time, self.step, self.mu, self.start = series["time"], deck["time.step"], deck["contact.mu"], deck["ball.speed"]
        self.weight = deck["bodies.mass"] * 9.81
        self.excess = -series["wall.lane.force_z"] - self.weight
        self.gap = series[f"{body}.z"] - deck["bodies.radius"]
        self.slip = series[f"{body}.vx"] - deck["bodies.radius"] * series[f"{body}.wy"]
        self.speed = series[f"{body}.vx"]

    @property
    def end(self):
        """When it rolls: its slip is below what friction takes from it in half a step."""
        rolls = numpy.flatnonzero(self.slip < 0.5 * 3.5 * self.mu * 9.81 * self.step)
        return self.time[rolls[0]] if len(rolls) else numpy.nan

    def exact_slip(self):
        return numpy.maximum(0, self.start - 3.5 * self.mu * 9.81 * self.time)


def draw_bowling(folder):
    runs = runs_of(folder / "bowling")
    if not {name for name, _ in BOWLING} <= set(runs):
        return
    result = Figure("bowling", "DCP section 3: artefact of the relaxation on a bowling ball", NOTES["bowling"])
    figure, (force, gap, slip) = canvas(3, 1, height=9, sharex=True)
    balls = {name: Ball(run) for name, run in runs.items()}
    some = balls["coulomb"]
    for (name, label), width, line in zip(BOWLING, (4, 2, 1.5, 1), ("-", "-", "--", "-")):
        ball = balls[name]
        force.plot(ball.time, ball.excess, line, linewidth=width, alpha=0.7, label=label)
        gap.plot(ball.time, 1e3 * ball.gap, line, linewidth=width, alpha=0.7)
        slip.plot(ball.time, ball.slip, line, linewidth=width, alpha=0.7)
        exact = 2 * ball.start / (7 * ball.mu * 9.81)
        result.compare(f"end of sliding, {label}", "s", float(f"{exact:.6g}"), ball.end, 2 * ball.step)
        result.compare(f"speed at the end relative to the start, {label}", "1", float(f"{5 / 7:.7g}"), ball.speed[-1] / ball.start, 1e-3)
        if name == "coulomb":
            result.compare(f"largest excess normal force, {label}", "N", 0, abs(ball.excess).max(), 1e-3)
            result.compare(f"largest gap, {label}", "m", 0, abs(ball.gap).max(), 1e-9)
        else:
            lifted = name == "lifted"
            riding_excess = numpy.median(ball.excess[ball.time < ball.end])
            result.state(f"median excess normal force while sliding, {label}", "N", "above 0", riding_excess, riding_excess > 1e-3)
            result.state(f"excess normal force in the first step, {label}", "N", "none" if lifted else "above 0",
                         ball.excess[0], None if lifted else ball.excess[0] > 0)
            if lifted:
                riding = ball.step * ball.mu * ball.slip
                result.compare(f"largest gap minus h mu |v_T|, {label}", "m", 0, abs(ball.gap - riding).max(), 0.01 * riding[0])
            result.state(f"largest gap, {label}", "m", "above 0", ball.gap.max(), ball.gap.max() > 0)
            late = ball.time > ball.end + 0.1
            result.compare(f"excess normal force once the ball rolls, {label}", "N", 0, abs(ball.excess[late]).max(), 1e-3)
    if "frictionless" in balls:
        result.compare("largest excess normal force without friction", "N", 0, abs(balls["frictionless"].excess).max(), 1e-3)
    riding = 1e3 * some.step * some.mu * some.exact_slip()
    gap.plot(some.time, riding, "k:", label="relaxation gap h mu |v_T|, exact v_T")
    slip.plot(some.time, some.exact_slip(), "k:", label="exact")
    force.set(ylabel="normal force - weight [N]", yscale="symlog")
    force.legend(frameon=False, fontsize=8)
    gap.set(ylabel="gap [mm]", yscale="symlog")
    gap.set_ylim(bottom=0)
    gap.legend(frameon=False, fontsize=8)
    slip.set(ylabel="slip speed [m/s]", xlabel="time [s]")
    slip.legend(frameon=False, fontsize=8)
    save(figure, folder, result.name)
    yield result


def draw_projection(folder):
    runs = runs_of(folder / "projection")
    if len(runs) < 2:
        return
    result = Figure("projection", "DCP section 6: constraints at the level of positions", NOTES["projection"])
    figure, axis = canvas(height=3.6)
    for name, label in (("velocity-level", "stabilisation only"), ("projected", "solver.projection: true")):
        series = runs[name].series
        axis.semilogy(series["time"], numpy.maximum(series["joint_opening_max"], 1e-18), linewidth=1, label=label)
        worst = series["joint_opening_max"].max()
        tight = name == "projected"
        result.state(f"largest opening, {label}", "m", "tight" if tight else "drifts", worst, worst < 1e-12 if tight else worst > 1e-12)
    axis.set(xlabel="time [s]", ylabel="largest opening of a hinge [m]")
    axis.legend(frameon=False)
    save(figure, folder, result.name)
    yield result


TABLE_1 = (("radius", "m", "bodies.radius", 0.5), ("mass", "kg", "bodies.mass", 1), ("axial moment of inertia", "kg m2", "wheel.axial_inertia", 0.6),
           ("transversal moment of inertia", "kg m2", "wheel.transversal_inertia", 0.3), ("friction coefficient", "1", "contact.mu", 0.3),
           ("tangential stiffness", "N/m", "contact.bristle_stiffness", 1e10), ("sliding threshold", "m/s", "contact.sliding_threshold", 0.01),
           ("tilt theta", "rad", "wheel.tilt", 0.349066), ("speed along x", "m/s", "wheel.speed", 6), ("turning psi'", "rad/s", "wheel.turning", -2))


def draw_wheel(folder):
    if not (folder / "wheel" / "deck.yaml").exists():
        return
    run, deck = talus.open(folder / "wheel" / "run"), talus.deck.parse((folder / "wheel" / "deck.yaml").read_text())
    result = Figure("wheel", "REG table 1, figures 4 and 5: contact laws on a wheel", NOTES["wheel"])
    for label, unit, key, value in TABLE_1:
        result.compare(f"table 1: {label}", unit, value, deck[key], 1e-6 * abs(value))
    reference = wheel.Motion(run, "paper-reference", run.summary["mu"])
    figure, axes = canvas(2, 2, height=7, sharex=True)
    (force, position), (energy, angle) = axes
    force.plot(reference.time, reference.force, color="black", linewidth=2.5, alpha=0.4, label="Coulomb, 10 kHz")
    motions, errors, energies = {}, {}, {}
    for model, (printed_force, printed_angle) in wheel.PRINTED.items():
        motion = motions[model] = wheel.Motion(run, f"paper-{model}", run.summary["mu"])
        style = {"linewidth": 1, "label": model}
        force.plot(motion.time, motion.force, **style)
        errors[model], energies[model] = wheel.position_error(motion, reference), motion.energy - reference.energy
        position.plot(motion.time, 100 * errors[model], **style)
        energy.plot(motion.time, energies[model], **style)
        angle.plot(motion.time[: len(motion.angle)], motion.angle, **style)
        result.compare(f"figure 4: rms of the force error, {model}", "%", printed_force, 100 * wheel.rms(motion.force - reference.force), 0.15)
        result.compare(f"figure 5c: rms misalignment while sliding, {model}", "deg", printed_angle, wheel.rms(motion.angle), 0.3)
    for number, name, unit, found, factor in (("5a", "rms of the relative position error", "%", errors, 100),
                                              ("5b", "rms of the energy error", "J", energies, 1)):
        others = [wheel.rms(found[model]) for model in ("pyramid-4", "box")]
        for model in found:
            amount = wheel.rms(found[model])
            said, agrees = ("smallest", amount < min(others)) if model == "regularised" else ("none", None)
            if number == "5b" and model == "pyramid-4":
                said, agrees = "below that of box", amount < others[1]
            result.state(f"figure {number}: {name}, {model}", unit, said, factor * amount, agrees)
    force.set(ylabel="friction / (mu normal)  (figure 4)", ylim=(0, 1.15))
    position.set(ylabel="position error [%]  (figure 5a)", ylim=(0, None))
    energy.set(ylabel="energy error [J]  (figure 5b)", xlabel="time [s]")
    angle.set(ylabel="misalignment [deg]  (figure 5c)", ylim=(-50, 50), xlabel="time [s]")
    force.legend(frameon=False, fontsize=8)
    save(figure, folder, result.name)
    yield result


def number(value):
    return value if isinstance(value, str) else "none" if value is None else f"{value:.6g}"


VERDICTS = {True: ("yes", "agrees"), False: ("no", "DISAGREES"), None: ("none", "-")}


def row(value):
    style, verdict = VERDICTS[value["agrees"]]
    cells = (value["quantity"], number(value["paper"]), number(value["ours"]), value["unit"], verdict)
    return f'<tr class="{style}">' + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"


def section(figure, folder):
    names = [name for name in (f"{figure.name}-pictures", figure.name) if (folder / f"{name}.png").exists()]
    pictures = "".join(f'<img src="{name}.png" alt="{name}">' for name in names)
    heads = "".join(f"<th>{head}</th>" for head in ("quantity", "paper or closed solution", "Talus", "unit", ""))
    return (f'<h2 id="{figure.name}">{html.escape(figure.title)}</h2><p>{html.escape(figure.notes)}</p>{pictures}'
            f"<table><tr>{heads}</tr>{''.join(map(row, figure.values))}</table>\n")


def draw(folder):
    parts = (draw_disk(folder), draw_guideway(folder, "short"), draw_guideway(folder, "full"), draw_conveyor(folder), draw_pile(folder, "short"),
             draw_pile(folder, "full"), draw_bowling(folder), draw_projection(folder), draw_wheel(folder))
    figures = [figure for part in parts for figure in part]
    if not figures:
        raise talus.Error(f"{folder}: no complete figure; expected the folder of jobscripts/papers.sh")
    values = [value for figure in figures for value in figure.values]
    (folder / "values.json").write_text(json.dumps(values, indent=1) + "\n")
    links = "".join(f'<a href="#{figure.name}">{html.escape(figure.title)}</a><br>' for figure in figures)
    off = [value for value in values if value["agrees"] is False]
    head = (f"<p>ROLL: Tasora and Anitescu, rolling friction. DCP: Negrut, Serban and Tasora, differential complementarity. REG: Peiret et al., "
            f"regularised contact. {len(values)} values, {len(off)} of which disagree with the paper; these are marked.</p>")
    sections = "".join(section(figure, folder) for figure in figures)
    (folder / "index.html").write_text(
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>Talus: figures of the papers</title><style>{STYLE}</style></head>'
        f"<body><h1>Figures of the papers, by Talus</h1>{head}<nav>{links}</nav>\n{sections}</body></html>\n")
    for value in off:
        print(f"disagrees: {value['figure']}: {value['quantity']}: paper {number(value['paper'])}, Talus {number(value['ours'])} {value['unit']}")
    print(f"{len(figures)} figures, {len(values)} values, {len(off)} disagree")
    print(folder / "index.html")


if __name__ == "__main__":
    sys.exit(talus.study(__doc__, draw))
