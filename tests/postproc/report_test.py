#!/usr/bin/python3
"""The report of a run: its size, what it asks of a network, text from decks, and frames compared with the files of the run; in
headless Chromium also that it opens, plays and picks.

One class a group; CTest runs each as postproc.report.<group>. Without Chromium the group Browser skips, exit code 77.
"""

import hashlib
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import browser
import h5py
import numpy
from command import SOURCE, Case

sys.path.insert(0, str(SOURCE / "postproc"))
import talus
from talus import quantised, report

VIEWER = SOURCE / "postproc" / "viewer"
NAUGHTY = "</script>"


class Reader(html.parser.HTMLParser):
    """Texts of scripts by their ids, values of the cells that name a key, addresses, and all other text."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.cells, self.addresses, self.text, self._open = {}, {}, [], "", None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.addresses += [value for name, value in attributes if name in ("src", "href") and not value.startswith("#")]
        if "data-key" in given:
            self.cells.setdefault(given["data-key"], []).append(json.loads(given["data-value"]))
        if tag in ("script", "style"):
            self._open = given.get("id", tag)
            self.scripts[self._open] = ""

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self._open = None

    def handle_data(self, data):
        if self._open:
            self.scripts[self._open] += data
        else:
            self.text += data


class ReportCase(Case):
    """A run of bodies of all shapes, whose deck in the checkpoint then has a name that would end a script."""

    made = None  # the folder of the run, once per process

    def setUp(self):
        super().setUp()
        if not ReportCase.made:
            (self.folder / "input").symlink_to(SOURCE / "input")
            self.talus("run", "input/mixed.yaml", "--quiet", "--set", "time.end=0.24", "--set", "output.folder=out",
                       "--set", "output.every=0.04", "--set", "output.contacts=true", ranks=2)
            self.rename_bodies(self.folder / "out" / "checkpoint.h5")
            self.assertEqual(self.report(self.folder / "out").stderr, "")
            ReportCase.made = tempfile.TemporaryDirectory(prefix="talus-test-")
            shutil.copytree(self.folder / "out", ReportCase.made.name, dirs_exist_ok=True)
        self.out = self.folder / "copy"
        shutil.copytree(ReportCase.made.name, self.out)
        self.run_, self.path = talus.open(self.out), self.out / "report.html"
        self.text = self.path.read_text()
        self.page = Reader(self.text)

    def rename_bodies(self, path):
        with h5py.File(path, "r+") as file:
            deck = bytes(file["deck"][:]).decode()
            named = re.sub(r'(- )name: ""', rf'\1name: "{NAUGHTY}"', deck)
            self.assertNotEqual(named, deck)
            del file["deck"]
            file["deck"] = numpy.frombuffer(named.encode(), dtype=numpy.int8)

    def report(self, folder, *options, code=0):
        command = [sys.executable, str(SOURCE / "postproc" / "report.py"), str(folder), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done)
        return done


class Page(ReportCase):
    def decoded(self):
        frames = json.loads(self.page.scripts["data-frames"])
        fields = quantised.fields_of(frames, {name.removeprefix("blob-"): text for name, text in self.page.scripts.items()})
        places = numpy.array(frames["box"]["low"]) + fields["position"] * frames["box"]["step"]
        return frames, places, quantised.orientations(fields["orientation"]), fields

    def test_frames_equal_the_files_within_the_stated_quantisation(self):
        frames, places, turns, one = self.decoded()
        self.assertEqual(frames["times"], list(self.run_.frames.times))
        for row, frame in enumerate(self.run_.frames):
            half = numpy.array(frames["box"]["step"]) / 2
            self.assertTrue((numpy.abs(places[row] - frame["position"]) <= half * 1.001).all())
            dots = numpy.abs((turns[row] * frame["orientation"][frames["turned"]]).sum(axis=1)).clip(0, 1)
            self.assertLess(numpy.degrees(2 * numpy.arccos(dots)).max(), 0.07)
            for name, exact in (("speed", numpy.linalg.norm(frame["velocity"], axis=1)), ("force", frame["normal_load"])):
                numpy.testing.assert_allclose(one[name][row] / 65535 * frames["largest"][name], exact, atol=frames["largest"][name] / 131000)
            self.assertTrue((one["rank"][row] == frame["rank"] + 1).all())
        stated = re.search(r"within ±(\S+) × (\S+) × (\S+) mm", self.page.text).groups()
        numpy.testing.assert_allclose(numpy.array(stated, dtype=float), 500 * numpy.array(frames["box"]["step"]), rtol=5e-3)

    def test_numbers_equal_the_summary_and_warnings_name_its_faults(self):
        summary = json.loads((self.out / "summary.json").read_text())
        for key, values in self.page.cells.items():
            exact = summary
            for part in key.split("/"):
                exact = exact[part]
            self.assertEqual(values, [exact] * len(values), key)
        self.assertLessEqual({"status", "state_hash", "ranks", "steps", "residual_max", "seconds_by_phase/solve", "missed_steps"}, set(self.page.cells))

    def test_the_log_tells_the_program_and_its_warnings_and_failures(self):
        version = self.talus("--version").out.strip()
        self.assertIn(version, self.page.text)
        log = self.out / "log.jsonl"
        log.write_text(log.read_text() + json.dumps({"event": "warning", "clock": 0, "step": 7, "text": NAUGHTY}) + '\n{"event": "warn')
        self.report(self.out)
        self.assertIn(f"The run warned at step 7: {NAUGHTY}", Reader(self.path.read_text()).text)
        (self.out / "summary.json").unlink()
        with open(log, "a") as lines:
            lines.write('\n' + json.dumps({"event": "end", "clock": 0, "status": "failed", "text": f"step 9: {NAUGHTY}"}) + "\n")
        self.report(self.out)
        page = Reader(self.path.read_text())
        self.assertIn(f"The run failed: step 9: {NAUGHTY}.", page.text)
        self.assertEqual(page.cells["steps"], [240])

    def test_a_run_writes_its_report_at_its_end(self):
        """Also under mpirun, whose environment the script does not see; one that cannot be made ends no run."""
        (self.folder / "deck.yaml").write_text("time: {step: 0.005, end: 0.05}\noutput: {folder: out, report: true}\nbodies: {list: [{radius: 0.1, position: [0, 0, 1]}]}\n")
        for ranks in (0, 2):
            self.talus("run", "deck.yaml", "--set", f"output.folder=out{ranks}", ranks=ranks)
            page = Reader((self.folder / f"out{ranks}" / "report.html").read_text())
            self.assertEqual((page.cells["status"][0], page.cells["ranks"][0]), ("done", max(ranks, 1)))
        result = self.talus("run", "deck.yaml", "--quiet", prefix=("env", "PYTHONHOME=/nowhere"))
        self.assertRegex(result.warnings[0], r"no report: .*report.py failed, see above")

    def test_text_of_decks_is_text_and_no_address_is_asked(self):
        self.assertIn(f"bodies.list[0].name: {NAUGHTY}", self.page.text)
        self.assertEqual(json.loads(self.page.scripts["data-names"])["bodies"]["6"], NAUGHTY)
        self.assertEqual((self.page.addresses, "http://" in self.text, "https://" in self.text), ([], False, False))
        self.assertIn("default-src 'none'", self.text)

    def test_fewer_frames_are_the_first_the_last_and_some_between(self):
        self.report(self.out, "--frames", "3")
        page = Reader(self.path.read_text())
        self.assertEqual(json.loads(page.scripts["data-frames"])["times"], list(self.run_.frames.times[[0, 3, 6]]))
        self.assertIn("The page shows 3 of the 7 frames in the files.", page.text)

    def test_frames_that_do_not_fit_are_left_out(self):
        whole = quantised.Bodies(self.run_.frames, range(7)).encoded(self.run_.frames.shapes)[1]
        with unittest.mock.patch.object(quantised, "MOST_BYTES", int(0.8 * sum(map(len, whole.values())))):
            table, _ = quantised.frames_of(self.run_)
        self.assertLess(len(table["times"]), 7)
        self.assertGreater(len(table["times"]), 2)
        self.assertEqual((table["written"], table["times"][-1]), (7, self.run_.frames.times[-1]))

    def test_a_run_that_was_killed(self):
        """Before its first checkpoint: frames, series and the deck are there."""
        contacts = self.run_.summary["contacts"]
        for name in ("summary.json", "checkpoint.h5"):
            (self.out / name).unlink()
        self.report(self.out)
        page = Reader(self.path.read_text())
        self.assertIn("The run wrote no summary", page.text)
        self.assertIn("bodies.list[0].name: \n", page.text)
        self.assertEqual({name: values[0] for name, values in page.cells.items() if name != "status"},
                         {"time": 0.24, "steps": 240, "bodies": 9, "contacts": contacts})
        self.assertEqual(json.loads(page.scripts["data-frames"])["written"], 7)

    def test_a_folder_without_frames(self):
        (self.out / "trajectory.h5").unlink()
        self.report(self.out)
        page = Reader(self.path.read_text())
        self.assertIn("The run wrote no frames", page.text)
        self.assertNotIn("data-frames", page.scripts)
        (self.out / "checkpoint.h5").unlink()
        complaint = self.report(self.out, code=2).stderr
        self.assertEqual((complaint.count("\n"), "neither checkpoint.h5 nor trajectory.h5" in complaint), (1, True), complaint)


class Packed(unittest.TestCase):
    """The numbers of frames without a run: inverse operations, sizes, and the bundle."""

    def test_unpack_is_the_inverse_of_pack(self):
        values = numpy.random.default_rng(1).integers(0, 65536, (7, 3, 50)).astype(numpy.uint16)
        values[:2] = [[[0]], [[65535]]]
        for order in (0, 1, 2):
            self.assertTrue((quantised.unpack(quantised.pack(values, order), values.shape, order) == values).all(), order)

    def test_ten_thousand_bodies_and_two_hundred_frames_stay_below_30_megabytes(self):
        """Boxes that fly, turn and collide: measured on 1/40 of them."""
        random, bodies, frames, step = numpy.random.default_rng(2), 250, 200, 0.01
        position, velocity = random.random((bodies, 3)), random.normal(0, 1, (bodies, 3))
        turn, spin = random.normal(0, 1, (bodies, 4)), random.normal(0, 5, (bodies, 4))
        table = []
        for _ in range(frames):
            velocity[:, 2] -= 9.81 * step
            hit = random.random(bodies) < 0.2  # in a frame
            velocity[hit] = random.normal(0, 1, (hit.sum(), 3))
            position, turn = (position + step * velocity) % 2, turn + step * spin
            table.append({"id": numpy.arange(bodies), "position": position, "velocity": velocity.copy(), "radius": numpy.full(bodies, 0.02),
                          "orientation": turn / numpy.linalg.norm(turn, axis=1)[:, None], "normal_load": random.exponential(1, bodies),
                          "rank": numpy.arange(bodies) % 4, "shape": numpy.zeros(bodies, dtype=int), "material": numpy.zeros(bodies, dtype=int)})
        blobs = quantised.Bodies(table, range(frames)).encoded({"kind": numpy.array([2])})[1]
        rest = len((VIEWER / "viewer.js").read_bytes())
        self.assertLess(40 * sum(map(len, blobs.values())) + rest, 30e6)

    def test_frames_in_blocks_are_those_in_one(self):
        random, count = numpy.random.default_rng(4), 2 * quantised.BLOCK + 1
        table = [{"id": numpy.arange(3), "position": random.random((3, 3)), "velocity": random.random((3, 3)), "radius": numpy.ones(3),
                  "orientation": numpy.tile([0.0, 0, 0, 1], (3, 1)), "normal_load": random.random(3), "rank": random.integers(4, size=3),
                  "shape": numpy.zeros(3, dtype=int), "material": numpy.zeros(3, dtype=int)} for _ in range(count)]
        decoded = []
        for block in (quantised.BLOCK, count):
            with unittest.mock.patch.object(quantised, "BLOCK", block):
                described, blobs = quantised.Bodies(table, range(count)).encoded({"kind": numpy.array([2])})
            self.assertEqual(sum(name.startswith("frames-") for name in blobs), -(-count // block))
            decoded.append(quantised.fields_of({**described, "times": range(count)}, blobs))
        for name, values in decoded[0].items():
            numpy.testing.assert_array_equal(values, decoded[1][name], name)
        numpy.testing.assert_array_equal(decoded[0]["rank"], [frame["rank"] + 1 for frame in table])

    def test_bodies_that_come_and_go(self):
        """Of bodies 3, 5 and 9 two are there in each of three frames; 5 is a box."""
        def frame(ids, x):
            count = len(ids)
            return {"id": numpy.array(ids), "position": numpy.array([[x, i, 0.0] for i in ids]), "velocity": numpy.full((count, 3), 2.0),
                    "radius": numpy.array(ids) / 10, "orientation": numpy.tile([0, 0, 1.0, 0], (count, 1)), "normal_load": numpy.array(ids, dtype=float),
                    "rank": numpy.array(ids), "shape": (numpy.array(ids) == 5).astype(int), "material": numpy.zeros(count, dtype=int)}
        table, blobs = quantised.Bodies([frame([3, 5], 0), frame([5, 9], 1), frame([3, 9], 2)], range(3)).encoded({"kind": numpy.array([0, 2])})
        self.assertEqual((table["bodies"], table["turned"], table["largest"]["force"]), (3, [1], 9))
        fields = quantised.fields_of({**table, "times": range(3)}, blobs)
        there = fields["rank"]
        numpy.testing.assert_array_equal(there, [[4, 6, 0], [0, 6, 10], [4, 0, 10]])
        places = table["box"]["low"] + fields["position"] * table["box"]["step"]
        exact = numpy.array([[[x, i, 0] for i in (3, 5, 9)] for x in range(3)])
        numpy.testing.assert_allclose(places[there > 0], exact[there > 0], atol=1e-4)
        numpy.testing.assert_allclose(fields["force"] / 65535 * 9, [[3, 5, 0], [0, 5, 9], [3, 0, 9]], atol=1e-4)

    def test_plots_of_long_runs_keep_their_peaks(self):
        time = numpy.arange(50_001) * 0.1
        wave = numpy.sin(time)
        wave[[777, 40_000]] = 5, -7
        thin = report.thinned({"time": time, "wave": wave})
        self.assertLessEqual(len(thin["time"]), 4000)
        self.assertEqual((thin["wave"].max(), thin["wave"].min(), thin["time"].min(), thin["time"].max()), (5, -7, 0, time[-1]))

    def test_the_bundle_is_of_these_sources_and_small(self):
        parts = [VIEWER / "package-lock.json", *sorted((VIEWER / "src").glob("*.js"))]
        digest = hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:16]
        self.assertIn(f"build.sh of {digest},", (VIEWER / "viewer.js").read_text()[:200])
        self.assertLess((VIEWER / "viewer.js").stat().st_size, 700_000)
        self.assertIn("MIT License", (VIEWER / "LICENSE-three.txt").read_text())


class Browser(ReportCase):
    def setUp(self):
        super().setUp()
        self.browser = browser.Page(self.folder / "profile")
        self.addCleanup(self.browser.close)
        self.browser.open(self.path)

    def test_opens_plays_and_picks(self):
        script, find, text = self.browser.script, self.browser.find, self.browser.text

        # The page's own decoder, against the files.
        decoded = script("""const f = talus.viewer.frames, all = [];
            for (let t = 0; t < f.count; ++t) for (let b = 0; b < f.bodies; ++b)
              all.push([...f.place(t, b), ...f.turn(t, b), f.value('speed', t, b), f.value('force', t, b), f.rankOf(t, b), f.id[b]]);
            return [all, f.box.step, f.largest, [...f.wallPose(0, 1)]];""")
        table, step, largest, wall = numpy.array(decoded[0]), numpy.array(decoded[1]), decoded[2], decoded[3]
        stack = lambda values: numpy.concatenate([values(frame) for frame in self.run_.frames])
        self.assertTrue((numpy.abs(table[:, :3] - stack(lambda f: f["position"])) <= 0.501 * step).all())
        dots = numpy.abs((table[:, 3:7] * stack(lambda f: f["orientation"])).sum(axis=1)).clip(0, 1)
        turned = stack(lambda f: f["shape"]) != self.run_.frames[0]["shape"][-1]  # the last one is a sphere
        self.assertLess(numpy.degrees(2 * numpy.arccos(dots[turned])).max(), 0.07)
        numpy.testing.assert_allclose(table[:, 7], stack(lambda f: numpy.linalg.norm(f["velocity"], axis=1)), atol=largest["speed"] / 131000)
        numpy.testing.assert_allclose(table[:, 8], stack(lambda f: f["normal_load"]), atol=largest["force"] / 131000)
        numpy.testing.assert_array_equal(table[:, 9:], stack(lambda f: numpy.stack([f["rank"], f["id"]], axis=1)))
        numpy.testing.assert_allclose(wall[:3], self.run_.frames[0].walls["position"][1], rtol=1e-6)
        floor = script("return [...talus.viewer.scene.walls[0].position]")  # its nearest point to the middle of all bodies
        numpy.testing.assert_allclose(floor[2], self.run_.frames[0].walls["position"][0][2], atol=1e-6)
        chains = script("const f = talus.viewer.frames, all = []; return f.needChains().then(() => { f.chains(6, (a, b, force) => all.push(force)); return all; })")
        numpy.testing.assert_allclose(sorted(chains), sorted(self.run_.contacts[-1]["normal_force"]), atol=1e-3 * max(chains))

        # The picture shows more than one colour, and another one in another frame.
        seen = lambda: script("talus.viewer.scene.render(1); return talus.viewer.scene.canvas.toDataURL()")
        self.assertGreater(self.browser.colours(), 100)
        last = seen()
        script("talus.viewer.go(0)")
        self.assertNotEqual(seen(), last)

        self.assertEqual([find(name).is_displayed() for name in ("chains", "picked", "no-webgl")], [True, False, False])

        # Play goes to the end and stops there.
        find("play").click()
        self.browser.wait(lambda: text("play") == "Play" and find("frame").get_property("value") == "6")

        # Keys change the frame, and the range of time of all plots.
        from selenium.webdriver.common.keys import Keys
        find("canvas").send_keys(Keys.ARROW_LEFT)
        self.assertEqual(find("frame").get_property("value"), "5")
        find("canvas").send_keys(Keys.END)
        whole = script("return talus.plots.range")
        self.browser.browser.find_element("css selector", ".drawing").send_keys("+")
        numpy.testing.assert_allclose(script("return talus.plots.range"), numpy.mean(whole) + numpy.array([-0.25, 0.25]) * (whole[1] - whole[0]))

        # A click on the canvas where a body is, from above; its name is text.
        at = script("""const s = talus.viewer.scene, f = talus.viewer.frames; document.querySelector('[data-view=z]').click();
            s.canvas.scrollIntoView(); s.render(1);
            const spot = s.controls.target.clone().fromArray(f.place(6, 8)).project(s.camera), box = s.canvas.getBoundingClientRect();
            return [box.x + (spot.x + 1) / 2 * box.width, box.y + (1 - spot.y) / 2 * box.height]""")
        from selenium.webdriver.common.actions.action_builder import ActionBuilder
        actions = ActionBuilder(self.browser.browser)
        actions.pointer_action.move_to_location(round(at[0]), round(at[1])).click()
        actions.perform()
        state = self.run_.frames[-1]
        picked = numpy.nonzero(state["id"] == int(text("picked-id")))[0][0]
        self.assertLess(numpy.linalg.norm(state["position"][picked, :2] - state["position"][8, :2]), state["radius"][picked])
        self.assertEqual(text("picked-name"), NAUGHTY)
        self.assertAlmostEqual(float(text("picked-radius").split()[0]), state["radius"][picked], delta=1e-3 * state["radius"][picked])
        self.assertAlmostEqual(float(text("picked-speed").split()[0]), numpy.linalg.norm(state["velocity"][picked]), delta=2e-4 * largest["speed"] + 1e-3)

        # Numbers in the page are the summary's; nothing complained; nothing was asked for except the file itself.
        for cell in script("return [...document.querySelectorAll('[data-key]')].map(e => [e.dataset.key, e.textContent])"):
            value = self.run_.summary
            for part in cell[0].split("/"):
                value = value[part]
            if isinstance(value, float) and "peak" not in cell[0]:
                self.assertAlmostEqual(float(cell[1].split(" ")[0].replace("\u202f", "")), value, delta=1e-3 * abs(value) + 1e-300, msg=cell)
        self.assertEqual((self.browser.complaints(), self.browser.asked()), ([], set()))


if __name__ == "__main__":
    if "Browser" in sys.argv[1:] and not browser.EXISTS:
        print(browser.MISSING)
        sys.exit(77)
    unittest.main(verbosity=2)
