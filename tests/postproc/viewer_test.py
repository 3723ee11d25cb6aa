#!/usr/bin/python3
"""Reports of shipped decks in headless Chromium: what the page decodes and draws, compared with the files of the run and with the
page's own picking; what a keyboard, a screen reader and both themes need.

CTest runs it as postproc.viewer.Decks; without Chromium it skips, exit code 77.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import browser
import h5py
import numpy
from command import SOURCE, Case

sys.path.insert(0, str(SOURCE / "postproc"))
import talus
from talus import report

DECKS = {
    "pile-small": ("bodies.count=150", "time.end=0.5", "output.every=0.02", "output.contacts=true"),
    "rover": ("bodies.count=100", "time.end=0.04", "output.every=0.01"),
    "guideway": ("time.end=0.003", "output.every=0.001"),
    "conveyor": ("feed.rate=100", "time.end=0.6", "output.every=0.1"),
}
SAMPLES = 1000
LARGEST = 30_000_000  # bytes of a page


def luminance(colour):
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    """Of two colours #rrggbb, as WCAG 2 defines it."""
    light, dark = sorted((luminance([int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]) for colour in (a, b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class OneFrame(list):
    """In the place of a run's frames: one, whose fields and table of shapes are given, with the walls of the run's first frame."""

    def __init__(self, run, fields):
        class Frame(dict):
            walls = run.frames[0].walls
        super().__init__([Frame(fields)])
        self.times, self.steps, self.counts, self.shapes = numpy.zeros(1), numpy.zeros(1, dtype=int), numpy.array([len(fields["id"])]), run.frames.shapes


class Decks(Case):
    @classmethod
    def setUpClass(cls):
        profile = tempfile.TemporaryDirectory(prefix="talus-test-", ignore_cleanup_errors=True)
        cls.addClassCleanup(profile.cleanup)
        cls.page = browser.Page(profile.name)
        cls.addClassCleanup(cls.page.close)

    def shown(self, deck):
        sets = [word for setting in DECKS[deck] for word in ("--set", setting)]
        self.talus("run", SOURCE / "input" / f"{deck}.yaml", "--quiet", "--set", "output.folder=out", *sets, ranks=2)
        subprocess.run([SOURCE / "postproc" / "report.py", "out"], cwd=self.folder, check=True, capture_output=True)
        self.run_ = talus.open(self.folder / "out")
        path = self.folder / "out" / "report.html"
        self.assertLess(path.stat().st_size, LARGEST)
        self.page.open(path)

    def check(self, deck):
        self.shown(deck)
        self.check_numbers()
        self.check_bodies()
        self.check_picture()
        self.check_names()
        self.assertEqual((self.page.complaints(), self.page.asked()), ([], set()))

    def check_numbers(self):
        for key, exact in self.page.script("return [...document.querySelectorAll('[data-key]')].map(e => [e.dataset.key, e.dataset.value])"):
            value = self.run_.summary
            for part in key.split("/"):
                value = value[part]
            self.assertEqual(json.loads(exact), value, key)

    def check_bodies(self):
        """Random bodies of random frames, within half a step of the quantisation."""
        frames, random = self.run_.frames, numpy.random.default_rng(3)
        step, largest, ids = self.page.script("const f = talus.viewer.frames; return [f.box.step, f.largest.speed, [...f.id]]")
        chosen = [(int(t), int(random.integers(frames[int(t)].count))) for t in random.integers(len(frames), size=SAMPLES) if frames[int(t)].count]
        self.assertGreater(len(chosen), SAMPLES // 2)
        columns = [[t, ids.index(frames[t]["id"][row])] for t, row in chosen]
        seen = numpy.array(self.page.script("""const f = talus.viewer.frames;
            return arguments[0].map(([t, b]) => [...f.place(t, b), ...f.turn(t, b), f.value('speed', t, b), f.rankOf(t, b), +f.there(t, b)])""", columns))
        exact = lambda name: numpy.array([frames[t][name][row] for t, row in chosen])
        self.assertTrue((numpy.abs(seen[:, :3] - exact("position")) <= 0.501 * numpy.array(step)).all())
        numpy.testing.assert_allclose(seen[:, 7], numpy.linalg.norm(exact("velocity"), axis=1), atol=largest / 131000)
        numpy.testing.assert_array_equal(seen[:, 8:], numpy.column_stack([exact("rank"), numpy.ones(len(chosen))]))
        turned = frames.shapes["kind"][exact("shape")] != talus.shapes.SPHERE
        dots = numpy.abs((seen[:, 3:7] * exact("orientation")).sum(axis=1)).clip(0, 1)
        self.assertLess(numpy.degrees(2 * numpy.arccos(dots[turned])).max(initial=0), 0.07)

    def check_picture(self):
        """Without walls, what is drawn at a point of the canvas is paper exactly where a click there picks no body."""
        drawn, picked = self.page.script("""const v = talus.viewer, s = v.scene, c = s.canvas, all = [[], []];
            s.wallGroup.visible = false;
            s.render(1);
            const d = document.createElement('canvas').getContext('2d');
            [d.canvas.width, d.canvas.height] = [c.width, c.height];
            d.drawImage(c, 0, 0);
            const pixels = d.getImageData(0, 0, c.width, c.height).data;
            const box = c.getBoundingClientRect(), paper = s.paper.map(p => Math.round(255 * p));
            for (let i = 1; i < 40; ++i) for (let j = 1; j < 30; ++j) {
              const x = i / 40, y = j / 30, at = 4 * (Math.floor(y * c.height) * c.width + Math.floor(x * c.width));
              all[0].push(paper.some((p, k) => Math.abs(p - pixels[at + k]) > 1));
              all[1].push(s.pick(box.x + x * box.width, box.y + y * box.height) >= 0);
            }
            s.wallGroup.visible = true;
            return all""")
        self.assertGreater(sum(picked), 5)
        self.assertLess(numpy.not_equal(drawn, picked).mean(), 0.02)  # outlines fall between points and pixels

    def check_names(self):
        """Whatever takes the keyboard has a name to be read aloud."""
        nodes = self.page.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        focusable = [node for node in nodes if not node.get("ignored") and any(p["name"] == "focusable" and p["value"]["value"] for p in node.get("properties", ()))]
        nameless = [node["role"]["value"] for node in focusable if not node.get("name", {}).get("value") and node["role"]["value"] != "RootWebArea"]
        self.assertGreater(len(focusable), 15)
        self.assertEqual(nameless, [])

    def test_pile_small(self):
        self.check("pile-small")
        self.assertTrue(self.page.find("chains").is_displayed())
        self.assertFalse(self.page.find("joints").is_displayed())
        before = self.page.script("talus.viewer.scene.render(1); return talus.viewer.scene.canvas.toDataURL()")
        styles = {}
        for theme in ("light", "dark"):
            self.page.script("document.documentElement.dataset.theme = arguments[0]", theme)
            self.page.script("talus.viewer.scene.setTheme()")
            styles[theme] = {name: self.page.script("return getComputedStyle(document.documentElement).getPropertyValue(arguments[0]).trim()", f"--{name}")
                             for name in ("ink", "soft", "accent", "paper", "panel", "on-accent")}
            for text, ground in (("ink", "paper"), ("ink", "panel"), ("soft", "paper"), ("soft", "panel"), ("accent", "paper"), ("on-accent", "accent")):
                self.assertGreaterEqual(contrast(styles[theme][text], styles[theme][ground]), 4.5, (theme, text, ground))
        self.assertNotEqual(styles["light"]["paper"], styles["dark"]["paper"])
        self.assertNotEqual(self.page.script("talus.viewer.scene.render(1); return talus.viewer.scene.canvas.toDataURL()"), before)

    def test_rover(self):
        self.check("rover")
        self.page.find("joints").click()
        lines = numpy.array(self.page.script("const all = []; talus.viewer.frames.jointLines(4, (a, b) => all.push([...a, ...b])); return all"))
        with h5py.File(self.folder / "out" / "checkpoint.h5") as file:
            axles = len(numpy.unique(numpy.column_stack([file["joints/a"], file["joints/b"]]), axis=0))
        self.assertEqual((axles, len(lines)), (4, 12))
        last = self.run_.frames[-1]
        names = list(self.run_.deck[f"bodies.list[{i}].name"] for i in range(5))
        first = last["id"].min()
        place = lambda name: last["position"][last["id"] == first + names.index(name)][0]
        step = numpy.linalg.norm(self.page.script("return talus.viewer.frames.box.step"))
        for row, wheel in enumerate(names[1:]):
            chassis_to_axle, wheel_to_axle, _ = lines[3 * row:3 * row + 3]
            numpy.testing.assert_allclose(chassis_to_axle[:3], place("chassis"), atol=step)
            numpy.testing.assert_allclose(chassis_to_axle[3:], place(wheel), atol=2e-3 * 0.16 + step)  # 0.07 degrees of the chassis
            numpy.testing.assert_allclose(wheel_to_axle, [*place(wheel)] * 2, atol=step)
        self.assertGreater(self.page.colours(), 100)

    def test_a_hundred_thousand_bodies_are_drawn_by_one_call_per_shape(self):
        spheres, boxes, random = 90_000, 10_000, numpy.random.default_rng(5)
        count = spheres + boxes
        self.talus("run", SOURCE / "input" / "mixed.yaml", "--quiet", "--set", "time.end=0.001", "--set", "output.every=0.001", "--set", "output.folder=out")
        run = talus.open(self.folder / "out")
        kinds = run.frames.shapes["kind"].tolist()
        orientation = random.normal(size=(count, 4))
        position = random.random((count, 3))
        run.frames = OneFrame(run, {
            "id": numpy.arange(count), "position": position, "velocity": random.normal(size=(count, 3)), "radius": numpy.full(count, 0.01),
            "orientation": orientation / numpy.linalg.norm(orientation, axis=1)[:, None], "normal_load": random.random(count),
            "rank": numpy.arange(count) % 4, "material": numpy.zeros(count, dtype=int),
            "shape": numpy.repeat([kinds.index(talus.shapes.SPHERE), kinds.index(talus.shapes.BOX)], [spheres, boxes])})
        path = self.folder / "report.html"
        path.write_text(report.page(run))
        self.assertLess(path.stat().st_size, 3_000_000)
        self.page.open(path)
        calls, triangles = self.page.script("""const s = talus.viewer.scene, info = s.renderer.info;
            s.wallGroup.visible = info.autoReset = false;
            info.reset();
            s.render(1);
            return [info.render.calls, info.render.triangles]""")
        self.assertEqual(calls, 2 + 1)  # the last one shades the picture
        self.assertEqual(triangles, spheres + 12 * boxes + 2)
        self.assertGreater(self.page.colours(), 100)
        self.assertRegex(self.page.text("speed"), r"Drawn in [\d.]+ ms per frame by SwiftShader")
        chosen = random.integers(count, size=SAMPLES).tolist()
        seen, step = self.page.script("const f = talus.viewer.frames; return [arguments[0].map(b => f.place(0, b)), f.box.step]", chosen)
        self.assertTrue((numpy.abs(seen - position[chosen]) <= 0.501 * numpy.array(step)).all())

    def test_guideway(self):
        self.check("guideway")

    def test_conveyor(self):
        self.check("conveyor")
        fed = self.run_.series["feed.gravel.mass"][-1]
        self.assertIn(f"in all {fed:.4g} kg", self.page.script("return document.getElementById('flow-title').parentElement.textContent"))
        self.assertEqual(self.page.script("return talus.plots.list.filter(p => p.panel.columns.includes('feed.gravel.mass')).map(p => p.panel.unit)"), ["kg"])


if __name__ == "__main__":
    if not browser.EXISTS:
        print(browser.MISSING)
        sys.exit(77)
    unittest.main(verbosity=2)
