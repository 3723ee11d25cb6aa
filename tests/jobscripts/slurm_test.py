#!/usr/bin/python3
"""The job scripts under a real Slurm of the test's own, and what they say where something is missing.

One class a group; CTest runs each as jobscripts.slurm.<group>. State hashes compare runs that were stopped, killed, preempted and
moved with runs that were not. Without Slurm the groups that need it say that they skip (exit code 77).
"""

import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
from command import PATIENCE, SOURCE, TALUS, Case

SCRIPTS = SOURCE / "jobscripts"
STEP = 0.005  # s
BOX = f"include: {SOURCE}/input/box.yaml\n" + """\
time: {{step: 0.005, end: {end}}}
output: {{folder: {folder}, every: 0}}
contact: {{mu: 0.5, rho: 0.001}}
solver: {{schedule: cubes, max_sweeps: 100}}
partition: {{every: 20}}
checkpoint: {{every: {every}}}
variables: {{bodies.count: 120, box.width: 0.3}}
"""
NEVER = 100000  # s, simulated
AT_ONCE = "B:USR1@600"  # a warning due 10 minutes before a limit of one
IDLE = f"""\
#!/usr/bin/python3
import os, signal, sys
if sys.argv[1] != "run":
    os.execv("{TALUS}", sys.argv)
signal.signal(signal.SIGUSR2, lambda *_: sys.exit(3))
while True:
    signal.pause()
"""
SKIPPED = 77


def run(*command, cwd=None, code=None, patience=PATIENCE, **environment):
    """A command to its end; checked if `code` is given."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=patience)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


def have_slurm():
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return all(shutil.which(tool, path=path) for tool in ("munged", "slurmctld", "slurmd", "sbatch"))


# run_to_end of a job whose runs end without a checkpoint, on a cluster that is not there.
IDLE_START = """\
set -euo pipefail
script={scripts}/run.slurm
source {scripts}/slurm.sh
for stub in load_modules need_slurm need_talus need_mpi lock check_launcher; do eval "$stub() {{ :; }}"; done
output_folder() {{ echo out; }}
job_field() {{ echo 1; }}
run_segment() {{ begin_segment; end_segment 3; status=3 asked=limit; }}
go_on() {{ exit 0; }}
run_to_end 2 no "" deck.yaml
"""


class Scripts(Case):
    """Without Slurm: what every script owes its caller."""

    def scripts(self):
        found = [path for path in SCRIPTS.iterdir() if path.suffix in (".sh", ".slurm")]
        self.assertGreater(len(found), 10)
        return sorted(found)

    def test_shellcheck(self):
        if not shutil.which("shellcheck"):
            self.skipTest("shellcheck is not installed (jobscripts/install-deps.sh --slurm)")
        run("shellcheck", *self.scripts(), code=0)

    def test_every_script_explains_itself(self):
        for script in self.scripts():
            with self.subTest(script=script.name):
                done = run("bash", script, "--help", cwd=self.folder, code=0)
                self.assertGreater(len(done.stdout), 100)
                self.assertEqual(done.stderr, "")

    def without(self, *missing):
        """A PATH with all that is in /usr/bin and /bin, but these; an empty Slurm stands for what is not missing."""
        tools = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for tool in pathlib.Path("/usr/bin").iterdir():
            (tools / tool.name).symlink_to(tool)
        for tool in ("sbatch", "squeue", "scontrol", "mpirun"):
            (tools / tool).unlink(missing_ok=True)
            if tool not in missing:
                (tools / tool).write_text("#!/bin/sh\n")
                (tools / tool).chmod(0o755)
        return str(tools)

    def test_what_is_missing_is_named(self):
        (self.folder / "box.yaml").write_text(BOX.format(end=1, folder="out", every=0))
        (self.folder / "table.txt").write_text("contact.mu\n0.1\n")
        (self.folder / "references.json").write_text("[]")
        calls = {"run.slurm": ("box.yaml",), "sweep.slurm": ("box.yaml", "table.txt"), "scaling-strong.slurm": (), "scaling-weak.slurm": (),
                 **{study.name: () for study in SCRIPTS.glob("study-*.sh")}, "study-fclib.sh": ("--problems", ".")}
        no_slurm, no_mpi = self.without("sbatch"), self.without("mpirun")
        for name, args in calls.items():
            for environment, expected in (({"PATH": no_slurm, "TALUS_BINARY": TALUS}, "Slurm is missing: no sbatch"),
                                          ({"PATH": no_mpi, "TALUS_BINARY": TALUS}, "MPI is missing: no mpirun"),
                                          ({"PATH": no_mpi, "TALUS_BINARY": "/absent/talus"}, "no executable /absent/talus"),
                                          ({"PATH": no_mpi, "TALUS_BINARY": "/tmp"}, "no executable /tmp"),
                                          ({"TALUS_BINARY": TALUS, "PATH": no_mpi, "TALUS_MODULES": "x"}, "TALUS_MODULES is set")):
                if name.startswith("study-") and ("Slurm" in expected or "MODULES" in expected):
                    continue  # they run here
                with self.subTest(script=name, expected=expected):
                    done = run("bash", SCRIPTS / name, *args, cwd=self.folder, code=1, **environment)
                    self.assertIn(f"{pathlib.Path(name).stem}: error: ", done.stderr)
                    self.assertIn(expected, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1)
        done = run("bash", SCRIPTS / "local-slurm.sh", "up", "--folder", self.folder / "s", code=1, PATH=self.without("sbatch"))
        self.assertRegex(done.stderr, "is not installed: jobscripts/install-deps.sh --slurm")

    def test_starts_without_a_checkpoint_are_counted_over_restarts_of_a_job_and_anew_for_the_next(self):
        def start(job, restart, code):
            done = run("bash", "-c", IDLE_START.format(scripts=SCRIPTS), cwd=self.folder, code=code, SLURM_JOB_ID=job, SLURM_RESTART_COUNT=restart,
                       TALUS_RESTARTS="0")
            return done.stderr

        (self.folder / "out").mkdir()
        start("7", "0", code=0)
        self.assertIn("2 starts in a row wrote no new checkpoint", start("7", "1", code=1))
        start("8", "0", code=0)
        (self.folder / "out" / "checkpoint.h5").touch()
        start("8", "1", code=1)  # the checkpoint was there before this start
        start("9", "0", code=0)

    def test_tables_of_sweeps(self):
        (self.folder / "box.yaml").write_text(BOX.format(end=1, folder="out", every=0))
        for table, expected in (("contact.mu output.folder\n0.1 a\n", "output.folder is no column"), ("contact.mu\n0.1\n0.2\n0.1\n", "stands there twice: 0.1")):
            (self.folder / "table.txt").write_text(table)
            done = run("bash", SCRIPTS / "sweep.slurm", "box.yaml", "table.txt", cwd=self.folder, code=2, TALUS_BINARY=TALUS)
            self.assertIn(expected, done.stderr)

    def test_bad_usage(self):
        for name, *args in (("run.slurm",), ("run.slurm", "--fly"), ("run.slurm", "a.yaml", "b.yaml"), ("run.slurm", "a.yaml", "--set", "mu"),
                            ("run.slurm", "--next-tasks", "0", "a.yaml"), ("sweep.slurm", "a.yaml"), ("sweep.slurm", "a.yaml", "absent.txt"),
                            ("scaling-strong.slurm", "--ranks", "two"), ("scaling-weak.slurm", "--bodies", "-1"), ("local-slurm.sh",),
                            ("study-ranks.sh", "--ranks", "1 0"), ("study-balance.sh", "--end"), ("study-solvers.sh", "--.*", "1")):
            with self.subTest(script=name, args=args):
                done = run("bash", SCRIPTS / name, *args, cwd=self.folder, code=2, TALUS_BINARY=TALUS)
                self.assertIn("(see --help)", done.stderr)


class PlantedFaults(Case):
    def test_planted_faults_apply_to_the_sources(self):
        faults = sorted((SOURCE / "tests" / "mutants").glob("*.patch"))
        self.assertGreater(len(faults), 40)
        for fault in faults:
            with self.subTest(fault=fault.name):
                run("git", "apply", "--check", fault, cwd=SOURCE, code=0)
                self.assertEqual([line.partition(":")[0] for line in fault.read_text().splitlines()[:3]], ["what", "tests", "build"])


class SlurmCase(Case):
    """Cases with a Slurm of the class's own, which ends with the class, or with this process if that is killed."""

    @classmethod
    def setUpClass(cls):
        cls.slurm = pathlib.Path(tempfile.mkdtemp(prefix="talus-slurm-"))
        down = f'bash "{SCRIPTS}/local-slurm.sh" down --folder "{cls.slurm}"'
        guard = subprocess.Popen(["bash", "-c", f'while kill -0 {os.getpid()}; do sleep 1; done; {down}; rm -rf "{cls.slurm}"'],
                                 start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def clean():
            guard.kill()
            guard.wait()
            run("bash", "-c", down, code=0)
            shutil.rmtree(cls.slurm, ignore_errors=True)
        cls.addClassCleanup(clean)
        run("bash", SCRIPTS / "local-slurm.sh", "up", "--folder", cls.slurm, code=0)
        cls.environment = {"SLURM_CONF": str(cls.slurm / "slurm.conf"), "TALUS_BINARY": TALUS, "OMPI_MCA_odls_base_sigkill_timeout": "1"}

    patience = 2 * PATIENCE

    def setUp(self):
        super().setUp()
        self.out, self.job = self.folder / "out", self.folder / "out.job"
        self.addCleanup(self.cancel_all)

    def cancel_all(self):
        self.slurm_run("scancel", "--me", code=0)
        self.until(lambda: not self.queue(), "an empty queue")

    def slurm_run(self, *command, code=None, **environment):
        return run(*command, cwd=self.folder, code=code, **{**self.environment, **environment})

    def submit(self, name, *args, options="", code=0, **environment):
        """Calls the script and returns what it says; it submits itself."""
        return self.slurm_run("bash", SCRIPTS / f"{name}.slurm", *args, code=code, TALUS_SBATCH=options, **environment)

    def submit_run(self, *args, **how):
        return re.search(r"^run: job (\d+)$", self.submit("run", *args, "box.yaml", **how).stdout, re.M)[1]

    def queue(self, job=None):
        """States by job."""
        done = self.slurm_run("squeue", "--noheader", "--format", "%A %T")
        states = dict(line.split() for line in done.stdout.splitlines())
        return states if job is None else states.get(job, "")

    def until(self, condition, what):
        end = time.monotonic() + self.patience
        while not condition():
            if time.monotonic() > end:
                self.fail(f"no {what} after {self.patience} s\n{self.log()}")
            time.sleep(0.2)

    def log(self):
        texts = [f"{path.name}:\n{path.read_text()[-3000:]}" for path in sorted(self.folder.glob("*.out")) if path.is_file()]
        return "\n".join([f"queue: {self.queue()}", *texts])

    def deck(self, end, every=0):
        (self.folder / "box.yaml").write_text(BOX.format(end=end, folder="out", every=every))

    def rows_of_series(self):
        series = self.out / "series.csv"
        return series.read_text().count("\n") if series.exists() else 0

    def step_of(self, checkpoint):
        """-1 for one that is not there yet, or is replaced just now."""
        try:
            with h5py.File(checkpoint, "r") as file:
                return int(file.attrs["step"])
        except OSError:
            return -1

    def steps_saved(self):
        return self.step_of(self.out / "checkpoint.h5")

    def segments(self):
        path = self.job / "segments.csv"
        return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []

    def until_goes_beyond(self, step):
        self.until(lambda: self.steps_saved() > step, f"checkpoint after step {step}")

    def end_soon(self):
        """Gives the run, while it waits for its next start, an end 20 steps after its checkpoint, and returns that step."""
        while True:
            self.until(lambda: list(self.queue().values()) == ["PENDING"], "pending job")
            job, = self.queue()
            self.slurm_run("scontrol", "hold", job)
            if self.queue(job) == "PENDING":
                break
            self.slurm_run("scancel", "--batch", "--signal=USR1", job)
        end = self.steps_saved() + 20
        self.deck(end * STEP)
        self.slurm_run("scontrol", "release", job, code=0)
        return end

    def hash_uninterrupted(self, end, deck="box.yaml"):
        run(TALUS, "run", deck, "--quiet", "--set", f"time.end={end}", "--set", "output.folder=whole", "--set", "checkpoint.every=0",
            cwd=self.folder, code=0, patience=self.patience)
        return self.summary("whole")["state_hash"]

    def assert_complete(self, end):
        """At this step, with the bits of a run on one rank that nothing has stopped."""
        self.until(lambda: not self.queue(), "end of the last job")
        self.assertIn("run: complete: segments", self.log())
        self.assertIn("node-hours", (self.job / "summary.txt").read_text())
        self.assertEqual(self.summary("out")["status"], "done")
        self.assertEqual(self.summary("out")["state_hash"], self.hash_uninterrupted(end * STEP))

    def segmented(self, *args, segments, warning, options="", exits=("3",), **environment):
        """Under a limit of a minute, so many segments and another one, without a hand but for the deck's end."""
        self.deck(NEVER)
        self.submit_run(*args, options=f"--ntasks=2 --time=1 --signal={warning} {options}", **environment)
        self.until(lambda: len(self.segments()) >= segments, f"{segments} segments")
        end = self.end_soon()
        self.assertGreater(end, 20)
        self.assert_complete(end)
        self.assertLessEqual({row["exit"] for row in self.segments()[:-1]}, set(exits))
        self.assertGreater(len(self.segments()), segments)
        return self.segments()


class Life(SlurmCase):
    """Runs without an end, which cannot be over before what happens to them; the deck gets its end at last."""

    def test_killed_preempted_signalled_and_moved_ends_as_a_run_without_a_stop(self):
        self.deck(NEVER, every=5)
        job = self.submit_run("--next-tasks", "2 4", options="--ntasks=2")
        self.until_goes_beyond(0)

        refused = self.submit("run", "box.yaml", code=1)
        self.assertIn(f"out belongs to job {job}, which is RUNNING; nothing was touched", refused.stderr)
        second = self.slurm_run("sbatch", "--parsable", "--ntasks=1", SCRIPTS / "run.slurm", "box.yaml", code=0).stdout.strip()
        self.until(lambda: not self.queue(second), "end of the second submission")
        self.assertIn(f"out belongs to job {job}", (self.folder / f"talus-{second}.out").read_text())
        self.assertEqual(self.queue(job), "RUNNING")

        ranks = run("pgrep", "-f", f"^{TALUS} run box.yaml").stdout.split()
        ranks = [int(pid) for pid in ranks if pathlib.Path(f"/proc/{pid}/cwd").resolve() == self.folder.resolve()]
        self.assertEqual(len(ranks), 2)
        os.kill(ranks[1], signal.SIGKILL)
        self.until(lambda: len(self.segments()) == 1, "end of the killed segment")
        self.assertNotIn(self.segments()[0]["exit"], ("0", "2", "3"))
        self.until_goes_beyond(self.steps_saved())

        urgent = self.slurm_run("sbatch", "--parsable", "--partition=urgent", "--ntasks=63", "--wrap", "sleep 1", code=0).stdout.strip()
        self.until(lambda: not self.queue(urgent), "end of the urgent job")
        self.until(lambda: self.queue(job) == "RUNNING" and len(self.segments()) == 2, "start after preemption")
        self.assertEqual([row["restart"] for row in self.segments()], ["0", "0"])
        self.until_goes_beyond(self.steps_saved())

        self.slurm_run("scancel", "--batch", "--signal=USR1", job, code=0)
        self.assert_complete(self.end_soon())
        self.assertEqual([row["tasks"] for row in self.segments()][::len(self.segments()) - 1], ["2", "4"])
        self.assertEqual(self.summary("out")["ranks"], 4)

    def test_three_segments_on_two_then_four_tasks_end_as_a_run_without_a_stop(self):
        rows = self.segmented("--next-tasks", "4", segments=2, warning=AT_ONCE)
        self.assertEqual([row["tasks"] for row in rows][:3], ["2", "4", "4"])

    def test_usr2_to_all_writes_a_whole_checkpoint_and_stops(self):
        self.deck(NEVER)
        job = self.submit_run(options="--ntasks=2")
        self.until(lambda: self.rows_of_series() > 3, "rows of the series")
        self.slurm_run("scancel", "--full", "--signal=USR2", job, code=0)
        self.until(lambda: not self.queue(job), "end of the job")
        self.assertIn("stopped on request", self.log())
        self.assertEqual(self.summary("out")["status"], "stopped")
        self.assertEqual(self.summary("out")["steps"], self.steps_saved())
        self.talus("info", "--verify", "out/checkpoint.h5")
        end = self.steps_saved() + 20
        self.deck(end * STEP)
        self.submit_run("--chain", options="--ntasks=1")  # a job that has ended holds no lock
        self.assert_complete(end)

    def test_stops_after_starts_without_progress(self):
        self.deck(NEVER)
        failing = self.folder / "failing"
        failing.write_text(f'#!/bin/sh\n[ "$1" = run ] && exit 77\nexec {TALUS} "$@"\n')
        failing.chmod(0o755)
        job = self.submit_run("--patience", "2", options="--ntasks=1", TALUS_BINARY=str(failing))
        self.until(lambda: not self.queue(job), "end of the job")
        self.assertIn("2 starts in a row wrote no new checkpoint", self.log())
        self.assertEqual([row["exit"] for row in self.segments()], ["77", "77"])

    def test_another_slurm_goes_and_leaves_this_one_alone(self):
        job = self.slurm_run("sbatch", "--parsable", "--wrap", "sleep 1000", code=0).stdout.strip()
        other = self.folder / "other"
        self.slurm_run("bash", SCRIPTS / "local-slurm.sh", "up", "--folder", other, code=0)
        elsewhere = {"SLURM_CONF": str(other / "slurm.conf")}
        self.slurm_run("sbatch", "--wrap", "sleep 1000", code=0, **elsewhere)
        pids = [int((other / f"{daemon}.pid").read_text()) for daemon in ("munged", "slurmctld", "slurmd")]
        self.slurm_run("bash", SCRIPTS / "local-slurm.sh", "down", "--folder", other, code=0)
        self.assertEqual([pid for pid in pids if pathlib.Path(f"/proc/{pid}/exe").exists()], [])
        self.assertNotEqual(self.slurm_run("squeue", **elsewhere).returncode, 0)
        self.until(lambda: self.queue(job) == "RUNNING", "job of this one")


class StudyCase(SlurmCase):
    """Small ones; the rows and figures against the runs' own files."""

    def figures(self, folder, name):
        with open(self.folder / folder / name) as file:
            return list(csv.DictReader(file))

    def scaling(self, kind, ranks, bodies, repeats, here=False, patience=None):
        self.patience = patience or self.patience
        args = (f"scaling-{kind}", "--folder", "study", "--ranks", " ".join(map(str, ranks)), "--bodies", bodies, "--repeats", repeats)
        if here:
            self.submit(*args, "--here")
        else:
            self.submit(*args)
            self.assertIn("belongs to job", self.submit(*args, code=1).stderr)
            self.until(lambda: not self.queue(), "end of the study")
        rows = self.figures("study", "scaling.csv")
        self.assertEqual([int(row["ranks"]) for row in rows], ranks, self.log())
        self.assertEqual([int(row["bodies"]) for row in rows], [bodies * (p if kind == "weak" else 1) for p in ranks])
        self.assertEqual({row["repetitions"] for row in rows}, {str(repeats)})
        self.assertEqual(float(rows[0]["efficiency of a sweep"]), 1)
        self.assertEqual([float(row["messages per sweep"]) > 0 for row in rows], [p > 1 for p in ranks])
        self.assertGreater((self.folder / "study" / "scaling.png").stat().st_size, 10000)
        return rows


class Studies(StudyCase):
    def test_sweep_of_eight_runs_again_only_the_two_that_failed(self):
        values, failing = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], [2, 5]
        self.deck(20 * STEP)
        (self.folder / "table.txt").write_text("contact.mu contact.rho  # two keys\n" + "".join(f"{v} 0.001\n" for v in values))
        cases = [self.folder / "study" / f"contact.mu={v}_contact.rho=0.001" for v in values]
        (self.folder / "study").mkdir()
        for i in failing:
            cases[i].write_text("a file where a folder is to be")
        call = ("sweep", "--folder", "study", "box.yaml", "table.txt")
        options = "--ntasks=1"
        said = self.submit(*call, options=options).stdout
        self.assertIn(f"rows {' '.join(str(i + 1) for i in range(len(values)))} of", said)
        self.assertIn("the study in study belongs to job", self.submit(*call, options=options, code=1).stderr)
        self.until(lambda: not self.queue(), "end of the study")
        rows = self.figures("study", "sweep.csv")
        self.assertEqual([i for i, row in enumerate(rows) if row["status"] != "done"], failing, self.log())
        stamps = {i: (cases[i] / "summary.json").stat().st_mtime_ns for i in range(len(cases)) if i not in failing}
        for i in failing:
            cases[i].unlink()
        self.assertIn(f"rows {' '.join(str(i + 1) for i in failing)} of", self.submit(*call, options=options).stdout)
        self.until(lambda: not self.queue(), "end of the study")
        self.assertEqual(stamps, {i: (cases[i] / "summary.json").stat().st_mtime_ns for i in stamps})
        rows = self.figures("study", "sweep.csv")
        self.assertEqual([row["contact.mu"] for row in rows], [str(v) for v in values])
        for row, case in zip(rows, cases, strict=True):
            summary = json.loads((case / "summary.json").read_text())
            self.assertEqual((row["status"], row["state_hash"], int(row["steps"])), ("done", summary["state_hash"], 20))
        self.assertIn("rows are complete", self.submit(*call, options=options).stdout)
        self.talus("run", "box.yaml", "--quiet", "--set", "contact.mu=0.1", "--set", "output.folder=alone")
        self.assertEqual(rows[0]["state_hash"], self.summary("alone")["state_hash"])
        self.assertEqual(len({row["state_hash"] for row in rows}), len(rows))

    def test_strong_scaling_ends_with_its_plot(self):
        self.scaling("strong", [1, 2], 200, 1)

    def test_weak_scaling_here_ends_with_its_plot(self):
        self.scaling("weak", [1, 2], 100, 1, here=True)


class LongLife(SlurmCase):
    patience = 2400

    def test_three_segments_of_a_minute(self):
        self.assertEqual(len({row["job"] for row in self.segmented(segments=2, warning="B:USR1@15")}), 1)

    def test_three_segments_of_a_minute_by_srun(self):
        self.segmented("--next-tasks", "4", segments=2, warning="B:USR1@15", TALUS_LAUNCHER="srun")
        self.assertIn("4 ranks by srun", self.log())

    def test_a_chain_of_jobs(self):
        rows = self.segmented("--chain", segments=2, warning="B:USR1@15", options="--begin=now+5")
        self.assertGreaterEqual(len({row["job"] for row in rows}), 3)

    def test_a_limit_that_comes_without_a_warning(self):
        """Ranks write their checkpoint in the seconds that Slurm leaves a job then (KillWait). mpirun may end after these, or with
        the 1 of a step that was killed: both go on from the checkpoint."""
        rows = self.segmented(segments=1, warning="B:URG@15", options="--begin=now+30", exits=("3", "killed", "1"),
                              OMPI_MCA_odls_base_sigkill_timeout="10")
        self.assertGreaterEqual(len({row["job"] for row in rows}), 2)

    def test_stops_after_requeues_without_progress(self):
        self.deck(NEVER)
        idle = self.folder / "idle"
        idle.write_text(IDLE)
        idle.chmod(0o755)
        job = self.submit_run("--patience", "2", options=f"--ntasks=1 --time=1 --signal={AT_ONCE}", TALUS_BINARY=str(idle))
        self.until(lambda: not self.queue(job), "end of the job")
        self.assertIn("2 starts in a row wrote no new checkpoint", self.log())
        self.assertEqual([(row["restart"], row["exit"]) for row in self.segments()], [("0", "3"), ("1", "3")])

    def test_twenty_requeues(self):
        self.assertGreaterEqual(int(self.segmented(segments=20, warning=AT_ONCE)[-1]["restart"]), 20)


class LongStudies(StudyCase):
    def test_strong_scaling_to_64_ranks(self):
        rows = self.scaling("strong", [1, 2, 8, 64], 2000, 1, patience=1500)
        self.assertEqual(len({row["contacts"] for row in rows}), 1)

    def test_weak_scaling(self):
        self.scaling("weak", [1, 2, 4], 500, 2, patience=900)

    def test_piles_are_steeper_the_more_rolling_friction_holds_them(self):
        """The example: figures 12 and 13 of Tasora and Anitescu, on a fifth of the grains."""
        self.patience = 1800
        shutil.copy(SOURCE / "input/pile-small.yaml", self.folder)
        self.submit("sweep", "--folder", "study", "pile-small.yaml", SOURCE / "input/repose.txt", options="--ntasks=1")
        self.until(lambda: not self.queue(), "end of the study")
        rows = self.figures("study", "sweep.csv")
        self.assertEqual({row["status"] for row in rows}, {"done"}, self.log())
        self.assertEqual([float(row["contact.rho"]) for row in rows], [0, 0.001, 0.002, 0.003, 0.004, 0.006, 0.008, 0.01])
        angles = [float(row["angle [deg]"]) for row in rows]
        self.assertLess(angles[0], 5)  # it runs flat
        self.assertEqual(angles[:5], sorted(set(angles[:5])))
        self.assertGreater(min(angles[5:]), 30)
        self.assertGreater((self.folder / "study" / "repose.png").stat().st_size, 10000)


def run_at_once(group):
    """The tests of a group, each a process with a Slurm of its own, since they mostly wait. Returns an exit code."""
    names = unittest.defaultTestLoader.getTestCaseNames(globals()[group])
    tests = [subprocess.Popen([sys.executable, __file__, "-v", f"{group}.{name}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True) for name in names]
    for test in tests:
        print(test.communicate()[0], flush=True)
    return 1 if any(test.returncode for test in tests) else 0


if __name__ == "__main__":
    group = sys.argv[1] if len(sys.argv) == 2 else ""
    if not issubclass(globals().get(group, Case), SlurmCase):
        unittest.main()
    if not have_slurm():
        print("skipped: Slurm and munge are not installed (jobscripts/install-deps.sh --slurm)")
        sys.exit(SKIPPED)
    sys.exit(run_at_once(group))
