"""One HTML page of a run, with all that it needs in itself: page(run) returns its text.

Everything that comes from decks and files is escaped: text by html.escape, data as JSON in which "<" is an escape sequence.
"""

import html
import json
import pathlib
import re
import string

import h5py
import numpy

from talus import deck as decks, quantised, run as runs

VIEWER = pathlib.Path(__file__).resolve().parents[1] / "viewer"
KINDS = ("sphere", "plane", "box", "capsule", "cylinder", "disk", "polyhedron", "clump", "mesh", "raceway")
MOST_ROWS = 4000
SAME_BITS = {"ranks": "on any number of ranks", "run": "on the same number of ranks", "none": "not promised"}
LINES = ("first", "second", "third")  # the colours of a plot
PANELS = (
    ("Bodies and contacts", "1", False, ("bodies", "contacts")),
    ("Energy", "J", True, ("kinetic_energy", "rotational_energy")),
    ("Residual", "m/s", True, ("residual_rms", "residual_max")),
    ("Sweeps per step", "1", False, ("sweeps",)),
    ("Overlap and relaxation gap", "m", True, ("penetration_max", "relaxation_max")),
    ("Wall time per step", "s", True, ("seconds_solve", "seconds_collide", "seconds_output")),
)


def number(value):
    """Six digits, as people read them; integers whole."""
    if value is None:
        return "–"
    if isinstance(value, bool) or isinstance(value, str):
        return html.escape(str(value))
    if isinstance(value, int) or (float(value).is_integer() or abs(value) >= 1e5) and abs(value) < 1e15:
        return f"{int(value):,}".replace(",", "\u202f")
    return f"{value:.6g}"


def memory(value):
    return f"{value / 2**20:.4g} MiB"


class Summary:
    """summary.json with where the numbers stand in the page: each cell names its key and holds the exact value."""

    def __init__(self, values):
        self.values = values

    def cell(self, key, show=number, unit="", tag="td"):
        value = self.values
        for part in key.split("/"):
            value = value[part]
        exact = html.escape(json.dumps(value), quote=True)
        return f'<{tag} data-key="{key}" data-value="{exact}">{show(value)}{" " + unit if unit else ""}</{tag}>'

    def rows(self, entries):
        """(title, key, unit) of each; those whose key an older run did not write are left out."""
        show = {"MiB": (memory, ""), "id": (str, ""), "bits": (SAME_BITS.get, "")}
        shown = [f'<tr><th scope="row">{title}</th>{self.cell(key, *show.get(unit, (number, unit)))}</tr>'
                 for title, key, unit in entries if key.split("/")[0] in self.values]
        return "".join(shown)


def table(caption, rows):
    return f"<table><caption>{caption}</caption>{rows}</table>" if rows else ""


def row(title, text):
    return f'<tr><th scope="row">{title}</th><td>{html.escape(str(text))}</td></tr>'


def section(name, title, content):
    return f'<section aria-labelledby="{name}-title"><h2 id="{name}-title">{title}</h2>{content}</section>'


def summary_of(run):
    """The summary, or of a run that has none (it goes on, was killed or failed) the last row of its series."""
    if (run.folder / "summary.json").exists():
        return run.summary
    status = {"status": "not ended"}
    if run.log and run.log[-1]["event"] == "end" and run.log[-1]["status"] == "failed":
        status = {"status": "failed", "message": run.log[-1]["text"]}
    series = run.series if (run.folder / "series.csv").exists() else {"time": ()}
    if len(series["time"]) == 0:
        return status
    counts = {name: int(series[column][-1]) for name, column in (("steps", "step"), ("bodies", "bodies"), ("contacts", "contacts"))}
    return status | {"time": float(series["time"][-1]), **counts}


def deck_of(run):
    """The resolved deck, from the checkpoint or from the frames."""
    for name in ("checkpoint.h5", "trajectory.h5"):
        path = run.folder / name
        if path.exists():
            with h5py.File(path, "r") as file:
                return decks.parse(bytes(file["deck"][:]).decode())
    raise runs.Error(f"{run.folder}: neither checkpoint.h5 nor trajectory.h5; this is not the output folder of a run, or nothing is written yet")


def facts(summary):
    shown = (("time", "time", "s"), ("steps", "steps", ""), ("bodies", "bodies", ""), ("contacts", "contacts", ""), ("ranks", "ranks", ""),
             ("wall time", "seconds", "s"), ("missed steps", "missed_steps", ""))
    cells = [f"<div><dt>{title}</dt>{summary.cell(key, rounded, unit, 'dd')}</div>" for title, key, unit in shown if key in summary.values]
    return f'<dl class="facts">{"".join(cells)}</dl>'


def rounded(value):
    return number(value) if isinstance(value, int) else f"{value:.4g}"


def what_was_run(run, deck, summary):
    walls = sum(key.endswith("].shape") and key.startswith("walls[") for key in deck)
    programs = dict.fromkeys(line["version"] for line in run.log if line["event"] == "start")
    left = table("Run", row("output folder", run.folder) + "".join(row("program", version) for version in programs)
                 + row("scenario", deck.get("scenario", "")) + summary.rows((
        ("status", "status", ""), ("ranks", "ranks", ""), ("state hash", "state_hash", ""), ("deck digest", "deck_digest", ""),
        ("same bits", "reproducible", "bits"))) + row("versions of file formats", versions(run)))
    right = table("Deck", "".join(row(title, deck[key]) for title, key in (
        ("step [s]", "time.step"), ("end [s]", "time.end"), ("gravity [m/s²]", "gravity"), ("contact law", "contact.law"),
        ("sliding friction mu", "contact.mu"), ("rolling friction rho [m]", "contact.rho"), ("spinning friction sigma [m]", "contact.sigma"),
        ("restitution", "contact.restitution"), ("solver", "solver.name"), ("schedule", "solver.schedule"), ("partition", "partition.method"))
        if key in deck) + row("walls", walls))
    lines = html.escape("\n".join(f"{key}: {value}" for key, value in deck.items()))
    return f'<div class="columns">{left}{right}</div><details><summary>The whole resolved deck, {len(deck)} keys</summary><pre>{lines}</pre></details>'


def versions(run):
    found = []
    for name in ("trajectory", "checkpoint"):
        path = run.folder / f"{name}.h5"
        if path.exists():
            with h5py.File(path, "r") as file:
                if "version" in file.attrs:
                    found.append(f"{name} {int(numpy.ravel(file.attrs['version'])[0])}")
    return ", ".join(found) or "not recorded"


def warnings_of(values, frames, log):
    """What a reader must know before believing the numbers: sentences as text; then what the run itself warned of."""
    found = []
    if values["status"] == "failed":
        found.append(f"The run failed: {values['message']}.")
    elif values["status"] == "not ended":
        found.append("The run wrote no summary: it goes on, was killed or failed. What follows is as far as its files reach.")
    elif values["status"] != "done":
        found.append(f"The run has the status {values['status']}: it did not reach its end.")
    if values.get("missed_steps"):
        found.append(f"{values['missed_steps']} of {values['steps']} steps missed the solver's tolerance; the largest residual was "
                     f"{values['residual_max']:.3g} m/s.")
    if values.get("overlap_max", 0) > 0.01:
        found.append(f"Bodies overlapped by up to {100 * values['overlap_max']:.3g} % of the smaller radius (at the end "
                     f"{100 * values.get('overlap_last', 0):.3g} %); a smaller time.step reduces this.")
    if values.get("waiting"):
        found.append(f"{values['waiting']} bodies of feeds still waited for room at the end.")
    if values.get("chattering_contact_steps"):
        found.append(f"Contacts alternated between sticking and sliding in {values['chattering_contact_steps']} contact steps.")
    if values.get("joint_opening_max", 0) > 1e-3:
        found.append(f"Joints opened by up to {values['joint_opening_max']:.3g} m.")
    if frames and len(frames["times"]) < frames["written"]:
        found.append(f"The page shows {len(frames['times'])} of the {frames['written']} frames in the files.")
    return found + [f"The run warned at step {line['step']}: {line['text']}" for line in log if line["event"] == "warning"]


def time_table(summary):
    phases = summary.values["seconds_by_phase"]
    whole = sum(phases.values()) or 1
    bars = "".join(f'<tr><th scope="row">{html.escape(name)}</th><td class="bar"><i style="width:{100 * seconds / whole:.2f}%"></i></td>'
                   f'{summary.cell(f"seconds_by_phase/{name}", lambda v: f"{v:.4g}", "s")}<td>{100 * seconds / whole:.1f} %</td></tr>'
                   for name, seconds in phases.items())
    figures = summary.rows((("wall time", "seconds", "s"), ("of the last session", "session_seconds", "s"), ("steps", "steps", ""),
                            ("sweeps", "sweeps", ""), ("contact updates per second", "contact_updates_per_second", ""),
                            ("imbalance of the ranks", "imbalance", ""), ("peak memory per rank", "peak_memory_bytes", "MiB")))
    return f'<div class="columns">{table("Wall time by phase", bars)}{table("Speed and memory", figures)}</div>'


def accuracy_table(summary):
    left = summary.rows((("tolerance", "tolerance", "m/s"), ("steps that missed it", "missed_steps", ""), ("residual, rms", "residual_rms", "m/s"),
                         ("residual, largest", "residual_max", "m/s"), *((f"… of {kind}s", f"violation_by_kind/{kind}", "m/s")
                         for kind in summary.values.get("violation_by_kind", ()) if kind in ("contact", "joint", "bound")),
                         ("worst contact: body A", "worst_contact/id_a", "id"), ("worst contact: body B", "worst_contact/id_b", "id"),
                         ("worst contact: step", "worst_contact/step", "id")))
    right = summary.rows((("deepest penetration", "penetration_max", "m"), ("largest overlap, of the smaller radius", "overlap_max", ""),
                          ("overlap at the end", "overlap_last", ""), ("largest relaxation gap", "relaxation_max", "m"),
                          ("mean relaxation gap", "relaxation_mean", "m"), ("largest opening of a joint", "joint_opening_max", "m"),
                          ("contact steps that chattered", "chattering_contact_steps", "")))
    return f'<div class="columns">{table("Solver", left)}{table("Geometry", right)}</div>'


def thinned(columns, most=MOST_ROWS):
    """Rows for plots: of each stretch of rows the smallest and the largest value of each column, so no peak is lost."""
    rows = len(columns["time"])
    if rows <= most:
        return columns
    edges = numpy.linspace(0, rows, most // 2 + 1).astype(int)
    pairs = lambda values: numpy.array([[values[a:b].min(), values[a:b].max()] for a, b in zip(edges, edges[1:])]).ravel()
    return {name: pairs(values) for name, values in columns.items()}


def totals(columns):
    """Columns of the mass that feeds and outlets count."""
    return [name for name in columns if re.fullmatch(r"(feed|outlet)\..*\.mass", name) and not re.search(r"\.(material|class)\.|back_mass$", name)]


def series_of(run):
    """(table, blob, HTML) of the time series."""
    series = thinned(run.series)
    names = [name for name in series if numpy.isfinite(series[name]).any()]
    panels = []
    for title, unit, log, columns in (*PANELS, ("Mass of feeds and outlets", "kg", False, totals(names)[:len(LINES)])):
        here = [name for name in columns if name in names and (not log or (series[name] > 0).any())]
        if here:
            panels.append({"title": title, "unit": unit, "log": log, "columns": here})
    flat = numpy.concatenate([series[name] for name in names]).astype("<f4")
    described = {"names": names, "units": {name: run.units[name] for name in names}, "rows": len(series["time"]), "panels": panels}
    options = "".join(f"<option>{html.escape(name)}</option>" for name in names if name not in ("time", "step"))
    figures = "".join(figure(html.escape(p["title"]), p["unit"], p["columns"]) for p in panels)
    figures += figure(f'<label class="hidden-text" for="column">Column</label><select id="column">{options}</select>', "", [""], "plot own")
    note = ("Drag to zoom, double-click or 0 for all; with the keyboard + and − zoom, arrows move. A click shows the frame of that time. "
            + (f"Each plot has the extremes of {len(run.series['time']):,} rows." if len(run.series["time"]) > MOST_ROWS else ""))
    return described, quantised.text(flat), f'<p class="soft">{note}</p><div class="plots">{figures}</div>'


def figure(title, unit, columns, kind="plot"):
    lines = "".join(
        f'<span><svg viewBox="0 0 26 8" aria-hidden="true"><line class="line-{LINES[i]}" x1="0" x2="26" y1="4" y2="4" stroke-width="1.6"/></svg>'
        f'{html.escape(name.replace("_", " "))} <output></output></span>' for i, name in enumerate(columns))
    return (f'<figure class="{kind}"><div class="top"><h3>{title}</h3><span class="soft unit">{f"[{unit}]" if unit not in ("", "1") else ""}</span>'
            f'<button class="save">SVG</button></div><div class="drawing" tabindex="0" role="group" aria-label="Plot: plus and minus zoom, left and right '
            f'arrows move, 0 shows all"></div><div class="legend">{lines}<span class="at"></span></div></figure>')


def profile(pile, angle):
    """Height of a pile against the distance from its axis, as a picture: mean, 10 to 90 % of the cells, and the fitted line."""
    wide, high, left, low = 560, 170, 58, 34
    far, top = pile.edges[-1], 1.15 * max(pile.top, pile.high.max(), 1e-9)
    x = lambda distance: left + distance / far * (wide - left - 12)
    y = lambda height: high - low - height / top * (high - low - 10)
    path = lambda xs, ys: " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in zip(xs, ys))
    band = path(numpy.append(pile.distance, pile.distance[::-1]), numpy.append(pile.low, pile.high[::-1]))
    fitted = ""
    if numpy.isfinite(pile.angle):
        heights = numpy.array([min(0.9 * pile.top, pile.foot), 0.05 * pile.top])  # within the picture
        fitted = f'<polyline class="line-second" fill="none" stroke-width="1.3" points="{path((heights - pile.foot) / pile.slope, heights)}"/>'
    grid = lambda most, count: numpy.arange(0, most, next(m * 10.0**e for e in range(-6, 9) for m in (1, 2, 5) if most / (m * 10.0**e) <= count))
    marks = "".join(f'<text x="{x(d):.1f}" y="{high - 18}" text-anchor="middle">{d:.3g}</text>' for d in grid(far, 8))
    ticks = "".join(f'<line class="grid" x1="{left}" x2="{wide - 12}" y1="{y(h):.1f}" y2="{y(h):.1f}"/><text x="{left - 6}" y="{y(h) + 4:.1f}" '
                    f'text-anchor="end">{h:.3g}</text>' for h in grid(top, 4))
    picture = (f'<svg viewBox="0 0 {wide} {high}" font-size="11" role="img" aria-label="Height of the pile against the distance from its axis">{ticks}{marks}'
               f'<polygon fill="var(--accent)" opacity="0.15" points="{band}"/>'
               f'<polyline class="line-first" fill="none" stroke-width="1.6" points="{path(pile.distance, pile.height)}"/>{fitted}'
               f'<text x="{(wide + left) / 2}" y="{high - 3}" text-anchor="middle">distance from the axis [m], height of the surface [m]</text></svg>')
    figures = row("angle of repose", angle) + row("height [m]", f"{pile.top:.4g}")
    lines = "".join(f'<span><svg viewBox="0 0 26 8" aria-hidden="true"><line class="line-{kind}" x1="0" x2="26" y1="4" y2="4" stroke-width="1.6"/></svg>'
                    f"{text}</span>" for kind, text in (("first", "mean height of a ring; shaded: 10 to 90 % of its cells"), ("second", "fitted slope")))
    picture += f'<div class="legend">{lines}</div>'
    return f'<div class="columns">{table("Bodies of the last checkpoint that move slower than 0.5 m/s", figures)}<figure>{picture}</figure></div>'


def viewer_of(frames, has_joints):
    ranks = frames["ranks"] > 1
    colours = ["speed", "force", "size", *(["rank"] if ranks else []), "material", "none"]
    options = "".join(f"<option>{name}</option>" for name in colours)
    error = " × ".join(f"{1e3 * step / 2:.3g}" for step in frames["box"]["step"])
    text = (f"{len(frames['times'])} of {frames['written']} frames. Values are quantised: positions lie within ±{error} mm of the file's (16 bits per axis), "
            f"orientations within 0.07°, speeds within {frames['largest']['speed'] / 131070:.2g} m/s, normal loads (force) within "
            f"{frames['largest']['force'] / 131070:.2g} N. Radii are exact to 7 digits.")
    if "contacts" in frames and sum(frames["contacts"]["counts"]) < frames["contacts"]["total"]:
        text += f" Force chains show the strongest {sum(frames['contacts']['counts']):,} of {frames['contacts']['total']:,} contacts."
    template = string.Template((VIEWER / "viewer.html").read_text(encoding="utf-8"))
    return template.substitute(colours=options, last_frame=len(frames["times"]) - 1, quantisation=text,
                               chains_hidden="" if "contacts" in frames else "hidden", joints_hidden="" if has_joints else "hidden")


def names_of(run, deck):
    """Names of bodies by their ids (the bodies of a deck's list come after its walls), of materials and of kinds of shapes."""
    bodies, first = {}, len(run.frames[0].walls["id"])
    listed = sum(key.startswith("bodies.list[") and key.endswith("].name") for key in deck)
    for i in range(listed):
        if deck[f"bodies.list[{i}].name"] != "":
            bodies[first + i] = str(deck[f"bodies.list[{i}].name"])
    materials = sum(key.startswith("materials[") and key.endswith("].name") for key in deck)
    return {"bodies": bodies, "materials": ["default", *(str(deck[f"materials[{i}].name"]) for i in range(materials))], "kinds": KINDS}


def as_json(name, value):
    return f'<script type="application/json" id="data-{name}">{json.dumps(value, allow_nan=False).replace("<", chr(92) + "u003c")}</script>'


def page(run, most_frames=quantised.MOST_FRAMES, extra=()):
    """extra: (name, title, HTML) of further sections, for example the angle of repose."""
    deck = deck_of(run)
    summary, data, parts, frames, blobs = Summary(summary_of(run)), [], [], None, {}
    if list(run.folder.glob("trajectory*.h5")) and len(run.frames):
        frames, blobs = quantised.frames_of(run, most_frames)
        data += [as_json("frames", frames), as_json("names", names_of(run, deck))]
        data += [f'<script type="text/plain" id="blob-{name}">{text}</script>' for name, text in blobs.items()]
    found = warnings_of(summary.values, frames, run.log)
    warned = '<ul class="warnings">' + "".join(f"<li>{html.escape(line)}</li>" for line in found) + "</ul>" if found else "<p>None.</p>"
    parts.append(("warnings", "Warnings", warned))
    if frames:
        parts.append(("viewer", "Frames", None))
    else:
        parts.append(("viewer", "Frames", "<p>The run wrote no frames; the deck's output.every makes a run write them.</p>"))
    parts += extra
    parts.append(("run", "What was run", what_was_run(run, deck, summary)))
    if "seconds_by_phase" in summary.values:
        parts += [("time", "Time", time_table(summary)), ("accuracy", "Accuracy", accuracy_table(summary))]
    if (run.folder / "series.csv").exists() and len(run.series["time"]) > 1:
        described, blob, content = series_of(run)
        data += [as_json("series", described), f'<script type="text/plain" id="blob-series">{blob}</script>']
        parts.append(("series", "Time series", content))
    main = facts(summary) + "".join(viewer_of(frames, "joint-ends" in blobs) if content is None else section(name, title, content) for name, title, content in parts)
    read = lambda name: (VIEWER / name).read_text(encoding="utf-8")
    return string.Template(read("page.html")).substitute(
        title=html.escape(run.folder.resolve().name), subtitle=html.escape(f"{deck.get('scenario', '')}, {summary.values.get('bodies', 0)} bodies"),
        status=html.escape(str(summary.values["status"])), nav="".join(f'<a href="#{name}-title">{title}</a>' for name, title, _ in parts),
        css=read("report.css"), main=main, licence=html.escape(read("LICENSE-three.txt")), data="\n".join(data), script=read("viewer.js"))
