"""For hashes.sh: hashes of a run's output folder, by quantity, and what differs between two tables of them."""

import hashlib
import json
import pathlib
import sys

import h5py
import numpy

COUNTS = ("steps", "sweeps", "missed_steps", "bodies", "contacts")


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def field_digest(values):
    """Independent of the width and byte order in the file."""
    return digest(values.astype("<f8" if values.dtype.kind == "f" else "<i8").tobytes())


def checkpoint_hashes(file):
    """Quantity and hash of each field, without the indices that only say where rows are (`..._start`)."""
    groups = {group: {name: field[:] for name, field in file[group].items() if not name.endswith("_start")}
              for group in ("bodies", "walls", "joints", "memory") if group in file}
    rows = numpy.append(file["bodies/memory_start"][:], len(groups["memory"]["partner"]))
    groups["memory"]["body"] = numpy.repeat(groups["bodies"]["id"], numpy.diff(rows))
    for group, fields in groups.items():
        keys = ("feature", "partner", "body") if group == "memory" else ("id",)
        if len(fields[keys[0]]) == 0:
            continue
        order = numpy.lexsort([fields[key] for key in keys])
        for name in sorted(fields):
            yield f"{group}.{name}", field_digest(fields[name][order])
    yield "energy", field_digest(file["energy"][:])


def run_hashes(folder):
    checkpoint = folder / "checkpoint.h5"
    if not checkpoint.exists():
        yield from ((path.name, digest(path.read_bytes())) for path in sorted(folder.glob("*.csv")))
        return
    with h5py.File(checkpoint, "r") as file:
        yield from checkpoint_hashes(file)
    summary = json.loads((folder / "summary.json").read_text())
    yield from ((name, summary[name]) for name in COUNTS)


def read_table(path):
    """Value by deck, ranks and quantity, in the order of the file."""
    lines = pathlib.Path(path).read_text().splitlines()
    return {tuple(words[:3]): words[3] for words in map(str.split, lines)}


def compare(first, second):
    """Prints every difference; returns whether there is one."""
    a, b = read_table(first), read_table(second)
    differing = [key for key in {**a, **b} if a.get(key) != b.get(key)]
    for key in differing:
        print(*key, a.get(key, "absent"), b.get(key, "absent"))
    print(f"{len(differing)} of {len({**a, **b})} lines differ" if differing else f"all {len(a)} lines are equal")
    return bool(differing)


def main(command, *arguments):
    if command == "compare":
        try:
            return int(compare(*arguments))
        except (OSError, ValueError, IndexError) as error:
            print(f"hashes: cannot read a table of hashes: {error}", file=sys.stderr)
            return 2
    deck, ranks, folder = arguments
    for quantity, value in run_hashes(pathlib.Path(folder)):
        print(deck, ranks, quantity, value)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
