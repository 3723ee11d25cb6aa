#!/usr/bin/python3
"""A scaling study: scaling.csv, a table and a picture of efficiency, phases, messages and sweeps against the ranks.

  postproc/scaling.py out/scaling-strong

The folder is one that jobscripts/scaling-strong.slurm or scaling-weak.slurm has filled: RANKS-REPETITION.json, of which the
medians count. Efficiency is contacts per second and rank over that of the fewest ranks: of a sweep, and of a whole step, where the
sweeps that it takes count too. With more ranks than cores times say nothing; messages, bytes and sweeps do.
"""

import csv
import json
import re
import statistics
import sys

import talus
from matplotlib import pyplot

TOLERANCES = ("0.01", "0.0001")
PHASES = ("collide", "partition", "problem", "solve", "motion")


def row_of(ranks, runs):
    """Medians over the repetitions."""
    def median(figure):
        return statistics.median(figure(run) for run in runs)

    row = {"ranks": ranks, "repetitions": len(runs), "bodies": runs[0]["bodies"], "contacts": runs[0]["contacts"],
           "sweep [s]": median(lambda run: run["seconds_per_sweep_accelerated"]),
           "step [s]": median(lambda run: sum(run["seconds_by_phase"].values()))}
    row |= {f"{phase} [s]": median(lambda run: run["seconds_by_phase"][phase]) for phase in PHASES}
    row |= {f"sweeps to {tolerance}": runs[0]["sweeps_to"][tolerance] for tolerance in TOLERANCES}
    row |= {"messages per sweep": runs[0]["messages_per_sweep_largest_rank"], "bytes per sweep": runs[0]["message_bytes_per_sweep_largest_rank"]}
    return row


def read(folder):
    runs = {}
    for path in sorted(folder.glob("*-*.json")):
        name = re.fullmatch(r"(\d+)-(\d+)\.json", path.name)
        if name:
            run = json.loads(path.read_text())
            if run["ranks"] != int(name[1]):
                raise talus.Error(f"{path}: was measured on {run['ranks']} ranks")
            runs.setdefault(run["ranks"], []).append(run)
    if not runs:
        raise talus.Error(f"{folder}: no measurement (RANKS-REPETITION.json); expected the folder of a scaling study")
    rows = [row_of(ranks, runs[ranks]) for ranks in sorted(runs)]
    for part in ("sweep", "step"):
        rate = [row["contacts"] / row[f"{part} [s]"] / row["ranks"] for row in rows]
        for row, here in zip(rows, rate):
            row[f"efficiency of a {part}"] = here / rate[0]
    return rows


def write(rows, path):
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows({name: f"{value:.6g}" if isinstance(value, float) else value for name, value in row.items()} for row in rows)


def draw(rows, png):
    ranks = [row["ranks"] for row in rows]

    def column(name):
        return [row[name] for row in rows]

    figure, ((efficiency, phases), (messages, sweeps)) = pyplot.subplots(2, 2, figsize=(12, 8))
    for part in ("sweep", "step"):
        efficiency.plot(ranks, column(f"efficiency of a {part}"), "o-", label=f"a {part}")
    efficiency.set(ylabel="contacts per second and rank, over the first", ylim=(0, None))
    total = [0.0] * len(rows)
    for phase in PHASES:
        top = [low + high for low, high in zip(total, column(f"{phase} [s]"))]
        phases.fill_between(ranks, total, top, alpha=0.7, label=phase)
        total = top
    phases.set(ylabel="seconds of a step (largest rank of each phase)", ylim=(0, None))
    messages.plot(ranks, column("messages per sweep"), "o-", color="tab:blue", label="messages")
    messages.set(ylabel="messages per sweep, largest rank", ylim=(0, None))
    volume = messages.twinx()
    volume.grid(False)
    volume.plot(ranks, [b / 1000 for b in column("bytes per sweep")], "s--", color="tab:red", label="kB")
    volume.set(ylabel="kB per sweep, largest rank", ylim=(0, None))
    for tolerance in TOLERANCES:
        sweeps.plot(ranks, column(f"sweeps to {tolerance}"), "o-", label=f"to {tolerance}")
    sweeps.set(ylabel="sweeps to relative residual", ylim=(0, None))
    bodies = column("bodies")
    grows = len(set(bodies)) > 1
    ticks = [f"{p}\n{n}" if grows else p for p, n in zip(ranks, bodies)]
    for axes in (efficiency, phases, messages, sweeps):
        axes.set(xlabel="ranks and bodies" if grows else "ranks", xscale="log", xticks=ranks, xticklabels=ticks)
        axes.minorticks_off()
        lines, labels = axes.get_legend_handles_labels()
        if axes is messages:
            lines, labels = lines + volume.get_lines(), labels + ["kB"]
        axes.legend(lines, labels)
    figure.suptitle(f"{bodies[0] // ranks[0]} bodies per rank" if grows else f"{bodies[0]} bodies")
    figure.savefig(png)


def collect(folder):
    rows = read(folder)
    write(rows, folder / "scaling.csv")
    draw(rows, folder / "scaling.png")
    print("ranks   bodies  contacts  efficiency: sweep  step  sweeps to 1e-2, 1e-4  messages   kB per sweep")
    for row in rows:
        print(f"{row['ranks']:5} {row['bodies']:8} {row['contacts']:9}  {row['efficiency of a sweep']:17.2f} {row['efficiency of a step']:5.2f}"
              f"  {row['sweeps to 0.01']:14} {row['sweeps to 0.0001']:5}  {row['messages per sweep']:8.1f} {row['bytes per sweep'] / 1000:12.1f}")
    print(f"{folder / 'scaling.csv'}\n{folder / 'scaling.png'}")


if __name__ == "__main__":
    sys.exit(talus.study(__doc__, collect))
