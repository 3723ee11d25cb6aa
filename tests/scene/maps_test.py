#!/usr/bin/python3
"""Maps of walls: against forces and losses of the time series, every contact counted by brute force, Archard's law, ParaView.

One class per group; CTest runs each as scene.maps.<group>.
"""

import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import numpy
from command import SOURCE, Case, columns

sys.path.insert(0, str(SOURCE / "postproc"))
import talus

STEP, EVERY, STEPS = 0.002, 0.04, 100  # s, s
WALLS = ["floor", "tube", "block", "plate", "side"]
# Friction at walls only. The block turns below the grains, the plate stands in their way.
DECK = f"""\
time: {{step: {STEP}, end: {STEP * STEPS}}}
output: {{folder: out, map_every: {EVERY}, every_steps: 1, contacts: true, wall_forces: [{{wall: floor, group: heavy}}, {{wall: tube, group: light}}]}}
contact: {{mu: 0, pair_rule: max, restitution: 0.3}}
solver: {{schedule: cubes, max_sweeps: 200}}
partition: {{every: 10}}
materials: [{{name: rough, mu: 0.4, rho: 0.001, sigma: 0.001}}]
shapes: [{{name: brick, kind: box, half_size: [0.014, 0.01, 0.008]}}, {{name: sheet, kind: mesh, file: sheet.stl}}]
walls:
  - {{name: floor, shape: rectangle, half_length: 0.16, half_width: 0.15, map: true, map_cell: 0.07, material: rough}}
  - {{name: tube, shape: cylinder, radius: 0.14, half_length: 0.2, position: [0, 0, 0.2], map: true, material: rough, wear: 1e-9}}
  - {{name: block, shape: box, half_size: [0.04, 0.03, 0.02], position: [0, 0, 0.02], angular_velocity: [0, 0, 5], map: true, material: rough}}
  - {{name: plate, shape: disk, radius: 0.05, position: [0.07, 0, 0.1], normal: [-0.5, 0, 1], map: true, material: rough, surface_rotation: [-1, 0, 2]}}
  - {{name: side, shape: sheet, position: [-0.1, 0, 0.1], map: true, material: rough}}
bodies:
  radius: 0.015
  packings:
    - {{kind: random, count: 45, turned: true, mix: [{{part: 3}}, {{shape: brick}}], low: [-0.09, -0.09, 0.2], high: [0.09, 0.09, 0.44], velocity: [0, 0, -1], group: light}}
    - {{kind: random, count: 5, low: [-0.09, -0.09, 0.11], high: [0.09, 0.09, 0.2], velocity: [0, 0, -1], group: heavy}}
"""
SHEET = """solid sheet
facet normal 1 0 0
outer loop
vertex 0 -0.05 -0.05
vertex 0 0.05 -0.05
vertex -0.02 0 0.06
endloop
endfacet
endsolid sheet
"""
FIELDS = ["cell", "wall", "corners", "area", "force", "pressure", "shear", "contacts", "sliding_work", "wear"]


def maps_of(folder):
    """Times, and the fields of all frames as arrays: frames x cells x components."""
    frames = talus.open(folder).maps
    return frames.times, {name: numpy.array([frames[n][name] for n in range(len(frames))]) for name in FIELDS}


def distances(points, corners):
    """From each point to each triangle."""
    a, b, c = (corners[None, :, k] for k in range(3))
    p = points[:, None]

    def to_edge(u, v):
        along = numpy.clip(((p - u) * (v - u)).sum(-1) / ((v - u) ** 2).sum(-1), 0, 1)
        return numpy.linalg.norm(p - u - along[..., None] * (v - u), axis=-1)

    normal = numpy.cross(b - a, c - a)
    inside = numpy.ones(numpy.broadcast_shapes(p.shape, a.shape)[:2], bool)
    for u, v in ((a, b), (b, c), (c, a)):
        inside &= (numpy.cross(v - u, p - u) * normal).sum(-1) >= 0
    above = numpy.abs(((p - a) * normal).sum(-1)) / numpy.linalg.norm(normal, axis=-1)
    return numpy.where(inside, above, numpy.minimum(numpy.minimum(to_edge(a, b), to_edge(b, c)), to_edge(c, a)))


class Maps(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "sheet.stl").write_text(SHEET)
        (self.folder / "deck.yaml").write_text(DECK)

    def run_deck(self, folder, *sets, **how):
        self.talus("run", "deck.yaml", "--quiet", *(word for s in (f"output.folder={folder}", *sets) for word in ("--set", s)), **how)
        return self.folder / folder

    def test_cells_add_up_to_forces_and_losses(self):
        out = self.run_deck("out")
        rows, (times, maps) = columns(out / "series.csv"), maps_of(out)
        numpy.testing.assert_allclose(times, EVERY * numpy.arange(1, 6))
        losses = [rows[f"{kind}_loss"] for kind in ("sliding", "rolling", "spinning", "impact")]
        frames = talus.open(out).frames
        contacts = talus.open(out).contacts
        for n in range(1, STEPS + 1):  # of every step
            power = contacts[n]["dissipated_power"]
            lost = sum(loss[n - 1] - (loss[n - 2] if n > 1 else 0) for loss in losses)
            self.assertAlmostEqual(power.sum() * STEP, lost, delta=1e-12)
            bodies = frames[n]
            of_body = numpy.zeros(bodies["id"].max() + 1)
            for side in ("id_a", "id_b"):
                numpy.add.at(of_body, contacts[n][side], power)
            numpy.testing.assert_allclose(bodies["dissipated_power"], of_body[bodies["id"]], rtol=1e-12, atol=1e-12)
        per_frame = round(EVERY / STEP)
        areas = maps["area"][0]
        for wall, name in enumerate(WALLS):
            of_wall = maps["wall"][0] == wall
            self.assertGreater(maps["contacts"][:, of_wall].sum(), 0, name)
            for axis, letter in enumerate("xyz"):
                means = rows[f"wall.{name}.force_{letter}"].reshape(-1, per_frame).mean(1)
                numpy.testing.assert_allclose(maps["force"][:, of_wall, axis].sum(1), means, rtol=1e-12, atol=1e-12)
        for n, work in enumerate(maps["sliding_work"].sum(1)):
            loss = rows["sliding_loss"]
            lost = loss[(n + 1) * per_frame - 1] - (loss[n * per_frame - 1] if n else 0)
            self.assertAlmostEqual(work, lost, delta=1e-12)
        self.assertGreater(rows["sliding_loss"][-1], 0.01)
        numpy.testing.assert_allclose(areas[maps["wall"][0] == 0].sum(), 4 * 0.16 * 0.15)
        numpy.testing.assert_allclose(areas[maps["wall"][0] == 1].sum(), 2 * 96 * numpy.sin(numpy.pi / 96) * 0.14 * 0.4)
        numpy.testing.assert_allclose(areas[maps["wall"][0] == 2].sum(), 8 * (0.04 * 0.03 + 0.03 * 0.02 + 0.02 * 0.04))
        numpy.testing.assert_allclose(areas[maps["wall"][0] == 3].sum(), 48 * numpy.sin(2 * numpy.pi / 96) * 0.05**2)
        self.check_cells(contacts, maps, per_frame)

    def check_cells(self, contacts, maps, per_frame):
        """Walls that stand: every contact of every step to the nearest cell, by brute force; but for cells whose edges contacts are on."""
        for wall in (0, 1, 3, 4):
            cells = numpy.flatnonzero(maps["wall"][0] == wall)
            corners = maps["corners"][0, cells].reshape(-1, 3, 3)
            for n in range(maps["force"].shape[0]):
                pressure, shear, count = numpy.zeros((3, len(cells)))
                clear = numpy.ones(len(cells), bool)
                for step in range(n * per_frame + 1, (n + 1) * per_frame + 1):
                    frame = contacts[step]
                    there = frame["id_a"] == wall
                    if not there.any():
                        continue
                    away = distances(frame["point"][there], corners)
                    cell = away.argmin(1)
                    near = away < away.min(1)[:, None] + 1e-9
                    clear[near[near.sum(1) > 1].any(0)] = False
                    numpy.add.at(pressure, cell, frame["normal_force"][there])
                    numpy.add.at(shear, cell, numpy.linalg.norm(frame["friction"][there], axis=1))
                    numpy.add.at(count, cell, 1)
                self.assertGreater(clear.mean(), 0.9)
                area = maps["area"][n, cells]
                for name, sums in (("pressure", pressure / area), ("shear", shear / area), ("contacts", count)):
                    numpy.testing.assert_allclose(maps[name][n, cells][clear], sums[clear] / per_frame, rtol=1e-9, atol=1e-9 * sums.max(), err_msg=name)

    def test_same_bits_on_any_ranks_through_a_restart_and_in_smaller_cells(self):
        quick = ("output.every_steps=0", "output.contacts=false")
        alone = maps_of(self.run_deck("alone", *quick))[1]
        rows = columns(self.folder / "alone" / "series.csv")
        of_groups = [name for name in rows if name.startswith(("wall.floor.heavy.", "wall.tube.light."))]
        self.assertEqual(len(of_groups), 24)
        for name in ("wall.floor.heavy.force_z", "wall.tube.light.moment_x"):
            self.assertTrue(rows[name].any(), name)
        for ranks in (2, 3, 4, 7):
            folder = self.run_deck(f"ranks{ranks}", *quick, f"time.end={STEP * 30}", ranks=ranks)  # in the middle of an interval
            self.talus("restart", folder / "checkpoint.h5", "--quiet", "--set", f"time.end={STEP * STEPS}", ranks=9 - ranks)
            maps = maps_of(folder)[1]
            for name in FIELDS:
                numpy.testing.assert_array_equal(maps[name], alone[name], name)
            here = columns(folder / "series.csv")
            for name in of_groups:
                numpy.testing.assert_array_equal(here[name], rows[name], name)
        fine = maps_of(self.run_deck("fine", *quick, *(f"walls[{n}].map_cell=0.03" for n in range(5))))[1]
        self.assertGreater(fine["cell"].shape[1], 4 * alone["cell"].shape[1])
        for wall in range(5):
            coarse, split = alone["wall"][0] == wall, fine["wall"][0] == wall
            for name in ("force", "contacts", "sliding_work"):
                a, b = alone[name][:, coarse].sum(1), fine[name][:, split].sum(1)
                numpy.testing.assert_allclose(b, a, rtol=1e-12, atol=1e-12 * numpy.abs(a).max(), err_msg=name)
            for name in ("pressure", "wear"):
                a, b = (m[name][:, of] * m["area"][:, of] for m, of in ((alone, coarse), (fine, split)))
                numpy.testing.assert_allclose(b.sum(1), a.sum(1), rtol=1e-12, atol=1e-12 * a.sum(1).max(), err_msg=name)

    def test_wear_is_archards(self):
        """A sliding block wears off wear x weight x distance; where two of three ranks are empty, too."""
        (self.folder / "block.yaml").write_text(
            "time: {step: 0.001, end: 0.2}\noutput: {folder: block, map_every: 0.05, every_steps: 50}\ncontact: {mu: 0.3, law: coulomb}\n"
            "solver: {tolerance: 1e-10, max_sweeps: 100000}\nshapes: [{name: block, kind: box, half_size: [0.1, 0.1, 0.02]}]\n"
            "walls: [{name: floor, shape: rectangle, half_length: 1, half_width: 0.5, map: true, map_cell: 0.15, wear: 2e-9}]\n"
            "bodies: {list: [{shape: block, mass: 3, position: [-0.5, 0, 0.02], velocity: [2, 0, 0]}]}\n")
        self.talus("run", "block.yaml", "--quiet")
        maps = maps_of(self.folder / "block")[1]
        with_empty = "--set", "output.folder=empty", "--set", "time.end=0.05", "--set", "solver.tolerance=1e-5"
        self.talus("run", "block.yaml", "--quiet", *with_empty, ranks=3)
        numpy.testing.assert_allclose(maps_of(self.folder / "empty")[1]["wear"][0], maps["wear"][0], rtol=1e-3)
        frames = talus.open(self.folder / "block").frames
        for n in range(4):
            moved = frames[n + 1]["position"][0, 0] - frames[0]["position"][0, 0]
            volume = (maps["wear"][n] * maps["area"][n]).sum()
            self.assertAlmostEqual(volume / (2e-9 * 3 * 9.81 * moved), 1, delta=1e-6)
        self.assertGreater((maps["wear"][3] > 0).sum(), 4)

    def test_paraview_reads_a_series_of_triangles(self):
        out = self.run_deck("out", "output.every_steps=0", "output.contacts=false")
        (self.folder / "read.py").write_text(
            "from paraview.simple import XDMFReader, servermanager\n"
            "reader = XDMFReader(FileNames=['out/maps.xdmf'])\n"
            "reader.UpdatePipelineInformation()\n"
            "for time in reader.TimestepValues:\n"
            "    reader.UpdatePipeline(time)\n"
            "    grid = servermanager.Fetch(reader)\n"
            "    data = grid.GetCellData()\n"
            "    n = grid.GetNumberOfCells() - 1\n"
            "    print('SEEN', time, grid.GetNumberOfCells(), grid.GetCell(n).GetCellType(), *grid.GetPoint(grid.GetCell(n).GetPointId(2)), data.GetArray('pressure').GetRange()[1], data.GetArray('force').GetNumberOfComponents())\n")
        done = subprocess.run(["pvbatch", "read.py"], cwd=self.folder, capture_output=True, text=True, timeout=120)
        seen = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("SEEN")]
        times, maps = maps_of(out)
        self.assertEqual(len(seen), len(times), done.stdout + done.stderr)
        for n, words in enumerate(seen):
            expected = [times[n], maps["cell"].shape[1], 5, *maps["corners"][n, -1, 6:], maps["pressure"][n].max(), 3]
            numpy.testing.assert_allclose([float(word) for word in words], expected)


if __name__ == "__main__":
    unittest.main()
