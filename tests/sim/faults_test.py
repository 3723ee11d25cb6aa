#!/usr/bin/python3
"""Nothing lost: kills, damage and failing disks, against the run that nothing happened to.

Groups Kills, Damages and Writes are samples; FullKills, FullDamages and FullWrites the campaigns. A campaign notes in
build/release/campaigns how far it has come and goes on from there; TALUS_TRIALS is the number of its trials.
"""

import contextlib
import errno
import json
import os
import pathlib
import shutil
import signal
import time
import unittest
import zlib

import h5py
import numpy
from cli_test import SEAL, BoxCase, into, parts_of, until
from command import SOURCE, TALUS, Case

FAULTS = os.environ.get("TALUS_IO_FAULTS", str(pathlib.Path(TALUS).parents[1] / "tests" / "libio_faults.so"))
FRAMES = ("--set", "output.every_steps=2")
ERRORS = {"ENOSPC": 5, "EIO": 5, "short": 0, "fsync": 5}
REASONS = {"ENOSPC": os.strerror(errno.ENOSPC), "EIO": os.strerror(errno.EIO), "fsync": os.strerror(errno.EIO)}


def is_whole(path):
    """By its seal, checked here once more."""
    content = path.read_bytes()
    text, _, end = content[:SEAL].partition(b"end ")
    parts = [line.split() for line in text.decode().splitlines()[2:]]
    return int(end[:8], 16) == zlib.crc32(text) and all(
        zlib.crc32(content[int(offset) : int(offset) + int(size)]) == int(crc, 16) for _, offset, size, crc, _ in parts)


def faults(kind, at, rank=0, file="out/checkpoint", count=""):
    settings = {"FILE": file, "KIND": kind, "AT": at, "RANK": rank, "COUNT": count}
    return "env", f"LD_PRELOAD={FAULTS}", *(f"TALUS_FAULT_{name}={value}" for name, value in settings.items())


class Campaign(BoxCase):
    trials = None  # of a sample; a campaign's are in `full`

    def numbers(self, full):
        """Of the trials that are left. What is done is noted, so that a campaign can be resumed."""
        if not type(self).__name__.startswith("Full"):
            yield from range(self.trials)
            return
        note = pathlib.Path(TALUS).parents[1] / "campaigns" / f"{type(self).__name__}.json"
        note.parent.mkdir(exist_ok=True)
        done = json.loads(note.read_text())["done"] if note.exists() else 0
        total = int(os.environ.get("TALUS_TRIALS", full))
        for number in range(done, total):
            yield number
            note.write_text(json.dumps({"done": number + 1, "of": total}) + "\n")
            if (number + 1) % 50 == 0:
                print(f"{type(self).__name__}: {number + 1} of {total} trials, no failure", flush=True)
        note.unlink(missing_ok=True)


class Kills(Campaign):
    """Lives of one run, each ended by SIGKILL: of one rank or all at a random moment, or of a rank at a random call on a checkpoint."""

    trials = 20
    END, EVERY = 40, 2
    ALONE = 5  # s

    def ranks_of(self, process):
        """Those that live."""
        tasks = pathlib.Path(f"/proc/{process.pid}/task")
        children = [int(pid) for file in tasks.glob("*/children") for pid in file.read_text().split()]
        return [pid for pid in children if "box.yaml" in pathlib.Path(f"/proc/{pid}/cmdline").read_text()]

    def end_of_life(self, process):
        """True if it was cut short. mpirun that has lost its ranks can wait forever for itself, in PMIx_server_finalize (4.2.2)."""
        seen = time.monotonic()
        while process.poll() is None:
            with contextlib.suppress(OSError):
                seen = time.monotonic() if self.ranks_of(process) else seen
            if time.monotonic() - seen > self.ALONE:
                process.kill()
            time.sleep(0.02)
        return self.end(process).code != 0

    def live(self, random, ranks):
        """True if the life was cut short."""
        run = ("run", "box.yaml", "--quiet", "--resume", "--set", f"checkpoint.every={self.EVERY}", *FRAMES, *until(self.END))
        if random.random() < 0.5:
            kill = faults("kill", random.integers(1, 800), random.integers(ranks))
            return self.end_of_life(self.start(*run, ranks=ranks, prefix=kill))
        process = self.start(*run, ranks=ranks)
        time.sleep(random.uniform(0, 1.2))
        with contextlib.suppress(OSError):  # it has ended already
            pids = self.ranks_of(process)
            for pid in pids if random.random() < 0.5 else pids[:1] and [pids[random.integers(len(pids))]]:
                os.kill(pid, signal.SIGKILL)
        return self.end_of_life(process)

    def newest_step(self):
        kept = [path for path in (self.out / "checkpoint.h5", self.out / "checkpoint.1.h5") if path.exists()]
        self.assertTrue(all(map(is_whole, kept)), f"damaged: {kept}")
        return max([self.step_of(path) for path in kept], default=-1)

    def test_ends_as_if_never_killed(self):
        expected = self.hash_uninterrupted(self.END)
        newest = -1
        for number in self.numbers(1000):
            random = numpy.random.default_rng([17, number])
            while not self.live(random, int(random.integers(1, 5))):  # it came to the end
                self.check_end(expected)
                newest = -1
            now = self.newest_step()
            self.assertGreaterEqual(now, newest, f"trial {number}: a checkpoint was lost")
            newest = now
        self.run_box("--resume", *FRAMES, *until(self.END), ranks=3)
        self.check_end(expected)

    def check_end(self, expected):
        self.assertEqual(self.hash_of("out"), expected)
        self.assert_rows("out", 1, self.END)
        steps = [int(s) for path in sorted(self.out.glob("trajectory*.h5")) for s in h5py.File(path, "r")["talus/step"][:]]
        self.assertEqual(sorted(steps), list(range(0, self.END + 1, 2)))
        shutil.rmtree(self.out)


class FullKills(Kills):
    pass


class Damages(Campaign):
    """Flipped bits and cuts of a checkpoint: each refused, with the place named."""

    trials = 10

    def test_each_is_refused_and_named(self):
        self.run_box(*until(20))
        good = (self.out / "checkpoint.h5").read_bytes()
        parts = parts_of(self.out / "checkpoint.h5")
        bad = self.folder / "bad.h5"
        for number in self.numbers(5000):
            random = numpy.random.default_rng([19, number])
            place = int(random.integers(len(good)))
            if number % 5 == 0:
                place = max(place, SEAL)  # within the seal see sim/cli, Damage
                bad.write_bytes(good[:place])
                expected = f"is {place} bytes long"
            else:
                content = bytearray(good)
                content[place] ^= 1 << int(random.integers(8))
                bad.write_bytes(content)
                expected = "first bytes" if place < SEAL else next(
                    f"dataset {name} is damaged" if name != "metadata" else f"metadata at bytes {offset} to {offset + size - 1} is damaged"
                    for name, offset, size in parts if offset <= place < offset + size)
            message = self.talus("restart", "bad.h5", "--quiet", *into("r"), code=5, ranks=2 * (number % 20 == 1)).messages[0]
            self.assertIn(expected, message, f"trial {number}")


class FullDamages(Damages):
    pass


class Writes(Campaign):
    """A disk that fails at one of the calls that write a checkpoint, or a frame: the older checkpoint stays and leads on."""

    points = 1  # of each kind of fault, file and number of ranks

    def run_on(self, ranks, prefix=(), **how):
        shutil.rmtree(self.out, ignore_errors=True)
        shutil.copytree(self.folder / "before", self.out)
        return self.run_box("--resume", *FRAMES, *until(8), ranks=ranks, prefix=prefix, **how)

    def calls(self, ranks, file):
        """Numbers of writes and syncs by each rank that makes any."""
        count = self.folder / "count"
        count.unlink(missing_ok=True)
        self.run_on(ranks, faults("none", 0, rank="", file=file, count=count))
        return [tuple(map(int, line.split()[:3])) for line in sorted(count.read_text().splitlines())]

    def points_of(self):
        self.run_box(*FRAMES, *until(4), *into("before"))
        for file in ("out/checkpoint", "out/trajectory"):
            for ranks in (0, 2):
                for rank, writes, syncs in self.calls(ranks, file):
                    for kind in ERRORS:
                        last = syncs if kind == "fsync" else writes
                        chosen = range(1, last + 1)
                        if self.points and last:
                            chosen = numpy.random.default_rng(last).choice(chosen, self.points, replace=False)
                        yield from ((file, ranks, rank, kind, int(at)) for at in chosen)

    def test_checkpoints_are_synced_twice(self):
        """By MPI after the last write of each rank, and whole by the root before the file takes its place."""
        self.run_box(*FRAMES, *until(4), *into("before"))
        for ranks in (0, 2):
            syncs = {rank: count for rank, _, count in self.calls(ranks, "out/checkpoint")}
            self.assertGreaterEqual(syncs.pop(0), 2)
            for rank, count in syncs.items():
                self.assertGreaterEqual(count, 1, f"rank {rank}")

    def test_older_checkpoint_stays(self):
        expected = self.hash_uninterrupted(8)
        points = list(self.points_of())
        seen = set()
        numpy.random.default_rng(23).shuffle(points)  # a part of a campaign sees all kinds
        self.trials = len(points)
        for number in self.numbers(len(points)):
            file, ranks, rank, kind, at = points[number]
            result = self.run_on(ranks, faults(kind, at, rank, file), code=ERRORS[kind])
            if kind in REASONS:
                self.assertIn(REASONS[kind], result.messages[0])
            kept, point = self.out / "checkpoint.h5", f"{kind} at {at} of {file}, rank {rank} of {ranks}"
            self.assertTrue(is_whole(kept), point)
            self.assertIn(self.step_of(kept), (4, 8), point)
            left = self.what_is_left()
            if left in seen and number % 10:
                continue  # as it went on before, it would now
            seen.add(left)
            self.run_box("--resume", *FRAMES, *until(8))
            self.assertEqual(self.hash_of("out"), expected, point)

    def what_is_left(self):
        """Names of files, and the contents of those that a run goes on from: what counts seconds and what is unfinished are not."""
        counts = lambda path: path.stem != "series" and "unfinished" not in path.name
        return frozenset((path.name, zlib.crc32(path.read_bytes()) if counts(path) else 0) for path in self.out.iterdir())


class FullWrites(Writes):
    points = None


RUNAWAY = """\
scenario: scene
time: {step: 0.005, end: 0.5}
output: {folder: out, every_steps: 1}
bodies: {list: [{position: [0, 0, 1], radius: 0.1}, {position: [2, 0, 1], radius: 0.1, velocity: [5, 0, 0]}]}
guard: {max_speed: 5.01}
"""


class Guards(Case):
    def stopped(self, deck, ranks):
        (self.folder / "deck.yaml").write_text(deck)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return self.talus("run", "deck.yaml", "--quiet", ranks=ranks, code=4).messages[0]

    def test_runaway_is_named_at_its_step(self):
        """|v|^2 = 25 + (g t)^2 passes 5.01^2 at t = 0.0323 s, in step 7."""
        for ranks in (0, 2):
            self.assertIn("step 7: body 1 has run away at 5.01 m/s", self.stopped(RUNAWAY, ranks))
            self.assertTrue((self.folder / "out" / "trajectory.h5").exists())
            self.talus("solve", "out/problem-000007.hdf5")

    def test_no_number_is_named_at_its_step(self):
        deck = RUNAWAY.replace("[2, 0, 1]", "[0.15, 0, 1]").replace("velocity: [5, 0, 0]", "mass: 1e-310, inertia: 1e-310")
        for ranks in (0, 2):
            self.assertRegex(self.stopped(deck, ranks), r"step 1: body [01]: its place or velocity is not a number")


class Exact(Case):
    """N steps against n and N - n, to the last bit of all that a checkpoint keeps, on the way cut at steps that repartition, and next to them."""

    KINDS = "tests/sim/all_kinds.yaml"
    RUNS = ((KINDS, 0.002, "contact.law=ccp"),)  # deck, its step, changes
    P, STEPS, CUTS = 2, 40, (20, 27)

    def setUp(self):
        super().setUp()
        for name in ("tests", "input"):
            (self.folder / name).symlink_to(SOURCE / name)

    def run_to(self, ranks, step, folder, deck, length, *sets):
        changes = ("solver.schedule=cubes", "partition.every=10", "checkpoint.every=0", f"time.end={length * step}", *sets)
        self.talus("run", deck, "--quiet", "--resume", *(part for s in changes for part in ("--set", s)), *into(folder), ranks=ranks)

    def test_in_two_parts_as_in_one(self):
        full = type(self).__name__.startswith("Full")
        for number, run in enumerate(self.RUNS):
            whole = f"whole-{number}"
            self.run_to(self.P, self.STEPS, whole, *run)
            for place, ranks in enumerate((self.P // 2, self.P + 1, 2 * self.P, 7)):
                for cut in self.CUTS if full else (self.CUTS[place % 2],):
                    with self.subTest(run=run, ranks=ranks, cut=cut):
                        shutil.rmtree(self.folder / "parts", ignore_errors=True)
                        self.run_to(self.P, cut, "parts", *run)
                        self.run_to(ranks, self.STEPS, "parts", *run)
                        self.talus("info", "--compare", f"{whole}/checkpoint.h5", "parts/checkpoint.h5")
            if full:
                print(f"{type(self).__name__}: {number + 1} of {len(self.RUNS)} decks and laws, each in two parts in {4 * len(self.CUTS)} ways", flush=True)


class FullExact(Exact):
    RUNS = (
        *((Exact.KINDS, 0.002, *sets) for sets in (
            ("contact.law=ccp",), ("contact.law=coulomb",), ("contact.law=box",), ("contact.law=regularised",),
            ("contact.law=regularised", "contact.bristle_stiffness=1e5", "contact.bound_iterations=1"),
            ("contact.restitution=0.3",), ("contact.recovery=split",), ("domain.period=[1.2, 0, 0]",),
            ("contact.stiffness=1e5", "contact.damping=10", "contact.tangential_stiffness=1e5", "contact.rolling_stiffness=1"))),
        ("input/guideway.yaml", 1e-4),  # raceways, Hertz
        ("input/pile-small.yaml", 0.005, "bodies.count=40", "pile.rate=800", "pile.drop_height=0.1"),  # fed
        ("input/drum.yaml", 0.005, "drum.rate=45"))
    P = 4


class FullMemcheck(BoxCase):
    """A run and a restart on two ranks under valgrind's memcheck. (Its processor has other functions of the mathematical library: other bits.)"""

    def test_no_error_from_our_code(self):
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed (jobscripts/install-deps.sh --fuzz)")
        suppressions = SOURCE / "tests" / "harness" / "memcheck.supp"
        memcheck = "mpirun", "-n", "2", "valgrind", "--quiet", "--error-exitcode=99", f"--suppressions={suppressions}"
        sets = "output.contacts=true", "output.balance_every=4", "output.hash_every=4", "output.problem_at=6", "checkpoint.every=4", "partition.every=5"
        run = *FRAMES, *(part for s in sets for part in ("--set", s))
        for step in (6, 12):
            self.run_box("--resume", *run, *until(step), prefix=memcheck)
        self.talus("info", "--verify", "out/checkpoint.h5")
        self.assert_rows("out", 1, 12)


class Versions(Case):
    """What version 1 of the checkpoint was, stays readable."""

    SAMPLE = SOURCE / "tests" / "io" / "checkpoint-version-1.h5"

    def columns(self, path):
        found = {}
        with h5py.File(path, "r") as file:
            file.visititems(lambda name, item: found.update({name: item[...]}) if isinstance(item, h5py.Dataset) and "/" in name else None)
        return found

    def test_sample_is_read_to_the_last_bit(self):
        """Written again without a step it has the same columns, and perhaps others."""
        self.talus("info", "--verify", self.SAMPLE)
        self.talus("restart", self.SAMPLE, "--quiet", *into("again"))
        sample, again = self.columns(self.SAMPLE), self.columns(self.folder / "again" / "checkpoint.h5")
        self.assertEqual(len(sample), 40)
        self.assertTrue((sample.pop("memory/reserved") == 0).all())  # held nothing, and is gone
        for name, column in sample.items():
            numpy.testing.assert_array_equal(again[name], column, name)

    def test_sample_goes_on(self):
        for ranks in (0, 3):
            self.talus("restart", self.SAMPLE, "--quiet", "--set", "time.end=0.32", *into(f"on-{ranks}"), ranks=ranks)
        self.assertEqual(self.summary("on-0")["steps"], 160)
        self.talus("info", "--compare", "on-0/checkpoint.h5", "on-3/checkpoint.h5")


if __name__ == "__main__":
    unittest.main()
