#!/usr/bin/python3
"""How the executable ends: what cannot be written, requests that come early, limits on files, mpirun of jobscripts/env.sh.

One class a group; CTest runs each as drivers.ends.<group>.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE, TALUS, Case

BOX = f"""\
include: {SOURCE}/input/box.yaml
time: {{step: 0.005, end: 0.05}}
output: {{folder: out, every: 0}}
variables: {{bodies.count: 60, box.width: 0.25}}
"""
ENDLESS = ("--set", "time.end=100000")


class BoxCase(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "box.yaml").write_text(BOX)
        self.out = self.folder / "out"


class Output(BoxCase):
    def test_standard_output_that_cannot_be_written_is_exit_5(self):
        frames = ("--set", "output.every_steps=5")
        self.talus("run", "box.yaml", "--quiet", *frames)
        made = "out/checkpoint.h5"
        commands = (
            ("--help",), ("--version",), ("run", "--help"), ("check", "box.yaml"), ("check", "box.yaml", "--json"), ("check", "--keys"),
            ("info", made), ("info", made, "--json"), ("info", "--verify", made), ("info", "--compare", made, made),
            ("convert", "out", "--to", "csv"), ("run", "box.yaml", "--json", "--set", "output.folder=a"), ("run", "box.yaml", "--set", "output.folder=b"))
        for command in commands:
            for place in ("/dev/full", "&-"):
                for folder in ("a", "b"):
                    subprocess.run(["rm", "-rf", self.folder / folder], check=True)
                shell = "sh", "-c", f'exec "$0" "$@" >{place}'
                self.assertRegex(self.talus(*command, prefix=shell, code=5).messages[0], "cannot be written|cannot write")
        self.assertEqual(self.summary("b")["steps"], 10)  # it was run to its end

    def test_nothing_is_written_where_standard_streams_are_closed(self):
        """A file that took the place of standard output would hold what is printed."""
        self.talus("run", "box.yaml", prefix=("sh", "-c", 'exec "$0" "$@" <&- >&-'), code=5)
        self.talus("info", "--verify", "out/checkpoint.h5")
        for file in self.out.iterdir():
            self.assertNotIn(b"steps missed the tolerance", file.read_bytes(), file)

    def test_limit_on_file_sizes_is_exit_5(self):
        many = "bodies.count=3000", "box.width=0.9", "output.every_steps=1", "time.end=10", "solver.max_sweeps=1"  # Open MPI needs some MB itself
        for ranks in (0, 2):
            limit = "bash", "-c", 'ulimit -f 20000; exec "$0" "$@"'
            sets = [word for key in (*many, f"output.folder=limited-{ranks}") for word in ("--set", key)]
            message = self.talus("run", "box.yaml", "--quiet", *sets, ranks=ranks, prefix=limit, code=5).messages[0]
            self.assertIn(os.strerror(27), message)


class Requests(BoxCase):
    def mapped(self, process):
        try:
            return "openmpi3/mca_" in pathlib.Path(f"/proc/{process.pid}/maps").read_text()
        except OSError:
            return False

    def test_neither_fatal_nor_lost_while_mpi_starts(self):
        for sent, code in ((signal.SIGUSR2, 3), (signal.SIGTERM, 3), (signal.SIGUSR1, 3)):
            folder = self.folder / sent.name
            process = self.start("run", "box.yaml", "--quiet", *ENDLESS, "--set", f"output.folder={sent.name}")
            self.wait_for(lambda: self.mapped(process), process, "components of Open MPI")
            process.send_signal(sent)
            if sent == signal.SIGUSR1:
                self.wait_for((folder / "checkpoint.h5").exists, process, "a checkpoint")
                process.send_signal(signal.SIGUSR2)
            self.assertEqual(self.end(process).code, code)
            self.assertEqual(self.summary(sent.name)["status"], "stopped")

    def test_other_commands_end_by_them(self):
        process = self.start("bench", "--bodies", "1000000")
        self.wait_for(lambda: self.mapped(process), process, "components of Open MPI")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), -signal.SIGTERM)


class OpenFiles(BoxCase):
    """Errors while files of frames are open: one line and their own exit code, not an end by MPI."""

    FRAMES = ("--set", "output.every_steps=1")

    def test_schedule_without_room_is_refused_by_check_and_run(self):
        balls = ", ".join(f"{{position: [{0.05 * 2.2**k}, 0, {0.001 * 2**k}], radius: {0.001 * 2**k}}}" for k in range(14))
        (self.folder / "sizes.yaml").write_text("time: {step: 0.001, end: 0.005}\noutput: {folder: out}\nwalls: [{shape: plane}]\n"
                                                f"bodies: {{list: [{balls}]}}\n")
        self.assertIn("key 'solver.schedule': cubes has room for 64 classes", self.talus("check", "sizes.yaml", code=2).messages[0])
        for ranks in (0, 2):
            self.talus("run", "sizes.yaml", "--quiet", *self.FRAMES, "--set", f"output.folder=out{ranks}", ranks=ranks, code=2)
        self.talus("run", "sizes.yaml", "--quiet", "--set", "solver.schedule=blocks")

    def test_folder_that_goes_away_is_exit_5(self):
        for ranks in (0, 2):
            process = self.start("run", "box.yaml", "--quiet", *self.FRAMES, *ENDLESS, "--set", "checkpoint.every=10", ranks=ranks)
            self.wait_for((self.out / "checkpoint.h5").exists, process, "a checkpoint")
            self.out.rename(self.folder / f"moved{ranks}")
            result = self.end(process)
            self.assertEqual((result.code, len(result.messages)), (5, 1), result)


SLOW = """\
import os, pathlib, signal, time
signal.signal(signal.SIGUSR2, lambda *_: (signal.signal(signal.SIGUSR2, signal.SIG_IGN), time.sleep(3), pathlib.Path("checkpoint").touch(), os._exit(3)))
pathlib.Path("listens").touch()
signal.pause()
"""


class Launcher(BoxCase):
    def setUp(self):
        super().setUp()
        launch = os.path.join(SOURCE, "jobscripts", "launch")
        self.assertNotIn(launch, os.environ["PATH"].split(":"))
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("SLURM_JOB_ID")}

    def shell(self, command):
        return subprocess.Popen(["bash", "-c", f"source {SOURCE}/jobscripts/env.sh; exec {command}"], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_exit_codes_survive_and_ranks_are_not_waited_for(self):
        waits = self.shell("env").communicate()[0]
        self.assertNotIn("sigkill_timeout", waits)
        for ranks, command in ((1, "run absent.yaml"), (2, "run box.yaml --set contact.muu=1"), (2, "rum box.yaml")):
            process = self.shell(f"mpirun -n {ranks} {TALUS} {command}")
            err = process.communicate()[1]
            self.assertEqual(process.returncode, 2, err)
            self.assertEqual(sum(line.startswith("talus:") for line in err.splitlines()), 1, err)
        whole = self.shell(f"mpirun -n 2 {TALUS} run box.yaml --quiet")
        self.assertEqual((whole.communicate()[1], whole.returncode), ("", 0))

    def test_term_leaves_time_for_a_checkpoint(self):
        """More than Open MPI does, which waits twice a second."""
        (self.folder / "slow.py").write_text(SLOW)
        process = self.shell(f"mpirun -n 1 {sys.executable} slow.py")
        self.wait_for((self.folder / "listens").exists, process, "a handler")
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.assertEqual(process.returncode, 3)
        self.assertTrue((self.folder / "checkpoint").exists())

    def test_term_and_int_stop_a_run_with_a_checkpoint(self):
        series = self.out / "series.csv"
        for sent in (signal.SIGTERM, signal.SIGINT):
            process = self.shell(f"mpirun -n 2 {TALUS} run box.yaml --quiet --resume --set time.end=100000")
            size = series.stat().st_size if series.exists() else 0
            self.wait_for(lambda: series.exists() and series.stat().st_size > size + 10000, process, "rows of the series")
            process.send_signal(sent)
            process.communicate()
            self.assertEqual(process.returncode, 3)
            self.assertEqual(self.summary("out")["status"], "stopped")

    def test_slurm_jobs_have_open_mpi_itself(self):
        """A job takes PATH over from the shell that has submitted it."""
        job = "env SLURM_JOB_ID=1 OMPI_MCA_ras=^slurm OMPI_MCA_plm=^slurm bash -c 'trap \"\" USR2; exec mpirun -n 1 python3 slow.py'"
        (self.folder / "slow.py").write_text(SLOW)
        process = self.shell(job)
        self.wait_for((self.folder / "listens").exists, process, "a handler")
        process.send_signal(signal.SIGUSR2)
        process.communicate()
        self.assertEqual(process.returncode, 3)

    def test_copies_of_two_trees_find_open_mpi_behind_both(self):
        copy = self.folder / "other" / "jobscripts"
        shutil.copytree(SOURCE / "jobscripts" / "launch", copy / "launch")
        shutil.copy(SOURCE / "jobscripts" / "env.sh", copy)
        command = f"source {SOURCE}/jobscripts/env.sh; source {copy}/env.sh; ulimit -u 4000; mpirun -n 1 echo one"
        done = subprocess.run(["timeout", "--kill-after=1", "20", "bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.returncode), ("one\n", 0), done.stderr)

    def test_standard_input_and_arguments_arrive(self):
        process = subprocess.run(["bash", "-c", f"source {SOURCE}/jobscripts/env.sh; echo a text | mpirun -n 1 sh -c 'cat; echo \"$0\"' 'b  c'"],
                                 env=self.environment, capture_output=True, text=True)
        self.assertEqual(process.stdout, "a text\nb  c\n", process.stderr)


if __name__ == "__main__":
    unittest.main()
