"""Decks written in Python. Every key is checked against the executable's own table when it is given."""

from __future__ import annotations

import copy
import json
import math
import numbers
import operator
import os
import pathlib
import sys
import tempfile
import typing

import numpy

from talus import deck, launch, run
from talus.files import Error

RANGES = {"above": (operator.gt, "above"), "below": (operator.lt, "below"), "at_least": (operator.ge, "at least"), "at_most": (operator.le, "at most")}
PACKAGE = os.path.dirname(os.path.abspath(__file__))


class Entry(dict):
    """One entry of a list of the deck: a wall, a body, a joint ... Where a key wants a name, the entry may stand instead."""

    def __init__(self, kind: str, number: int, keys: dict, origin: str):
        super().__init__(keys)
        self._kind, self._number, self._origin = kind, number, origin

    @property
    def name(self) -> str:
        """Its name; one such as "wall-1" is given where there is none."""
        return self.setdefault("name", f"{self._kind}-{self._number}")


class Scene:
    """A deck: keys, and lists of walls, bodies and more.

    >>> scene = Scene()
    >>> scene.set(time={"step": 1e-3, "end": 0.5}, output={"folder": "out/drop"}, contact={"mu": 0.4})
    >>> floor = scene.add_wall("plane")
    >>> for n in range(3):
    ...     ball = scene.add_body([0, 0, 0.1 * (n + 1)], radius=0.02)
    >>> scene.set(contact={"muu": 0.4})
    Traceback (most recent call last):
    talus.files.Error: unknown key 'contact.muu', nearest is 'contact.mu'

    `Scene("input/pile.yaml")` lays keys over those of a deck: they replace its own, entries follow its own.
    """

    def __init__(self, include: str | os.PathLike | None = None):
        self._include = pathlib.Path(include).resolve() if include else None
        if self._include and not self._include.is_file():
            raise Error(f"{include}: no such deck")
        self._values: dict[str, tuple[typing.Any, str]] = {}       # by key, with the Python line that gave it
        self._variables: dict[str, tuple[typing.Any, str]] = {}
        self._lists: dict[str, list[Entry]] = {}

    def set(self, keys: typing.Mapping[str, typing.Any] | None = None, /, **groups) -> None:
        """Sets keys, by their whole names or in groups as in a deck:
        `scene.set({"contact.mu": 0.4})`, `scene.set(contact={"mu": 0.4, "rho": 1e-3}, gravity=[0, 0, 0])`.

        A value that is a text which begins with "=" is an expression of the deck. `variables={...}` defines variables.
        """
        origin = _caller()
        for name, value in [*(keys or {}).items(), *groups.items()]:
            self._set(name, value, origin)

    def _set(self, name, value, origin):
        table = launch.keys()
        if name == "variables":
            for variable, number in value.items():
                self._variables[variable] = _checked({"kind": "number"}, variable, number), origin
        elif name not in table and any(key.startswith(f"{name}.") for key in table):
            if not isinstance(value, typing.Mapping):
                raise Error(f"key '{name}': expected a group of keys, got {value!r}")
            for key, part in value.items():
                self._set(f"{name}.{key}", part, origin)
        elif name not in table and (name in self._variables or name in self._included_variables()):
            self._variables[name] = _checked({"kind": "number"}, name, value), origin
        else:
            spec = _spec(table, name, name)
            if spec["kind"] == "list":
                self._lists[name] = []
                for entry in value:
                    self._add(name, entry, origin)
            else:
                self._values[name] = _checked(spec, name, value), origin

    def _included_variables(self):
        """Names in the resolved deck below this one that are no keys."""
        if not self._include:
            return ()
        return [name for name in deck.parse(launch.check(self._include)) if "[" not in name and name not in launch.keys()]

    def add(self, path: str, **keys) -> Entry:
        """Adds an entry to a list of the deck by its key: `scene.add("output.probes", body="ball")`."""
        return self._add(path, keys, _caller())

    def _add(self, path, keys, origin):
        if _spec(launch.keys(), path, path)["kind"] != "list":
            raise Error(f"key '{path}': not a list")
        entries = self._lists.get(path, [])
        kind = {"bodies.list": "body", "bodies.packings": "packing"}.get(path) or path.rpartition(".")[2].removesuffix("s")
        entry = Entry(kind, len(entries) + 1, _checked_entry(path, f"{path}[{len(entries)}]", keys), origin)
        self._lists[path] = [*entries, entry]
        return entry

    def add_wall(self, shape: str, **keys) -> Entry:
        """A wall: `scene.add_wall("plane", position=[0, 0, -1], normal=[0, 0, 1], name="floor")`."""
        return self.add("walls", shape=shape, **keys)

    def add_body(self, position, **keys) -> Entry:
        """One body: `scene.add_body([0, 0, 1], shape="brick", velocity=[0, 0, -1], name="hammer")`; without a shape a sphere."""
        return self.add("bodies.list", position=position, **keys)

    def add_packing(self, kind: str, **keys) -> Entry:
        """Many bodies: `scene.add_packing("random", count=100, low=[0, 0, 0], high=[1, 1, 1], radius=0.05)`."""
        return self.add("bodies.packings", kind=kind, **keys)

    def add_feed(self, name: str, region: str, **keys) -> Entry:
        """Bodies that appear while the run goes on: `scene.add_feed("gravel", "box", low=..., high=..., rate=200)`."""
        return self.add("feeds", name=name, region=region, **keys)

    def add_outlet(self, name: str, region: str, **keys) -> Entry:
        """Removes or counts bodies: `scene.add_outlet("below", "plane", centre=[0, 0, -1], axis=[0, 0, -1])`."""
        return self.add("outlets", name=name, region=region, **keys)

    def add_shape(self, name: str, kind: str, **keys) -> Entry:
        """A shape for bodies and walls: `scene.add_shape("brick", "box", half_size=[0.02, 0.012, 0.008])`."""
        return self.add("shapes", name=name, kind=kind, **keys)

    def add_material(self, name: str, **keys) -> Entry:
        """A material: `scene.add_material("steel", mu=0.2, density=7800)`."""
        return self.add("materials", name=name, **keys)

    def add_pair(self, a, b, **keys) -> Entry:
        """Friction of a pair of materials: `scene.add_pair("steel", "wood", mu=0.35, rho=0, sigma=0)`."""
        return self.add("contact.pairs", a=a, b=b, **keys)

    def add_joint(self, kind: str, a, b, **keys) -> Entry:
        """A joint between two bodies or walls, by names or entries: `scene.add_joint("revolute", ground, crank, point=[0, 0, 0])`."""
        return self.add("joints", kind=kind, a=a, b=b, **keys)

    def add_drive(self, kind: str, joint, **keys) -> Entry:
        """A motor or spring on a joint: `scene.add_drive("speed", bearing, amount=6.28, limit=400)`."""
        return self.add("drives", kind=kind, joint=joint, **keys)

    def add_load(self, kind: str, **keys) -> Entry:
        """A load: `scene.add_load("force", body=hammer, amount=[0, 0, -10])`."""
        return self.add("loads", kind=kind, **keys)

    def add_probe(self, body, **keys) -> Entry:
        """A body or packing whose motion is in the series."""
        return self.add("output.probes", body=body, **keys)

    def copy(self) -> Scene:
        """A scene of its own with the same content."""
        return copy.deepcopy(self)

    def text(self, folder: str | os.PathLike = ".") -> str:
        """The deck as YAML, for a file in this folder: files that the deck names are relative to it."""
        return "".join(line + "\n" for line, _ in self._lines(pathlib.Path(folder)))

    def write(self, path: str | os.PathLike) -> pathlib.Path:
        """Writes the deck. Its folder is made if it is not there."""
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(path.parent))
        return path

    def check(self) -> dict:
        """The deck with all defaults, by keys, as `talus check` resolves it. An error names the Python line of the faulty key."""
        with self._temporary() as path:
            return deck.parse(self._at_python_lines(path, lambda: launch.check(path)))

    def run(self, ranks: int = 1, progress: launch.Progress = True, resume: bool = False) -> run.Run:
        """Runs the deck to its end on so many ranks, and opens its output folder.

        `progress`: a line on a terminal (True), nothing (False), or a function of the time reached and the end time.
        `resume`: goes on from the last checkpoint of the folder. Ctrl-C writes a checkpoint and stops.
        """
        with self._temporary() as path:
            return self._at_python_lines(path, lambda: launch.run_deck(path, self._needed("output.folder"), self._needed("time.end"), ranks, resume, progress))

    def submit(self, options: str = "", path: str | os.PathLike | None = None) -> int:
        """Writes the deck (to the output folder's name with .yaml unless a path is given) and submits it through
        jobscripts/run.slurm, with options of sbatch. Returns the number of the job."""
        return launch.submit(self.write(path or f"{self._needed('output.folder')}.yaml"), options)

    def _needed(self, name):
        """The value of a key that Python itself needs; of an included deck or an expression, what the executable makes of it."""
        value, _ = self._values.get(name, (None, None))
        if value is None or isinstance(value, str) and value.startswith("="):
            value = self.check()[name]
        return value

    def _temporary(self):
        return _TemporaryDeck(self)

    def _at_python_lines(self, path, act):
        try:
            return act()
        except launch.RunError as error:
            place = launch.MESSAGE.fullmatch(str(error))
            if not place or pathlib.Path(place["file"]).resolve() != pathlib.Path(path).resolve():
                raise
            origin = self._lines(pathlib.Path(path).parent)[int(place["line"]) - 1][1]
            raise launch.RunError(f"{origin}: {place['text']}" if origin else place["text"], error.code) from None

    def _lines(self, folder):
        """(line of YAML, line of Python that gave it)."""
        lines = [(f"include: {_yaml(os.path.relpath(self._include, folder.resolve()))}", "")] if self._include else []
        if self._variables:
            lines += [("variables:", "")] + [(f"  {name}: {_yaml(value)}", origin) for name, (value, origin) in self._variables.items()]
        tree: dict = {}
        for name, content in [*self._values.items(), *self._lists.items()]:
            *groups, last = name.split(".")
            branch = tree
            for group in groups:
                branch = branch.setdefault(group, {})
            branch[last] = content
        return lines + list(_branch(tree, "", folder.resolve()))


class _TemporaryDeck:
    """The deck of a scene in a file that is removed afterwards."""

    def __init__(self, scene):
        self._scene = scene

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="talus-scene-")
        return self._scene.write(pathlib.Path(self._folder.name) / "scene.yaml")

    def __exit__(self, *_):
        self._folder.cleanup()


def _caller():
    """File and line of the first caller outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == PACKAGE:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _spec(table, pattern, path):
    """The row of the table for a key; `pattern` is its name there, `path` the one for messages."""
    if pattern in table:
        return table[pattern]
    group, _, leaf = pattern.rpartition(".")
    leaves = {key.rpartition(".")[2]: key for key in table if key.rpartition(".")[0] == group}
    near = leaves.get(deck.nearest(leaf, leaves)) if leaves and group else deck.nearest(pattern, table)
    raise Error(f"unknown key '{path}'" + (f", nearest is '{near}'" if near else ""))


def _checked_entry(pattern, path, keys):
    if not isinstance(keys, typing.Mapping):
        raise Error(f"key '{path}': expected keys and values, got {keys!r}")
    table, checked = launch.keys(), {}
    for name, value in keys.items():
        spec = _spec(table, f"{pattern}[].{name}", f"{path}.{name}")
        if spec["kind"] == "list":
            checked[name] = [_checked_entry(f"{pattern}[].{name}", f"{path}.{name}[{n}]", entry) for n, entry in enumerate(value)]
        else:
            checked[name] = _checked(spec, f"{path}.{name}", value)
    return checked


def _checked(spec, path, value):
    """A value as plain Python, after a look at its kind and range. The executable finds what only the whole deck shows."""
    kind = spec["kind"]
    if isinstance(value, numpy.ndarray) or isinstance(value, numpy.generic):
        value = value.tolist()
    if kind in ("text", "choice"):
        value = value.name if isinstance(value, Entry) else os.fspath(value) if isinstance(value, os.PathLike) else value
        _require(isinstance(value, str), path, "a text", value)
        if kind == "choice" and value not in spec["choices"]:
            near = deck.nearest(value, spec["choices"])
            raise Error(f"key '{path}': '{value}' is none of {', '.join(spec['choices'])}" + (f"; nearest is '{near}'" if near else ""))
        return os.path.abspath(value) if path.endswith(".file") else value
    if kind == "flag":
        _require(isinstance(value, bool), path, "True or False", value)
        return value
    if kind == "vector3":
        _require(isinstance(value, (list, tuple)) and len(value) == 3, path, "three numbers", value)
        return [_number(spec, path, part) for part in value]
    if kind == "rows":
        columns = spec.get("columns")
        _require(isinstance(value, (list, tuple)), path, "rows of numbers", value)
        for row in value:
            _require(isinstance(row, (list, tuple, numpy.ndarray)) and len(row) == (columns or len(row)), path, f"rows of {columns} numbers", row)
        return [[_number({}, path, part) for part in row] for row in value]
    return _number(spec, path, value)


def _number(spec, path, value):
    if isinstance(value, str) and (value.startswith("=") or value == spec.get("word")):
        return value
    if isinstance(value, numpy.generic):
        value = value.item()
    whole = spec.get("kind") == "integer"
    right = isinstance(value, numbers.Integral if whole else numbers.Real) and not isinstance(value, bool)
    _require(right, path, "a whole number" if whole else "a number", value)
    _require(math.isfinite(value), path, "a finite number", value)
    for limit, (holds, words) in RANGES.items():
        if limit in spec and not holds(value, spec[limit]):
            raise Error(f"key '{path}': expected {words} {spec[limit]:g} {spec.get('unit', '')}".rstrip() + f", got {value!r}")
    return value


def _require(holds, path, wanted, value):
    if not holds:
        raise Error(f"key '{path}': expected {wanted}, got {value!r}")


def _branch(tree, indent, folder):
    for name, content in tree.items():
        if isinstance(content, dict):
            yield f"{indent}{name}:", ""
            yield from _branch(content, indent + "  ", folder)
        elif isinstance(content, list):
            yield f"{indent}{name}:{'' if content else ' []'}", ""
            for entry in content:
                yield f"{indent}  - {_yaml(entry, folder)}", entry._origin
        else:
            value, origin = content
            yield f"{indent}{name}: {_yaml(value, folder)}", origin


def _yaml(value, folder=None):
    if isinstance(value, dict):
        relative = lambda key, part: os.path.relpath(part, folder) if key == "file" else part
        return "{" + ", ".join(f"{key}: {_yaml(relative(key, part), folder)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_yaml(part, folder) for part in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
