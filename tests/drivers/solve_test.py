#!/usr/bin/python3
"""`talus solve` on the command line, and the problems that runs store: against closed solutions, against plain sparse algebra of
the file in numpy, and against the run itself.

One class a group; CTest runs each as drivers.solve.<group>.
"""

import csv
import json
import os
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import SOURCE, Case

BOX = f"include: {SOURCE}/input/box.yaml\n" + """\
time: {step: 0.005, end: 0.2}
output: {folder: out, every: 0, problem_at: 40}
contact: {mu: 0.5, rho: 0}
solver: {max_sweeps: 60}
variables: {bodies.count: 60, box.width: 0.25}
"""
SOLVERS = ("mnest", "pgs", "alr", "jacobi", "eq46", "apgd", "spg", "ipm")


def write_local(path, matrix, q, mu):
    """A local FCLib problem of 3 rows per contact, as triplets."""
    rows = len(q)
    with h5py.File(path, "w") as file:
        def put(name, values, kind):
            file.create_dataset(name, data=numpy.array(values, dtype=kind))
        column, row = numpy.meshgrid(range(rows), range(rows))
        put("fclib_local/spacedim", [3], "i4")
        for key, value in (("m", rows), ("n", rows), ("nz", rows * rows), ("nzmax", rows * rows)):
            put(f"fclib_local/W/{key}", [value], "i4")
        put("fclib_local/W/p", column.ravel(), "i4")
        put("fclib_local/W/i", row.ravel(), "i4")
        put("fclib_local/W/x", numpy.asarray(matrix, dtype=float).ravel(), "f8")
        put("fclib_local/vectors/q", q, "f8")
        put("fclib_local/vectors/mu", mu, "f8")


def change(path, name, values, kind):
    """Another dataset in the place of one."""
    with h5py.File(path, "r+") as file:
        del file[name]
        file.create_dataset(name, data=numpy.array(values, dtype=kind))


def triplets(file, name):
    group = file[name]
    dense = numpy.zeros((group["m"][0], group["n"][0]))
    numpy.add.at(dense, (group["i"][:], group["p"][:]), group["x"][:])
    return dense


class SolveCase(Case):
    def solve(self, file, *args, **how):
        self.talus("solve", file, "--json", "solve.json", *args, **how)
        return json.loads((self.folder / "solve.json").read_text())


class CommandLine(SolveCase):
    """One contact that slides: N = diag(2, 3, 3), q = (-1, 2, 0), mu = 0.5; 2.75 g_n = 2, so g = (8/11, -4/11, 0)."""

    def setUp(self):
        super().setUp()
        write_local(self.folder / "one.hdf5", numpy.diag([2, 3, 3]), [-1, 2, 0], [0.5])

    def test_every_solver_finds_the_closed_solution(self):
        expected = numpy.array([8, -4, 0]) / 11
        objective = 0.5 * expected @ numpy.diag([2, 3, 3]) @ expected + expected @ [-1, 2, 0]
        for solver in SOLVERS:
            figures = self.solve("one.hdf5", "--solver", solver, "--tolerance", "1e-9", "--norm", "relative", "--solution", f"{solver}.hdf5",
                                 "--history", "h.csv")
            self.assertEqual((figures["status"], figures["solver"], figures["law"], figures["contacts"], figures["ranks"]),
                             ("converged", solver, "ccp", 1, 1))
            self.assertAlmostEqual(figures["objective"], objective, 8)
            self.assertLess(abs(figures["duality_gap"]), 1e-7)
            self.assertEqual(figures["rank_deficiency"], 0)
            with h5py.File(self.folder / f"{solver}.hdf5") as file:
                numpy.testing.assert_allclose(file["solution/r"][:], expected, atol=1e-8)
                numpy.testing.assert_allclose(file["solution/u"][:], numpy.diag([2, 3, 3]) @ expected + [-1, 2, 0], atol=1e-8)
            history = list(csv.DictReader((self.folder / "h.csv").open()))
            self.assertEqual(int(history[-1]["sweeps"]), figures["sweeps"])
            self.assertLessEqual(float(history[-1]["relative"]), 1e-9)

    def test_coulomb(self):
        """By the residual in m/s, and by Siconos' measure, which is relative to impulses."""
        for norm, key in (("max", "residual_max"), ("siconos", "coulomb_residual")):
            figures = self.solve("one.hdf5", "--law", "coulomb", "--norm", norm, "--tolerance", "1e-10", "--solution", "c.hdf5", ranks=2)
            self.assertLessEqual(figures[key], 1e-10)
            with h5py.File(self.folder / "c.hdf5") as file:
                numpy.testing.assert_allclose(file["solution/r"][:], [0.5, -0.25, 0], atol=1e-9)
        self.assertIn("--law coulomb", self.talus("solve", "one.hdf5", "--norm", "siconos", code=2).messages[0])

    def test_exit_codes(self):
        self.talus("solve", "none.hdf5", code=5)
        self.talus("solve", "one.hdf5", "--replay", code=2)
        (self.folder / "text.hdf5").write_text("not HDF5")
        self.talus("solve", "text.hdf5", code=5)
        for wrong in (("--solver", "newton"), ("--law", "box"), ("--tolerance", "-1"), ("--no-such-option",)):
            self.talus("solve", "one.hdf5", *wrong, code=2)
        figures = self.solve("one.hdf5", "--solver", "eq46", "--max-sweeps", "1", code=4)
        self.assertEqual(figures["status"], "missed")
        with h5py.File(self.folder / "one.hdf5", "r+") as file:
            file["fclib_local/W/i"][3] = 77
        self.talus("solve", "one.hdf5", code=2)

    def test_redundant_contacts_are_reported_and_compliance_shares_the_load(self):
        """The same contact twice: impulses may be shared in any way, equal parts are those of least norm."""
        one = numpy.diag([2.0, 3, 3])
        write_local(self.folder / "twice.hdf5", numpy.block([[one, one], [one, one]]), [-1, 0.2, 0] * 2, [0.5, 0.5])
        self.assertEqual(self.solve("twice.hdf5", "--tolerance", "1e-10")["rank_deficiency"], 3)
        for solver in ("mnest", "ipm"):
            self.solve("twice.hdf5", "--solver", solver, "--tolerance", "1e-10", "--compliance", "1e-4", "--solution", "least.hdf5")
            with h5py.File(self.folder / "least.hdf5") as file:
                numpy.testing.assert_allclose(file["solution/r"][:], numpy.tile([0.25, -0.1 / 3, 0], 2), atol=2e-5)

    def test_unbounded_problem_is_named_by_its_certificate(self):
        """A ball between two walls that close, and another contact: N (1, 1) = 0 and r . (1, 1) < 0."""
        matrix = numpy.zeros((9, 9))
        for i, side in enumerate((1, -1)):
            for j, other in enumerate((1, -1)):
                matrix[3 * i:3 * i + 3, 3 * j:3 * j + 3] = numpy.diag([side * other, 3.5, 3.5])
        matrix[6:, 6:] = numpy.eye(3)
        write_local(self.folder / "ball.hdf5", matrix, [-1, 0, 0, -1, 0, 0, -1, 0.1, 0], [0.3] * 3)
        for solver, ranks in (("mnest", 2), ("pgs", 0), ("alr", 0), ("apgd", 0), ("spg", 0), ("jacobi", 0)):
            args = ("solve", "ball.hdf5", "--json", "ball.json", "--solver", solver, "--max-sweeps", "300")
            result = self.end(self.start(*args, ranks=ranks))
            self.assertEqual(result.code, 4, result)
            self.assertIn("contacts 0, 1\n", result.err, solver)
            self.assertEqual(json.loads((self.folder / "ball.json").read_text())["status"], "unbounded")


class Input(SolveCase):
    """What files and options may hold: matrices that are not symmetric, one triangle, 64-bit integers, numbers that are not finite."""

    def setUp(self):
        super().setUp()
        chance = numpy.random.default_rng(1)
        root = chance.normal(size=(6, 12))
        self.matrix, self.q = root @ root.T, [-1, 0.2, 0.3, -2, 0.1, -0.5]
        self.tight = ("--tolerance", "1e-11", "--solution", "s.hdf5")

    def found(self):
        with h5py.File(self.folder / "s.hdf5") as file:
            return file["solution/r"][:], file["solution/u"][:]

    def test_unsymmetric_matrices_vs_plain_algebra(self):
        skew = numpy.zeros((6, 6))
        skew[0, 3], skew[3, 0] = 1, -1
        for part, refused in ((1e-9, False), (1e-3, True)):
            matrix = self.matrix + part * skew
            write_local(self.folder / "skew.hdf5", matrix, self.q, [0.5, 0.5])
            if refused:
                result = self.talus("solve", "skew.hdf5", "--solution", "none.hdf5", code=2)
                self.assertIn("W is not symmetric", result.messages[0])
                self.assertFalse((self.folder / "none.hdf5").exists())
            figures = self.solve("skew.hdf5", *self.tight, *(["--symmetrise"] if refused else []))
            asymmetry = numpy.linalg.norm(matrix - matrix.T) / numpy.linalg.norm(matrix)
            self.assertAlmostEqual(figures["asymmetry"] / asymmetry, 1, 6)
            r, u = self.found()
            mismatch = abs(matrix @ r + self.q - u).max()
            self.assertGreater(mismatch, 0.1 * part * abs(r).max())
            self.assertAlmostEqual(figures["mismatch"] / mismatch, 1, 4)

    def test_one_triangle_stands_for_the_whole(self):
        write_local(self.folder / "whole.hdf5", self.matrix, self.q, [0.5, 0.5])
        self.solve("whole.hdf5", *self.tight)
        expected = self.found()
        for half in (numpy.tril(self.matrix), numpy.triu(self.matrix)):
            write_local(self.folder / "half.hdf5", half, self.q, [0.5, 0.5])
            figures = self.solve("half.hdf5", *self.tight)
            self.assertEqual(figures["asymmetry"], 0)
            numpy.testing.assert_array_equal(self.found(), expected)
            self.assertIn("one triangle only", self.talus("solve", "half.hdf5").out)

    def test_64_bit_integers_are_read(self):
        write_local(self.folder / "wide.hdf5", self.matrix, self.q, [0.5, 0.5])
        self.solve("wide.hdf5", *self.tight)
        expected = self.found()
        with h5py.File(self.folder / "wide.hdf5") as file:
            names = [f"fclib_local/W/{key}" for key in ("m", "n", "nz", "nzmax", "p", "i")] + ["fclib_local/spacedim"]
            values = [file[name][:] for name in names]
        for name, value in zip(names, values):
            change(self.folder / "wide.hdf5", name, value, "i8")
        self.solve("wide.hdf5", *self.tight)
        numpy.testing.assert_array_equal(self.found(), expected)
        change(self.folder / "wide.hdf5", "fclib_local/W/m", [2**32 + 6], "i8")
        self.assertIn("fclib_local/W/m", self.talus("solve", "wide.hdf5", code=2).messages[0])

    def test_numbers_that_are_not_finite_are_refused(self):
        for name in ("W/x", "vectors/q", "vectors/mu"):
            for value in (numpy.nan, numpy.inf, *((1e308, -1) if name == "vectors/mu" else ())):
                write_local(self.folder / "odd.hdf5", self.matrix, self.q, [0.5, 0.5])
                with h5py.File(self.folder / "odd.hdf5", "r+") as file:
                    file[f"fclib_local/{name}"][1] = value
                self.assertIn(name, self.talus("solve", "odd.hdf5", code=2).messages[0])
        write_local(self.folder / "good.hdf5", self.matrix, self.q, [0.5, 0.5])
        for option in ("tolerance", "omega", "lambda", "compliance", "max-seconds", "max-sweeps"):
            for value in ("nan", "1e999", "-1"):
                message = self.talus("solve", "good.hdf5", f"--{option}", value, code=2).messages[0]
                self.assertLess(len(message), 140, message)

    def test_velocities_without_squares_are_solved_in_metres_per_second_only(self):
        """r = 0 leaves 1e-300 m/s, and all of the residual at zero impulses: the part cannot be told."""
        write_local(self.folder / "tiny.hdf5", self.matrix, 1e-300 * numpy.array(self.q), [0.5, 0.5])
        for solver in SOLVERS:
            self.assertEqual(self.solve("tiny.hdf5", "--solver", solver)["status"], "converged")
            figures = self.solve("tiny.hdf5", "--solver", solver, "--norm", "relative", "--max-sweeps", "10", code=4)
            self.assertEqual((figures["status"], figures["residual_relative"]), ("missed", None))

    def test_options_of_petsc_are_not_read(self):
        """From its files in the working folder and the home, and from the environment: conjugate gradients of one step would miss."""
        write_local(self.folder / "good.hdf5", self.matrix, self.q, [0.5, 0.5])
        self.solve("good.hdf5", "--solver", "ipm", *self.tight)
        expected = self.found()
        options = "-ksp_type cg -pc_type none -ksp_max_it 1 -log_view"
        (self.folder / ".petscrc").write_text(options.replace(" -", "\n-") + "\n")
        self.talus("solve", "good.hdf5", "--solver", "ipm", *self.tight,
                   prefix=("env", f"HOME={self.folder}", f"PETSC_OPTIONS={options}"))
        numpy.testing.assert_array_equal(self.found(), expected)

    def test_files_that_cannot_be_written_are_refused_before_solving(self):
        write_local(self.folder / "good.hdf5", self.matrix, self.q, [0.5, 0.5])
        for option in ("json", "history", "solution"):
            for path in ("none/x", "."):
                result = self.talus("solve", "good.hdf5", f"--{option}", path, code=5)
                self.assertEqual((len(result.messages), result.out), (1, ""))


SQUEEZE = """\
scenario: scene
time: {step: 0.01, end: 0.5}
output: {folder: out}
gravity: [0, 0, 0]
walls: [{shape: plane}, {shape: plane, position: [0, 0, 0.21], normal: [0, 0, -1], velocity: [0, 0, -0.1]}]
bodies: {list: [{position: [0, 0, 0.105], radius: 0.1}]}
"""


def piston():
    """64 balls between a floor, four walls and a lid that comes down: after its way to them there is no solution."""
    chance = random.Random(1)
    walls = ["{shape: plane}", "{shape: plane, position: [0, 0, 0.45], normal: [0, 0, -1], velocity: [0, 0, -0.35]}"]
    for side in (1, -1):
        walls += [f"{{shape: plane, position: [{-0.202 * side}, 0, 0], normal: [{side}, 0, 0]}}",
                  f"{{shape: plane, position: [0, {-0.202 * side}, 0], normal: [0, {side}, 0]}}"]
    balls = []
    for place in range(64):
        x, y, z = (0.1 * (place // n % 4 - 1.5) + chance.uniform(-5e-4, 5e-4) for n in (1, 4, 16))
        balls.append(f"{{position: [{x}, {y}, {z + 0.2}], radius: 0.05}}")
    return ("scenario: scene\ntime: {step: 0.005, end: 0.6}\noutput: {folder: out}\nsolver: {max_sweeps: 500}\n"
            f"walls: [{', '.join(walls)}]\nbodies: {{list: [{', '.join(balls)}]}}\n")


class Unbounded(SolveCase):
    """Runs whose steps have no solution end with exit code 4 and name the bodies, by every solver and law."""

    def ends_unbounded(self, *sets, ranks=0):
        args = [part for s in ("guard.max_overlap=0", *sets) for part in ("--set", s)]
        result = self.end(self.start("run", "deck.yaml", "--quiet", *args, ranks=ranks))
        self.assertEqual(result.code, 4, result)
        self.assertIn("is unbounded, no impulses can keep apart bodies 0 and ", result.err)

    def test_ball_between_closing_walls(self):
        (self.folder / "deck.yaml").write_text(SQUEEZE)
        for n, solver in enumerate(SOLVERS):
            self.ends_unbounded(f"solver.name={solver}", f"output.folder=solver{n}")
            figures = self.solve(f"solver{n}/problem-000011.hdf5", "--solver", solver, "--max-sweeps", "2000", "--law", "coulomb", code=4)
            self.assertEqual(figures["status"], "unbounded", solver)
        for n, law in enumerate(("coulomb", "box", "regularised", "pyramid")):
            self.ends_unbounded(f"contact.law={law}", f"output.folder=law{n}")
        (self.folder / "named.yaml").write_text(SQUEEZE.replace("{shape: plane, p", "{name: lid, shape: plane, p").replace("folder: out", "folder: named"))
        self.assertIn("lid (1) and 2", self.talus("run", "named.yaml", "--quiet", code=4).messages[0])
        self.ends_unbounded("solver.name=ipm", "contact.recovery=split", "contact.max_recovery_speed=0.1", "output.folder=split", ranks=2)

    def test_piston(self):
        (self.folder / "deck.yaml").write_text(piston())
        for n, law in enumerate(("ccp", "coulomb", "box", "pyramid")):
            self.ends_unbounded(f"contact.law={law}", f"output.folder=law{n}", ranks=2 if law == "ccp" else 0)
        self.ends_unbounded("solver.name=ipm", "output.folder=ipm")


class Replay(SolveCase):
    """What a run stores is its problem, and comes out again."""

    def run_box(self, *sets, ranks=1, code=0):
        (self.folder / "box.yaml").write_text(BOX)
        args = [part for s in sets for part in ("--set", s)]
        self.talus("run", "box.yaml", "--quiet", *args, ranks=ranks, code=code)
        return self.folder / "out" / "problem-000040.hdf5"

    def test_the_file_is_the_step_in_plain_algebra(self):
        for n, rolling in enumerate(("contact.rho=0", "contact.rho=0.002")):
            path = self.run_box(rolling, "solver.tolerance=1e-9", "solver.max_sweeps=20000", f"output.folder=plain{n}", ranks=3).parents[1]
            with h5py.File(path / f"plain{n}" / "problem-000040.hdf5") as file:
                root = "fclib_global" if n == 0 else "fclib_global_rolling"
                width = file[f"{root}/spacedim"][0]
                self.assertEqual(width, (3, 6)[n])
                mass, rows = triplets(file, f"{root}/M"), triplets(file, f"{root}/H")
                f, w, mu = (file[f"{root}/vectors/{name}"][:] for name in ("f", "w", "mu"))
                u, r, v = (file[f"solution/{name}"][:] for name in "urv")
                self.assertGreater(len(mu), 60)
                numpy.testing.assert_allclose(mass @ v, rows @ r + f, atol=1e-12)
                numpy.testing.assert_allclose(u, rows.T @ v + w, atol=1e-12)
                u, r = u.reshape(-1, width), r.reshape(-1, width)
                slack = u[:, 0] - mu * numpy.linalg.norm(u[:, 1:3], axis=1)
                if n == 1:
                    mu_r = file[f"{root}/vectors/mu_r"][:]
                    slack -= mu_r * numpy.linalg.norm(u[:, 3:5], axis=1)
                    self.assertLessEqual((numpy.linalg.norm(r[:, 3:5], axis=1) - mu_r * r[:, 0]).max(), 1e-12)
                self.assertGreater(slack.min(), -1e-7)
                self.assertLessEqual((numpy.linalg.norm(r[:, 1:3], axis=1) - mu * r[:, 0]).max(), 1e-12)
                self.assertLess(abs((u * r).sum()), 1e-8)

    def test_replayed_to_the_bit(self):
        """On as many ranks with `blocks`, on any with `cubes`; warm-started, stopped by sweeps."""
        for n, (sets, ranks, others) in enumerate(((("contact.rho=0.002",), 1, (1,)), ((), 3, (3,)), (("contact.law=coulomb", "solver.max_sweeps=200"), 2, (2,)),
                                                   (("solver.name=ipm", "solver.schedule=cubes"), 1, (1,)),
                                                   (("contact.law=pyramid", "contact.directions=5"), 1, (1,)),
                                                   (("solver.schedule=cubes", "contact.sigma=0.001"), 2, (1, 2, 4)))):
            self.run_box(*sets, f"output.folder=run{n}", ranks=ranks)
            for replaying in others:
                figures = self.solve(f"run{n}/problem-000040.hdf5", "--replay", ranks=replaying)
                self.assertLessEqual(figures["velocity_error"], 1e-12, (sets, replaying))
                self.assertEqual(figures["sweeps"], figures["sweeps_of_run"])
                self.assertGreater(figures["sweeps"], 3)

    def test_later_versions_and_unknown_laws_are_refused(self):
        path = self.folder / self.run_box()
        with h5py.File(path, "r+") as file:
            law = file["talus/replay/law"][...]
            file["talus/replay/law"][...] = numpy.frombuffer(b"ice", "i1")
        self.assertIn("ice: is not a contact law", self.talus("solve", path, "--replay", code=2).messages[0])
        with h5py.File(path, "r+") as file:
            file["talus/replay/law"][...] = law
            file["talus/replay/version"][...] = 3
        self.assertIn("later version", self.talus("solve", path, "--replay", code=2).messages[0])

    def test_any_converged_solver_finds_the_velocities(self):
        path = self.run_box("contact.rho=0.002", "solver.tolerance=1e-12", "solver.norm=max", "solver.max_sweeps=100000", ranks=2)
        for solver, tolerance, ranks in (("mnest", 1e-11, 2), ("apgd", 1e-11, 0), ("ipm", 5e-10, 0)):
            figures = self.solve(path, "--solver", solver, "--tolerance", tolerance, "--max-sweeps", "50000", ranks=ranks)
            self.assertLessEqual(figures["velocity_error"], 1e-8, solver)

    def test_coulomb_finds_the_velocities(self):
        path = self.run_box("contact.law=coulomb", "solver.tolerance=1e-12", "solver.norm=max", "solver.max_sweeps=100000")
        self.assertLessEqual(self.solve(path, "--law", "coulomb", "--tolerance", "1e-10", "--max-sweeps", "50000")["velocity_error"], 1e-8)

    def test_which_steps_are_stored(self):
        self.run_box("output.problem_every=15", "output.problem_at=7")
        names = sorted(p.name for p in (self.folder / "out").glob("problem-*"))
        self.assertEqual(names, [f"problem-{n:06}.hdf5" for n in (7, 15, 30)])
        self.run_box("output.problem_at=0", "output.problem_missed=true", "solver.max_sweeps=2", "solver.tolerance=1e-9", "output.folder=missed")
        missed = self.summary("missed")["missed_steps"]
        self.assertGreater(missed, 3)
        self.assertEqual(len(list((self.folder / "missed").glob("problem-*"))), missed)


class Damage(SolveCase):
    """Stored steps with flipped bits and cuts: one line and exit 2 or 5, or a sound result; never a crash or an endless wait."""

    def test_damaged_steps(self):
        (self.folder / "box.yaml").write_text(BOX)
        self.talus("run", "box.yaml", "--quiet", "--set", "bodies.count=8")
        whole = (self.folder / "out" / "problem-000040.hdf5").read_bytes()
        chance = random.Random(6)
        codes = []
        for n in range(24):
            copy = bytearray(whole)
            if n % 4 == 0:
                del copy[chance.randrange(len(copy)):]
            for _ in range(0 if n % 4 == 0 else 64):
                copy[chance.randrange(len(copy))] ^= 1 << chance.randrange(8)
            (self.folder / "damaged.hdf5").write_bytes(copy)
            result = self.end(self.start("solve", "damaged.hdf5", *(["--replay"] if n % 2 else [])))
            self.assertIn(result.code, (0, 2, 4, 5), result)
            if result.code in (2, 5):
                self.assertEqual(len(result.messages), 1, result)
            codes.append(result.code)
        self.assertGreater(sum(code in (2, 5) for code in codes), 12)


if __name__ == "__main__":
    unittest.main()
