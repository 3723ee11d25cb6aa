#!/usr/bin/python3
"""Contact models on the wheel of Peiret et al. (IDETC2016-60064): figures 4 and 5, and their table beside the paper's.

  postproc/wheel.py out/wheel

Force: |friction| / (mu normal force), minus that of exact Coulomb at the reference step in the same scheme, rms. While sliding: minus 1, to 1.99 s.
Angle: between friction and sliding velocity, rms until the wheel rolls (below 1 mm/s).
"""

import sys

import talus
import numpy
from matplotlib import pyplot

SCHEMES = ("paper", "exponential", "production")
MODELS = ("regularised", "regularised-n", "pyramid-4", "pyramid-8", "box", "ccp", "coulomb")
PRINTED = {"regularised": (1.67, 0.7), "pyramid-4": (3.76, 14.0), "box": (9.70, 12.6)}  # the paper's force [%] and angle [deg]
SLIDES_UNTIL = 1.99  # s; exact: 2.006823
ROLLS_BELOW = 1e-3   # m/s
NOTE = """The paper's angles for pyramid and box look swapped: every variant tried gives about 12.7 for the pyramid and 14.0 for the box,
where the paper prints 14.0 and 12.6.
Schemes: exponential has q+ = exp(h v+) q, Phi/h in the normal row, the lowest point of the rim, gyroscopic torque as the step begins. A run
(production) turns bodies freely with momentum and energy kept, and its contacts lie in the middle of the gap, which the convex law opens."""


class Motion:
    """One table: a model in a scheme."""

    def __init__(self, run, name, mu):
        table = run.table(f"{name}.csv", "not the run of a wheel")
        self.time, self.energy = table["time"], table["energy"]
        self.position = numpy.stack([table[axis] for axis in "xyz"], axis=1)
        self.friction = numpy.stack([table["friction_x"], table["friction_y"]], axis=1)
        self.sliding = numpy.stack([table["sliding_x"], table["sliding_y"]], axis=1)
        limit = mu * table["normal_force"]
        self.force = numpy.divide(numpy.linalg.norm(self.friction, axis=1), limit, out=numpy.zeros_like(limit), where=limit > 0)

    @property
    def angle(self):
        """Degrees between friction and the velocity that it opposes, until the wheel rolls."""
        speed = numpy.linalg.norm(self.sliding, axis=1)
        rolls = numpy.nonzero(speed < ROLLS_BELOW)[0]
        steps = slice(0, rolls[0] if len(rolls) else None)
        friction, sliding = self.friction[steps], self.sliding[steps]
        cross = friction[:, 0] * sliding[:, 1] - friction[:, 1] * sliding[:, 0]
        return numpy.degrees(numpy.arctan2(cross, -(friction * sliding).sum(axis=1)))


def rms(values):
    return float(numpy.sqrt(numpy.mean(values**2))) if len(values) else numpy.nan


def position_error(motion, reference):
    way = numpy.linalg.norm(reference.position - reference.position[0], axis=1)
    error = numpy.linalg.norm(motion.position - reference.position, axis=1)
    return numpy.divide(error, way, out=numpy.zeros_like(error), where=way > 0)


def print_table(motions, references, summary):
    print(f"step {summary['step']:g} s, reference {summary['reference_step']:g} s, bound iterations of regularised-n: {summary['bound_iterations']}")
    print(f"{'scheme':12}{'model':15}{'force [%]':>10}{'paper':>7}{'sliding [%]':>13}{'angle [deg]':>13}{'paper':>7}{'end [m]':>11}")
    for (scheme, model), motion in motions.items():
        reference = references[scheme]
        force, angle = PRINTED.get(model, ("", "")) if scheme == "paper" else ("", "")
        early = motion.time < SLIDES_UNTIL
        end = numpy.linalg.norm(motion.position[-1] - reference.position[-1])
        print(f"{scheme:12}{model:15}{100 * rms(motion.force - reference.force):10.3f}{force:>7}{100 * rms(motion.force[early] - 1):13.4f}"
              f"{rms(motion.angle):13.3f}{angle:>7}{end:11.2e}")
    print(NOTE)
    across = [f"{100 * rms(motions[scheme, 'coulomb'].force - references['paper'].force):.3f} % {scheme}" for scheme in SCHEMES]
    print(f"Force of coulomb against the paper scheme's reference, whose own error is a part of it: {', '.join(across)}.")


def draw(run, png):
    summary = run.summary
    if summary.get("scenario") != "wheel":
        raise talus.Error(f"{run.folder}: not the run of a wheel")
    references = {scheme: Motion(run, f"{scheme}-reference", summary["mu"]) for scheme in SCHEMES}
    motions = {(scheme, model): Motion(run, f"{scheme}-{model}", summary["mu"]) for scheme in SCHEMES for model in MODELS}
    print_table(motions, references, summary)
    figure, axes = pyplot.subplots(4, len(SCHEMES), figsize=(19, 13), sharex=True)
    for column, scheme in zip(axes.T, SCHEMES):
        reference = references[scheme]
        force, position, energy, angle = column
        force.set_title(f"{scheme} scheme, h = {summary['step']:g} s")
        force.plot(reference.time, reference.force, color="black", linewidth=2.5, alpha=0.4, label="reference")
        for index, model in enumerate(MODELS):
            motion = motions[scheme, model]
            style = {"color": f"C{index}", "linewidth": 1, "label": model}
            force.plot(motion.time, motion.force, **style)
            position.plot(motion.time, 100 * position_error(motion, reference), **style)
            energy.plot(motion.time, motion.energy - reference.energy, **style)
            angle.plot(motion.time[: len(motion.angle)], motion.angle, **style)
        force.set(ylabel="friction / (mu normal) [1]  (figure 4)", ylim=(0, 1.15))
        position.set(ylabel="position error / way [%]  (5a)", ylim=(0, 8))
        energy.set(ylabel="energy error [J]  (5b)")
        angle.set(ylabel="misalignment [deg]  (5c)", ylim=(-50, 50), xlabel="time [s]")
    axes[0, 0].legend(ncols=2, fontsize=8)
    printed = ", ".join(f"{model} {force} % and {angle} deg" for model, (force, angle) in PRINTED.items())
    figure.suptitle(f"The paper prints, for force and angle: {printed}", fontsize=10)
    figure.savefig(png)


if __name__ == "__main__":
    sys.exit(talus.main(__doc__, "wheel.png", draw))
