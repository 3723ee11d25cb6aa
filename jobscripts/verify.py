"""For verify.sh: are the fields of two checkpoints equal to 1e-8 of the largest number of each? Exit code 1 if not, with the first body
and field that differ by more."""

import sys

import h5py
import numpy

TOLERANCE = 1e-8
STATE = "position", "orientation", "velocity", "angular_velocity"


def compare(first, second):
    for group in ("walls", "bodies"):
        a, b = ({name: file[f"{group}/{name}"][:] for name in ("id", *STATE)} for file in (first, second))
        orders = [numpy.argsort(fields["id"], kind="stable") for fields in (a, b)]
        ids = a["id"][orders[0]]
        if not numpy.array_equal(ids, b["id"][orders[1]]):
            return f"{group} are not the same"
        for name in STATE:
            x, y = (fields[name][order] for fields, order in zip((a, b), orders))
            apart = numpy.abs(x - y).max(axis=1, initial=0)
            most = TOLERANCE * max(numpy.abs(x).max(initial=0), 1e-3)
            if (apart > most).any():
                row = int(numpy.argmax(apart > most))
                return f"{'wall' if group == 'walls' else 'body'} {ids[row]}: {name} differs by {apart[row]:.3g}"
    return ""


with h5py.File(sys.argv[1], "r") as one, h5py.File(sys.argv[2], "r") as other:
    where = compare(one, other)
print(where or f"the same to {TOLERANCE:g}")
sys.exit(1 if where else 0)
