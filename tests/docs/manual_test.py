#!/usr/bin/python3
"""The manual is built without a warning, and every link within it leads to a page and a place that are there."""

import html.parser
import pathlib
import shutil
import subprocess
import sys
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import TALUS

BUILD = pathlib.Path(TALUS).parents[1]
HTML = BUILD / "docs" / "html"


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.add(attrs.get("id"))
        self.links += [attrs[name] for name in ("href", "src") if attrs.get(name)]


class Html(unittest.TestCase):
    def test_it_is_built_without_a_warning_and_its_links_resolve(self):
        if not shutil.which("sphinx-build"):
            self.skipTest("Sphinx is not installed (jobscripts/install-deps.sh --docs)")
        shutil.rmtree(BUILD / "docs", ignore_errors=True)
        done = subprocess.run(["cmake", "--build", BUILD, "--target", "docs"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        pages = {path: Page(path) for path in HTML.rglob("*.html")}
        self.assertGreater(len(pages), 50)
        for path, page in pages.items():
            for link in page.links:
                target = urllib.parse.urlsplit(link)
                if target.scheme or target.netloc:
                    continue
                there = (path.parent / urllib.parse.unquote(target.path)).resolve() if target.path else path
                self.assertTrue(there.exists(), f"{path}: {link}")
                if target.fragment and there in pages:
                    self.assertIn(urllib.parse.unquote(target.fragment), pages[there].ids, f"{path}: {link}")

    def test_nothing_is_asked_of_a_network(self):
        if not HTML.exists():
            self.skipTest("the manual is not built")
        for path in HTML.rglob("*.html"):
            loaded = [link for link in Page(path).links if link.endswith((".js", ".css", ".png", ".woff2")) and "//" in link]
            self.assertEqual(loaded, [], path)


if __name__ == "__main__":
    program = unittest.main(exit=False)
    sys.exit(77 if program.result.wasSuccessful() and program.result.skipped else not program.result.wasSuccessful())
