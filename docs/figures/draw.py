#!/usr/bin/python3
"""Draws the figures of the pages on explanation and architecture, as SVG next to this file.

    docs/figures/draw.py            all of them
    docs/figures/draw.py cones      one of them

Needs Matplotlib. The same figure comes out byte by byte, so that a change of this script shows in the figures alone.
"""

import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import numpy  # noqa: E402
from matplotlib import patches, pyplot  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent
INK, GREY, FILL, ACCENT, SECOND = "#222222", "#8a8a8a", "#dbe7f3", "#c0392b", "#1f6f8b"
COLOURS = ("#f4c9c4", "#cfe3f1", "#d9ead0", "#fbe6b8")
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "talus", "font.size": 10, "font.family": "sans-serif",
                        "axes.edgecolor": INK, "text.color": INK, "axes.labelcolor": INK})


def plain(axes, title=""):
    """Axes without frame and ticks, with equal scales."""
    axes.set_aspect("equal")
    axes.axis("off")
    axes.set_title(title, fontsize=10)


def arrow(axes, start, end, colour=INK, style="-|>", width=1.3, curve=0.0):
    axes.add_patch(patches.FancyArrowPatch(start, end, arrowstyle=style, mutation_scale=11, lw=width, color=colour,
                                           shrinkA=0, shrinkB=0, connectionstyle=f"arc3,rad={curve}"))


def box(axes, x, y, width, height, text, fill=FILL, size=9, edge=INK):
    axes.add_patch(patches.FancyBboxPatch((x - width / 2, y - height / 2), width, height, boxstyle="round,pad=0,rounding_size=0.08",
                                          fc=fill, ec=edge, lw=1))
    axes.text(x, y, text, ha="center", va="center", fontsize=size)


def cones():
    """The friction cone with its dual, and the bounds on friction of the contact laws, seen along the normal."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8.4, 3.4), layout="constrained")
    mu = 0.6
    plain(left, "friction cone, and a projection on it")
    left.fill([0, 2 * mu, -2 * mu], [0, 2, 2], fc=FILL, ec=INK)
    arrow(left, (-1.9, 0), (2.3, 0), GREY)
    arrow(left, (0, -0.5), (0, 2.4), GREY)
    left.text(2.3, -0.25, "g_T, friction", ha="right")
    left.text(0.08, 2.35, "g_n, normal")
    left.text(-0.1, 1.55, "sticks inside", ha="center")
    left.text(-1.0, 1.15, "slides on\nthe boundary", ha="right", color=SECOND)
    arrow(left, (-0.98, 1.25), (-mu * 1.25, 1.25), SECOND)
    a = numpy.array([1.9, 0.7])
    side = numpy.array([mu, 1]) / numpy.hypot(mu, 1)
    foot = (a @ side) * side
    arrow(left, a, foot, ACCENT)
    left.plot(*a, "o", color=ACCENT)
    left.text(a[0] + 0.07, a[1] + 0.05, "outside")
    left.text(foot[0] + 0.12, foot[1] + 0.12, "projection", color=ACCENT)
    plain(right, "largest friction at one normal impulse")
    angle = numpy.linspace(0, 2 * numpy.pi, 200)
    for n, (name, x, y) in enumerate((("ccp, coulomb", numpy.cos(angle), numpy.sin(angle)),
                                      ("pyramid", numpy.array([1, 0, -1, 0, 1]), numpy.array([0, 1, 0, -1, 0])),
                                      ("box", numpy.array([1, 1, -1, -1, 1]), numpy.array([-1, 1, 1, -1, -1])))):
        right.fill(x + 2.7 * n, y, fc=COLOURS[n], ec=INK)
        right.text(2.7 * n, -1.4, name, ha="center")
        right.plot(2.7 * n, 0, "+", color=GREY)
    arrow(right, (0, 0), (numpy.cos(0.9), numpy.sin(0.9)), SECOND)
    right.text(0.1, -0.5, "mu g_n", color=SECOND, ha="center")
    right.set_ylim(-1.7, 1.4)
    return figure


def relaxation():
    """What the relaxation gap is, and how it grows with speed and step."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8.4, 3.0), layout="constrained")
    plain(left, "a block that slides at the speed v")
    for x, gap, name in ((0, 0, "coulomb"), (3.4, 0.32, "ccp")):
        left.fill([x - 1.3, x + 1.3, x + 1.3, x - 1.3], [-0.25, -0.25, 0, 0], fc="#e5e5e5", ec=GREY, hatch="////", lw=0.5)
        left.fill([x - 0.7, x + 0.7, x + 0.7, x - 0.7], [gap, gap, gap + 0.9, gap + 0.9], fc=FILL, ec=INK)
        arrow(left, (x - 0.1, gap + 0.45), (x + 1.2, gap + 0.45), SECOND)
        left.text(x + 0.95, gap + 0.58, "v", color=SECOND)
        left.text(x, -0.55, name, ha="center")
    arrow(left, (2.45, 0), (2.45, 0.32), ACCENT, "<|-|>", 1)
    left.text(2.35, 0.1, "h mu v", ha="right", color=ACCENT)
    left.set_ylim(-0.8, 1.6)
    speed = numpy.linspace(0, 5, 2)
    for step, colour in ((5, ACCENT), (2, SECOND), (1, INK)):
        right.plot(speed, step * 0.5 * speed, color=colour, label=f"step {step} ms")
    right.set(xlabel="sliding speed v [m/s]", ylabel="relaxation gap [mm], mu = 0.5", xlim=(0, 5), ylim=(0, 13))
    right.legend(frameon=False)
    right.spines[["top", "right"]].set_visible(False)
    return figure


def residual():
    """The natural map of one contact."""
    figure, axes = pyplot.subplots(figsize=(5.6, 2.2), layout="constrained")
    plain(axes)
    mu = 0.6
    axes.fill([0, 2 * mu, -2 * mu], [0, 2, 2], fc=FILL, ec=INK)
    axes.text(-0.5, 1.75, "admissible set", ha="center")
    g = numpy.array([0.2, 1.3])
    moved = numpy.array([1.7, 1.0])
    side = numpy.array([mu, 1]) / numpy.hypot(mu, 1)
    foot = (moved @ side) * side
    arrow(axes, g, moved, SECOND)
    arrow(axes, moved, foot, GREY)
    arrow(axes, foot, g, ACCENT, "<|-|>", 1.6, 0.25)
    for point, name, shift, align in ((g, "impulse g", (-0.1, 0.02), "right"), (moved, "g - u / w: a step along\nthe velocity u", (0.1, -0.15), "left"),
                                      (foot, "its projection P", (0.1, 0.1), "left")):
        axes.plot(*point, "o", color=INK, ms=4)
        axes.text(point[0] + shift[0], point[1] + shift[1], name, ha=align)
    axes.text(0.75, 1.85, "residual = w |g - P|", color=ACCENT)
    axes.set_xlim(-1.7, 4.0)
    return figure


def colours():
    """Cubes of two dimensions in four colours, two ranks, one contact."""
    figure, axes = pyplot.subplots(figsize=(6.6, 2.5), layout="constrained")
    plain(axes)
    for i in range(8):
        for j in range(4):
            axes.add_patch(patches.Rectangle((i, j), 1, 1, fc=COLOURS[i % 2 + 2 * (j % 2)], ec="white", lw=1))
            axes.text(i + 0.08, j + 0.08, "abcd"[i % 2 + 2 * (j % 2)], fontsize=7, color=GREY)
    axes.plot([4, 4, 5, 5], [0, 2, 2, 4], color=INK, lw=2.5)
    axes.text(2, -0.35, "rank 0", ha="center")
    axes.text(6.3, -0.35, "rank 1", ha="center")
    for x, y in ((3.75, 1.45), (4.35, 1.45)):
        axes.add_patch(patches.Circle((x, y), 0.3, fc="white", ec=INK))
    axes.plot(4.05, 1.45, "o", color=ACCENT, ms=5)
    axes.annotate("contact: its point lies in a cube\nof rank 1, which owns it", (4.05, 1.45), (8.25, 1.1), color=ACCENT, va="center",
                  arrowprops={"arrowstyle": "-", "color": ACCENT})
    axes.annotate("body of rank 0,\nghost on rank 1", (3.75, 1.6), (8.25, 2.9), va="center", arrowprops={"arrowstyle": "-", "color": GREY})
    axes.text(8.25, 0.15, "colours a, b, c, d in turn;\ncubes of one colour at once", color=SECOND, va="center")
    axes.set_xlim(-0.1, 12.6)
    axes.set_ylim(-0.6, 4.1)
    return figure


def chain(axes, stages, y=0.0, width=1.9, gap=0.55, height=0.95):
    """Boxes in a row, joined by arrows; the first and the last are what comes in and what goes out. Returns the width."""
    for n, text in enumerate(stages):
        x = n * (width + gap)
        outer = n in (0, len(stages) - 1)
        box(axes, x, y, width, height, text, "white" if outer else FILL, 8.5, GREY if outer else INK)
        if n:
            arrow(axes, (x - width / 2 - gap, y), (x - width / 2, y))
    return len(stages) * (width + gap)


def row(*stages):
    """A figure of one chain."""
    figure, axes = pyplot.subplots(figsize=(1.62 * len(stages), 0.95))
    figure.subplots_adjust(0, 0, 1, 1)
    plain(axes)
    end = chain(axes, stages)
    axes.set_xlim(-1.05, end - 1.4)
    axes.set_ylim(-0.6, 0.6)
    return figure


def walk():
    """One step: the rooms in their order, and what goes from one to the next."""
    figure, axes = pyplot.subplots(figsize=(8.6, 2.75))
    figure.subplots_adjust(0, 0, 1, 1)
    plain(axes)
    rooms = ("partition", "collide", "problem", "solver", "motion")
    passed = ("bodies,\nghosts", "contacts", "the\nproblem", "impulses,\nvelocities")
    for n, room in enumerate(rooms):
        box(axes, 3 * n, 0, 1.7, 0.9, room, FILL, 11)
        if n:
            arrow(axes, (3 * n - 2.15, 0), (3 * n - 0.85, 0))
            axes.text(3 * n - 1.5, 0.2, passed[n - 1], ha="center", va="bottom", fontsize=8)
    box(axes, 0, 2.2, 1.7, 0.8, "scene", COLOURS[2], 11)
    arrow(axes, (-2.1, 2.2), (-0.85, 2.2))
    axes.text(-2.1, 2.35, "deck", fontsize=9)
    arrow(axes, (0, 1.8), (0, 0.45))
    axes.text(0.1, 1.35, "bodies, walls, joints, loads;\nfeeds and outlets in each step", fontsize=8, va="center")
    arrow(axes, (9.3, -0.45), (9.3, -1.55))
    box(axes, 9.3, -2.0, 1.9, 0.8, "observe", COLOURS[3], 11)
    arrow(axes, (10.25, -2.0), (11.15, -2.0))
    box(axes, 12, -2.0, 1.7, 0.8, "io", COLOURS[3], 11)
    arrow(axes, (12.85, -2.0), (13.6, -2.0))
    axes.text(13.65, -2.0, "series,\nframes,\ncheckpoint", fontsize=8, va="center")
    axes.plot([12, 12], [-0.45, -1.05], color=ACCENT, lw=1.4)
    axes.plot([12, 0], [-1.05, -1.05], color=ACCENT, lw=1.4)
    arrow(axes, (0, -1.05), (0, -0.45), ACCENT, width=1.4)
    axes.text(4.4, -1.35, "re-enters: bodies, walls, joints, remembered impulses, energy account", fontsize=8, ha="center",
              color=ACCENT, va="center")
    axes.add_patch(patches.Rectangle((-1.25, -0.75), 14.5, 1.75, fill=False, ec=GREY, ls="--", lw=1))
    axes.text(13.2, 1.1, "one step, sim/step.cpp", ha="right", color=GREY, fontsize=9)
    axes.set_xlim(-2.4, 15.2)
    axes.set_ylim(-2.7, 2.9)
    return figure


def checkpoint():
    """How a checkpoint becomes whole."""
    return row("state of\nall ranks", "write under\nanother name", "checksums,\nseal", "sync\nto disk", "rename the last\nto checkpoint.1.h5", "rename to\ncheckpoint.h5")


ROOMS = {
    "base": ("numbers", "types, ids", "cubes of space", "keys, failures", "used by\nall rooms"),
    "comm": ("records,\nnumbers", "plan: who sends\nwhat to whom", "exchange,\nsparse exchange", "exact sums", "the same\non all ranks"),
    "bodies": ("shape, density,\nmaterial", "mass and\nprincipal axes", "body: one\nplain record", "world: walls,\nshapes, loads", "state that\nthe step reads"),
    "balance": ("work of\neach cube", "curve or graph\nof cubes", "proposal\nof a method", "parts keep\ntheir ranks", "owner of\neach cube"),
    "partition": ("bodies where\nthey were", "directory:\nwho owns a cube", "send to owners\nand as ghosts", "who shares\nwhich body", "owned bodies,\nghosts"),
    "collide": ("poses,\nvelocities", "reach; cells\nof cubes", "pairs that\nmay meet", "gap, normal,\npoint", "contacts of\nowned cubes"),
    "problem": ("contacts,\njoints, loads", "rows and\nbias", "admissible sets,\ncompliance", "start from\nlast impulses", "one immutable\nproblem"),
    "solver": ("problem", "schedule,\ncolours", "sweep with\nmomentum", "residual\ncheck", "impulses,\nvelocities,\nreport"),
    "motion": ("velocities of\nthe solution", "displace", "rotate, keep\nmomentum", "walls, driven\nbodies", "poses of the\nnext step"),
    "observe": ("constant view\nof the step", "pass over\ncontacts", "pass over\nbodies", "exact sums", "energies, forces,\nmaps, columns"),
    "io": ("deck, state,\nmeasures", "check against\nthe key table", "collective\nwrite", "seal, sync,\nrename", "files that are\nwhole"),
    "scene": ("deck", "shapes,\nmaterials, walls", "packings,\nmechanisms", "feeds,\noutlets", "world and\nits bodies"),
    "sim": ("request", "step", "passes:\nbounds, rebounds,\nrecovery", "repartition,\nwrite", "stop or\nnext step"),
}
FIGURES = {f.__name__: f for f in (cones, relaxation, residual, colours, walk, checkpoint)}
FIGURES |= {f"room-{name}": (lambda stages=stages: row(*stages)) for name, stages in ROOMS.items()}


def main(names):
    if unknown := set(names) - FIGURES.keys():
        sys.exit(f"draw.py: no figure {', '.join(sorted(unknown))}; there are {', '.join(FIGURES)}")
    for name in names or FIGURES:
        figure = FIGURES[name]()
        figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)


if __name__ == "__main__":
    main(sys.argv[1:])
