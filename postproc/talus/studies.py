"""Parameter studies: one scene, a table of values, a run for each row."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import itertools
import pathlib
import typing

from talus import launch, run
from talus.files import Error
from talus.scene import Scene

Values = typing.Mapping[str, typing.Any]


@dataclasses.dataclass
class Case:
    """A row of a study: its values by key, its output folder, and what went wrong, "" if nothing did."""

    values: dict[str, typing.Any]
    folder: pathlib.Path
    error: str = ""

    @property
    def run(self) -> run.Run:
        return run.open(self.folder)

    @property
    def is_complete(self) -> bool:
        try:
            return self.run.summary["status"] == "done"
        except Error:
            return False


def sweep(scene: Scene | typing.Callable[..., Scene], values: typing.Mapping[str, typing.Iterable] | typing.Iterable[Values],
          folder: str | pathlib.Path, ranks: int = 1, at_once: int = 1) -> list[Case]:
    """Runs a scene for all combinations of values, or for each row of a list of values.

        cases = talus.sweep(scene, {"contact.rho": [0, 0.01, 0.02]}, "out/repose")
        angles = [talus.analyse.angle_of_repose(case.run.state) for case in cases]

    A key or variable of the scene takes each value; if `scene` is a function, it is called with the values by name and returns the
    scene. Runs are in `folder/KEY=VALUE_...`, with their decks next to them; `postproc/sweep.py folder` makes a table of them and draws
    angles of repose. Called again it runs only what is missing, and goes on from the last checkpoint where a run was stopped. A run of another deck in
    its place is refused. A run that fails does not keep others from running; its `error` has the message.
    """
    rows = [dict(zip(values, row)) for row in itertools.product(*values.values())] if isinstance(values, typing.Mapping) else [dict(row) for row in values]
    if not rows or not rows[0]:
        raise Error("a sweep needs at least one value of one key")
    folder = pathlib.Path(folder)
    cases: list[Case] = []
    scenes: list[Scene] = []
    for row in rows:
        if row.keys() != rows[0].keys():
            raise Error(f"all rows of a sweep need the same keys: {', '.join(rows[0])}; one has {', '.join(row)}")
        case = Case(row, folder / "_".join(f"{key}={value}" for key, value in row.items()))
        if case.folder.parent != folder:
            raise Error(f"values name the folder of a run and must not have a slash: {case.folder.name}")
        if any(case.folder == other.folder for other in cases):
            raise Error(f"a row stands twice in the sweep: {case.folder.name}")
        cases.append(case)
        scenes.append(_scene_of(scene, case))
    for case, made in zip(cases, scenes):
        _prepare(case, made)
    _write_table(cases, folder)
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        list(pool.map(lambda case, made: _run(case, made, ranks), cases, scenes))
    return cases


def _scene_of(scene, case):
    if callable(scene):
        made = scene(**case.values)
    else:
        made = scene.copy()
        made.set(case.values)
    made.set({"output.folder": str(case.folder)})
    return made


def _deck(case):
    return case.folder.with_name(case.folder.name + ".yaml")


def _prepare(case, scene):
    deck = _deck(case)
    if deck.exists() and case.folder.exists() and deck.read_text() != scene.text(deck.parent):
        raise Error(f"{case.folder}: was run with another deck; choose another folder for the sweep, or remove this one")
    scene.write(deck)


def _run(case, scene, ranks):
    if case.is_complete:
        return
    try:
        scene.run(ranks, progress=False, resume=True)
    except launch.RunError as error:
        case.error = str(error)


def _write_table(cases, folder):
    """For postproc/sweep.py."""
    rows = [cases[0].values, *(case.values.values() for case in cases)]
    (folder / "table.txt").write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))
