#!/usr/bin/python3
"""Files that reach out of themselves, and what is no regular file: refused in one line, nothing read from or written to elsewhere.

One class a group; CTest runs each as io.outside.<group>.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import SOURCE, TALUS, Case

BOX = f"""\
include: {SOURCE}/input/box.yaml
time: {{step: 0.005, end: 0.05}}
output: {{folder: out, every_steps: 5, problem_at: 8}}
variables: {{bodies.count: 40, box.width: 0.25}}
"""
SEAL = 32768
OUTSIDE = "lies outside of the file"


def external_storage(file, name, target):
    values = file[name][()]
    del file[name]
    shape = h5py.h5s.create_simple(values.shape)
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_external(str(target).encode(), 0, values.nbytes)
    h5py.h5d.create(file.id, name.encode(), h5py.h5t.py_create(values.dtype), shape, dcpl=plist)


def external_link(file, name, target):
    del file[name]
    file[name] = h5py.ExternalLink(str(target), "/" + name)


def soft_link(file, name, target):
    file.move(name, "elsewhere")
    file[name] = h5py.SoftLink("/elsewhere")


def virtual(file, name, target):
    shape, kind = file[name].shape, file[name].dtype
    del file[name]
    layout = h5py.VirtualLayout(shape=shape, dtype=kind)
    layout[...] = h5py.VirtualSource(str(target), name, shape=shape)
    file.create_virtual_dataset(name, layout)


WAYS = external_storage, external_link, soft_link, virtual


class BoxCase(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "box.yaml").write_text(BOX)
        self.out = self.folder / "out"
        self.talus("run", "box.yaml", "--quiet")

    def refused(self, *args, said, code=5, **how):
        self.assertIn(said, self.assert_nothing_written(*args, code=code, **how).messages[0])


class Hdf5(BoxCase):
    def test_stored_problems(self):
        problem, bad = self.out / "problem-000008.hdf5", self.folder / "bad.hdf5"
        for way in WAYS:
            for name in ("fclib_global/vectors/f", "fclib_global/H/x") if way is not external_link else ("fclib_global/vectors", "fclib_global/vectors/f"):
                shutil.copy(problem, bad)
                with h5py.File(bad, "r+") as file:
                    root = next(iter(key for key in file if key.startswith("fclib")))
                    way(file, name.replace("fclib_global", root), self.out / "series.csv" if way is external_storage else problem)
                self.refused("solve", "bad.hdf5", "--solution", "found.hdf5", said=OUTSIDE)

    def sealed(self, path):
        """A right seal for what the file's bytes are now, as one part."""
        content = path.read_bytes()[SEAL:]
        text = f"talus seal 1\nbytes {SEAL + len(content)}\npart {SEAL} {len(content)} {zlib.crc32(content):08x} metadata\n"
        text += f"end {zlib.crc32(text.encode()):08x}\n"
        path.write_bytes(text.encode().ljust(SEAL, b"\0") + content)

    def test_checkpoints_with_a_right_seal(self):
        bad = self.folder / "bad.h5"
        for way in WAYS:
            shutil.copy(self.out / "checkpoint.h5", bad)
            with h5py.File(bad, "r+") as file:
                way(file, "bodies/position", "/dev/zero" if way is external_storage else self.out / "checkpoint.h5")
            self.sealed(bad)
            for ranks in (0, 2) if way is external_storage else (0,):
                self.refused("restart", "bad.h5", "--set", "output.folder=r", said=OUTSIDE, ranks=ranks)
            self.refused("info", "bad.h5", said=OUTSIDE)

    def test_frames_are_not_written_to_another_file(self):
        good = (self.out / "trajectory.h5").read_bytes()
        victim = self.folder / "victim.h5"
        for way in (external_storage, external_link):
            for name in ("VTKHDF/Points", "talus/step") if way is external_storage else ("VTKHDF/Points", "VTKHDF/Steps"):
                (self.out / "trajectory.h5").write_bytes(good)
                victim.write_bytes(good)
                with h5py.File(self.out / "trajectory.h5", "r+") as file:
                    way(file, name, victim)
                for ranks in (0, 2):
                    message = self.talus("run", "box.yaml", "--quiet", "--resume", "--set", "time.end=0.1", code=5, ranks=ranks).messages[0]
                    self.assertIn(OUTSIDE, message)
                    self.assertEqual(victim.read_bytes(), good)


TIMES = "time: {step: 0.005, end: 0.05}\noutput: {folder: m}\n"


class Special(BoxCase):
    PIPE = "is not a regular file"

    def test_pipes_and_devices_are_not_read(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "link").symlink_to("pipe")
        (self.folder / "mesh.yaml").write_text(TIMES + "shapes: [{name: m, kind: mesh, file: pipe}]\nwalls: [{shape: m}]\n")
        (self.folder / "packing.yaml").write_text(TIMES + "bodies: {packings: [{kind: csv, file: link}]}\n")
        for command in (("restart", "pipe"), ("restart", "link"), ("info", "pipe"), ("info", "--verify", "link"), ("solve", "pipe"),
                        ("convert", "link", "--to", "csv"), ("info", "/dev/zero")):
            self.refused(*command, said=self.PIPE)
        for deck in ("mesh.yaml", "packing.yaml"):
            for ranks in (0, 2):
                self.refused("run", deck, said=self.PIPE, code=2, ranks=ranks)
        self.refused("restart", "pipe", said=self.PIPE, ranks=2)

    def test_outputs_are_not_written_through_links(self):
        victim, fresh = self.folder / "victim", self.folder / "fresh"
        self.out.rename(fresh)
        for name in ("series.csv", "series.h5", "hashes.csv", "summary.json.unfinished", "trajectory.xdmf", ".lock"):
            for make in (os.mkfifo, lambda path: path.symlink_to(victim)):
                shutil.copytree(fresh, self.out)
                victim.write_text("mine\n")
                (self.out / name).unlink(missing_ok=True)
                make(self.out / name)
                self.talus("run", "box.yaml", "--quiet", "--resume", "--set", "time.end=0.1", "--set", "output.hash_every=1", code=5)
                self.assertEqual(victim.read_text(), "mine\n", name)
                shutil.rmtree(self.out)

    def test_solution_replaces_neither_links_nor_devices(self):
        victim, link, pipe = (self.folder / name for name in ("victim", "link", "pipe"))
        victim.write_text("mine\n")
        link.symlink_to(victim)
        os.mkfifo(pipe)
        for place, said in (("link", "symbolic link"), ("pipe", "not a regular file")):
            for ranks in (0, 2):
                self.refused("solve", "out/problem-000008.hdf5", "--solution", place, said=said, ranks=ranks)
        self.assertEqual(victim.read_text(), "mine\n")
        self.assertTrue(link.is_symlink() and pipe.is_fifo())

    def test_deck_of_the_root_is_that_of_all_ranks(self):
        """As if the deck were saved while a job starts."""
        (self.folder / "late.yaml").write_text(BOX.replace("bodies.count: 40", "bodies.count: 20").replace("every_steps: 5", "every_steps: 3"))
        both = [word for deck in ("box.yaml", "late.yaml") for word in (":", "-n", "1", TALUS, "run", deck, "--quiet", "--set", "output.folder=both")][1:]
        done = subprocess.run(["mpirun", *both], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.summary("both")["state_hash"], self.summary("out")["state_hash"])

    def test_deck_may_come_from_a_pipe_once(self):
        for ranks in (0, 2):
            launch = f"mpirun -n {ranks} " if ranks else ""
            for command in (f"mkfifo p{ranks}.yaml && (cat box.yaml > p{ranks}.yaml &) && {launch}$TALUS run p{ranks}.yaml --quiet --set output.folder=p{ranks}",
                            f"cat box.yaml | {launch}$TALUS run /dev/stdin --quiet --set output.folder=s{ranks}"):
                done = subprocess.run(["bash", "-c", command], cwd=self.folder, env={**os.environ, "TALUS": TALUS}, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.summary(f"p{ranks}")["state_hash"], self.summary(f"s{ranks}")["state_hash"])
        self.assertIn("a device", self.talus("run", "/dev/zero", code=2).messages[0])


if __name__ == "__main__":
    unittest.main()
