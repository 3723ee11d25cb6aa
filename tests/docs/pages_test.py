#!/usr/bin/python3
"""The pages for people: every command line of them runs, every deck is read, every link resolves, the walk of a step is there."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE, TALUS, Case

PATIENCE = 120  # s
HEADS = (r"(?:PYTHONPATH=\S+ )?(?:mpirun|sbatch|bash|source|eval|kill|cmake|ctest|talus|"
         r"(?:/usr/bin/)?python3|(?:postproc|jobscripts)/[\w-]+\.(?:py|sh|slurm))")
SCRIPT = r"(?:bash |sbatch (?:--\S+ )*|eval \"\$\()?((?:postproc|jobscripts)/[\w.-]+)"
SMALLER = "--set bodies.count=40 --set pile.drop_height=0.05 --set time.end=0.3"
START = {"scenario": "scene", "time": "{step: 1e-3, end: 1}", "output": "{folder: out/block}"}  # what a block may leave out


def pages():
    """All Markdown files of the repository: the README, then those of the guide in its order, then the others."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=SOURCE, capture_output=True, text=True)
    found = [SOURCE / line for line in listed.stdout.splitlines()] or [*SOURCE.glob("*.md"), *SOURCE.glob("[a-z]*/**/*.md")]
    guide = re.findall(r"^\| \[[\w.-]+\]\(([\w/-]+\.md)\)", (SOURCE / "docs" / "index.md").read_text(), re.M)
    first = [SOURCE / "README.md", *(SOURCE / "docs" / name for name in guide)]
    return first + sorted(page for page in set(found) - set(first) if page.exists() and "build" not in page.relative_to(SOURCE).parts)


def blocks(page):
    """(language, text) of its fenced code blocks; inline code comes as the language `inline`."""
    for block in re.finditer(r"^```([^`\n]*)\n(.*?)^```|`([^`\n]+)`", page.read_text(), re.S | re.M):
        language, text, inline = block.groups()
        yield ("inline", inline) if inline else (language, text)


def commands(inline=False):
    """Each command line of code blocks (or of inline code) once, without comments, in the order of the pages; parts
    between && are lines of their own. Those of tutorials are left to tutorials_test.py."""
    found = {}
    for page in pages():
        for language, text in blocks(page) if page.parent.name != "tutorials" or inline else ():
            for line in text.splitlines() if language == ("inline" if inline else "") else ():
                for part in line.partition(" #")[0].split(" && "):
                    if re.match(HEADS + r" +\S", part.strip()):
                        found.setdefault(part.strip(), page.relative_to(SOURCE))
    return found


def decks():
    """(page, text) of the YAML blocks."""
    return [(page, text) for page in pages() for language, text in blocks(page) if language == "yaml"]


class Commands(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "my-pile.yaml").write_text(decks()[0][1])
        for name in ("input", "postproc", "jobscripts"):
            (self.folder / name).symlink_to(SOURCE / name)
        where = self.folder / "build" / "release" / "bin"
        where.mkdir(parents=True)
        (where / "talus").symlink_to(TALUS)
        self.environment = {**os.environ, "PATH": f"{where}:{os.environ['PATH']}"}

    def shell(self, line):
        done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")

    def lighter(self, line):
        """The same command on less work; of other decks than the README's only a check."""
        line = re.sub(r"--bodies \d+", "--bodies 100", line)
        if run := re.search(r"talus run (\S+)", line):
            if run[1] != "my-pile.yaml":
                return f"talus check {run[1]} {' '.join(re.findall('--set .+?(?= --|$)', line))}"
            if "--resume" not in line:
                folder = re.search(r"output\.folder=(\S+)", line)
                shutil.rmtree(self.folder / (folder[1] if folder else "out/my-pile"), ignore_errors=True)
            return f"{line} {SMALLER}"
        return re.sub(r"(talus restart\b.*)", r"\1 --set time.end=0.35", line)

    def explained(self, line):
        """Is it a script that installs, builds, submits, or reads what no test makes? Then its own text knows its options."""
        if line.startswith(("cmake", "ctest")):
            if preset := re.search("--preset (.+?)( |$)", line):
                self.assertIn(f'"name": "{preset[1]}"', (SOURCE / "CMakePresets.json").read_text())
            if target := re.search("--target (.+?)( |$)", line):
                self.assertRegex((SOURCE / "CMakeLists.txt").read_text() + (SOURCE / "drivers" / "CMakeLists.txt").read_text(),
                                 rf"add_(custom_target|executable)\({target[1]}\b")
            return True
        script = re.match(SCRIPT, line)
        if not script or script[1].startswith("postproc/") and "out/my-pile" in line and ("render.py" not in line or shutil.which("pvbatch")) \
                and "view.py" not in line:
            return False
        text = (SOURCE / script[1]).read_text()
        for option in re.findall(r" (--[a-z-]+)", line[script.end():]):
            self.assertIn(option, text)
        return True

    def send(self, line):
        """A signal to a run that goes on, which must be there again after USR1 and have stopped after the others."""
        process = self.start("run", "my-pile.yaml", "--quiet", "--set", "bodies.count=20", "--set", "time.end=100000", "--set", "output.folder=signalled")
        series = self.folder / "signalled" / "series.csv"
        self.wait_for(lambda: series.exists() and series.stat().st_size > 2000, process, "rows of the series")
        self.shell(line.replace("PID", str(process.pid)))
        if "USR1" in line:
            checkpoint = self.folder / "signalled" / "checkpoint.h5"
            self.wait_for(checkpoint.exists, process, "checkpoint")
            process.send_signal(signal.SIGUSR2)
        self.assertEqual(process.wait(PATIENCE), 3)
        shutil.rmtree(self.folder / "signalled")

    def test_every_command_runs(self):
        lines = commands()
        self.assertGreater(len(lines), 30)
        for line, page in lines.items():
            with self.subTest(f"{page}: {line}"):
                if line.startswith("kill "):
                    self.send(line)
                elif not self.explained(line):
                    self.shell(self.lighter(line))

    def test_commands_in_the_text_exist(self):
        """The command or script and its options, which may be quoted in part, in the text that reads them."""
        drivers = "".join(file.read_text() for file in (SOURCE / "drivers").rglob("*.cpp"))
        for line, page in commands(inline=True).items():
            with self.subTest(f"{page}: {line}"):
                if called := re.match(r"(?:mpirun .* )?talus +([a-z]+)", line):
                    self.assertRegex(drivers, rf'add_subcommand\(\s*"{called[1]}"')
                    for option in re.findall(r" (--[a-z-]+)", line):
                        self.assertIn(f'"{option}"', drivers)
                else:
                    self.explained(line)


class Decks(Case):
    def test_every_block_is_a_deck_or_completes_one(self):
        (self.folder / "input").symlink_to(SOURCE / "input")
        self.assertGreater(len(decks()), 5)
        for page, text in decks():
            with self.subTest(f"{page.relative_to(SOURCE)}: {text}"):
                start = "".join(f"{key}: {value}\n" for key, value in START.items() if not re.search(rf"^{key}:", text, re.M))
                (self.folder / "block.yaml").write_text(start + text)
                self.talus("check", "block.yaml")

    def test_every_example_is_in_the_table(self):
        table = (SOURCE / "input" / "README.md").read_text()
        for deck in sorted((SOURCE / "input").glob("*.yaml")):
            self.assertIn(f"({deck.name})", table)


def prose(page):
    """Its text without code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)


def anchors(page):
    """Of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page):
    """(target, anchor) of its relative links."""
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"\w+:", link):
            path, _, anchor = link.partition("#")
            yield (page.parent / path).resolve() if path else page, anchor


class Links(unittest.TestCase):
    def test_every_relative_link_resolves(self):
        for page in pages():
            for target, anchor in links(page):
                where = f"{page.relative_to(SOURCE)} -> {target}#{anchor}"
                self.assertTrue(target.exists(), where)
                if anchor:
                    self.assertIn(anchor, anchors(target), where)

    def test_every_page_is_reached_from_the_readme(self):
        reached, ahead = set(), [SOURCE / "README.md"]
        while ahead:
            page = ahead.pop()
            if page not in reached:
                reached.add(page)
                ahead += [target for target, _ in links(page) if target.suffix == ".md"]
        self.assertEqual([str(page.relative_to(SOURCE)) for page in pages() if page not in reached], [])

    def test_the_readme_is_one_screen(self):
        self.assertLessEqual(len((SOURCE / "README.md").read_text().splitlines()), 70)


class Version(Case):
    def test_all_places_say_the_same(self):
        version = re.search(r"^talus (\S+), ", self.talus("--version").out)[1]
        places = {"CMakeLists.txt": r"project\(talus VERSION (\S+) ", "postproc/pyproject.toml": r'^version = "(.*)"', "CITATION.cff": r"^version: (.*)",
                  "CHANGELOG.md": r"^## \[(\d.*?)\]"}
        for name, pattern in places.items():
            with self.subTest(name):
                self.assertEqual(re.search(pattern, (SOURCE / name).read_text(), re.M)[1], version)

    def test_the_citation_is_well_formed(self):
        """The fields that CFF 1.2.0 demands, and the date of the version in the changelog."""
        text = (SOURCE / "CITATION.cff").read_text()
        for field in ("cff-version: 1.2.0", "message", "title", "authors", "license"):
            self.assertRegex(text, rf"(?m)^{field}")
        released = re.search(r"^date-released: (.*)", text, re.M)[1]
        self.assertEqual(re.search(r"^## \[\d.*?\] - (.*)", (SOURCE / "CHANGELOG.md").read_text(), re.M)[1], released)


class Pictures(unittest.TestCase):
    def test_they_are_small(self):
        listed = subprocess.run(["git", "ls-files", "*.png", "*.svg"], cwd=SOURCE, capture_output=True, text=True)
        sizes = {name: (SOURCE / name).stat().st_size for name in listed.stdout.splitlines()}
        self.assertEqual({name: size for name, size in sizes.items() if size > 200_000}, {})
        self.assertLess(sum(sizes.values()), 8_000_000)

    def test_each_figure_has_its_command_and_a_page(self):
        """The SVG files are those that docs/figures/draw.py draws, and a page shows each."""
        script = (SOURCE / "docs" / "figures" / "draw.py").read_text()
        drawn = set(re.findall(r"^def (\w+)\(\):", script, re.M)) | {f"room-{name}" for name in re.findall(r'^    "(\w+)": \(', script, re.M)}
        shown = {target.stem for page in pages() for target, _ in links(page) if target.suffix == ".svg"}
        there = {file.stem for file in (SOURCE / "docs" / "figures").glob("*.svg")}
        self.assertGreater(len(there), 15)
        self.assertEqual((there - drawn, shown), (set(), there))

    def test_the_gallery_shows_every_deck_as_the_table_of_decks_describes_it(self):
        shown = {section.partition("\n")[0]: section for section in (SOURCE / "docs" / "gallery.md").read_text().split("\n## ")[1:]}
        table = {name: rest for name, *rest in re.findall(r"^\| \[([\w-]+)\.yaml\]\([^)]*\) \| (.*?) \| (\d+) \|$", (SOURCE / "input" / "README.md").read_text(), re.M)}
        self.assertEqual(set(shown), {path.stem for path in (SOURCE / "input").glob("*.yaml")})
        self.assertEqual(list(shown), list(table))
        for name, section in shown.items():
            sentence, seconds = table[name]
            for part in (f"![{name}](gallery/{name}.png)", sentence[1:], f"```\ntalus run input/{name}.yaml\n```", f" {seconds} s"):
                self.assertIn(part, section)
            self.assertTrue((SOURCE / "docs" / "gallery" / f"{name}.png").exists(), name)


class Spelling(unittest.TestCase):
    """Needs aspell. words.txt has the words that it does not know."""

    def test_prose_is_spelt(self):
        if not shutil.which("aspell"):
            self.skipTest("aspell is not installed (jobscripts/install-deps.sh --slurm)")
        known = {word.lower() for word in (pathlib.Path(__file__).parent / "words.txt").read_text().split()}
        wrong = {}
        for page in pages():
            text = re.sub(r"`[^`\n]*`|\]\([^)]*\)|https?://\S+", " ", prose(page))
            listed = subprocess.run(["aspell", "list", "--lang=en_GB-ise", "--ignore=2"], input=text, capture_output=True, text=True, check=True)
            for word in set(listed.stdout.split()):
                if re.sub(r"['’]s?$", "", word).lower() not in known:
                    wrong[word] = str(page.relative_to(SOURCE))
        self.assertEqual(wrong, {}, "unknown words; those that are right go to tests/docs/words.txt")


class Series(Case):
    def test_each_column_is_in_the_reference(self):
        """A run with named joints, drives, walls and probes, and one with a feed and outlets."""
        reference = (SOURCE / "docs" / "reference" / "output.md").read_text()
        explained = set(re.findall(r"`([\w.]+)`", reference))
        flows = "".join(text for page, text in decks() if page.name == "feed.md")
        (self.folder / "flows.yaml").write_text("".join(f"{key}: {value}\n" for key, value in START.items() if f"{key}:" not in flows) + flows)
        shutil.copy(SOURCE / "tests" / "sim" / "tetrahedron.stl", self.folder)
        shutil.copy(SOURCE / "tests" / "sim" / "all_kinds.yaml", self.folder)
        for deck in ("all_kinds.yaml", "flows.yaml"):
            self.talus("run", deck, "--quiet", "--set", f"output.folder=out/{deck}", "--set", "time.end=0.002")
            header = (self.folder / "out" / deck / "series.csv").open().readline()
            columns = [column.split(" ")[0] for column in header.strip().split(",")]
            self.assertGreater(len(columns), 50)
            for column in columns:
                name = re.sub(r"_[yz]$", "_x", re.sub(r"\.([vw]?)[yz]$", r".\1x", column))
                name = re.sub(r"^(wall|feed|outlet)\.\w+\.", r"\1.NAME.", name)
                name = re.sub(r"\.class\.\d+\.mass", ".class.0.bodies", re.sub(r"\.class\.\d+\.bodies", ".class.0.bodies", name))
                name = re.sub(r"^(?!wall|feed|outlet)\w+\.", "NAME.", name)
                with self.subTest(column):
                    self.assertIn(name, explained)


class Keys(Case):
    def test_each_group_is_in_the_reference_once(self):
        listed = re.findall(r"^```{deck-keys} (.*)$", (SOURCE / "docs" / "reference" / "keys.md").read_text(), re.M)
        groups = re.findall(r"^(\w+)$", self.talus("check", "--keys").out, re.M)
        self.assertEqual(sorted(" ".join(listed).split()), sorted(groups))


class Messages(unittest.TestCase):
    def test_each_is_one_of_the_program(self):
        """The quoted headings of the page on messages, in the strings of the sources; an ellipsis stands for what varies."""
        sources = "".join(path.read_text() for folder in ("src", "drivers") for path in sorted((SOURCE / folder).rglob("*.cpp")))
        strings = re.sub(r'"\s*"', "", sources)  # of which the compiler makes one
        quoted = re.findall(r'^### "(.*)"$', (SOURCE / "docs" / "howto" / "troubleshoot.md").read_text(), re.M)
        self.assertGreater(len(quoted), 12)
        for message in quoted:
            for part in message.split(" … "):
                with self.subTest(message):
                    self.assertIn(part, strings)


class Papers(unittest.TestCase):
    """Files and tests that docs/papers.md names."""

    TEXT = (SOURCE / "docs" / "papers.md").read_text()

    def test_each_file_is_there(self):
        named = set(re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:cpp|hpp|py|sh|yaml))`", self.TEXT))
        self.assertGreater(len(named), 20)
        self.assertEqual([name for name in named if not any((SOURCE / place / name).is_file() for place in ("", "src"))], [])

    def test_each_test_is_there(self):
        named = set(re.findall(r"`(\w+/\w+): (?:(\w+)\.)?(\w+)`", self.TEXT))
        self.assertGreater(len(named), 50)
        for file, suite, case in named:
            with self.subTest(f"{file}: {suite}.{case}"):
                test = SOURCE / "tests" / (file + ("_test.cpp" if suite else "_test.py"))
                self.assertRegex(test.read_text(), rf"(?m)^(TYPED_)?TEST(_P|_F)?\({suite}, {case}\)" if suite else rf"(?m)^    def {case}\(")


class Walk(unittest.TestCase):
    def test_each_hop_names_a_file_and_a_function_in_it(self):
        section = (SOURCE / "CONTRIBUTING.md").read_text().partition("## The walk of one step")[2].partition("\n## ")[0]
        hops = re.findall(r"^\| (\w+)[^|]* \| `([^`]+)` \| `(\w+)` \|$", section, re.M)
        self.assertEqual(len(hops), len(re.findall(r"^\|", section, re.M)) - 2, "a row that is no hop")
        kinds = list(dict.fromkeys(kind for kind, _, _ in hops))
        self.assertEqual([kind for kind in kinds if kind in ("deck", "option", "bodies", "contact", "row", "impulse", "file")],
                         ["deck", "option", "bodies", "contact", "row", "impulse", "file"])
        for kind, file, function in hops:
            with self.subTest(f"{kind}: {file}: {function}"):
                self.assertTrue((SOURCE / file).is_file(), file)
                # A definition: a type, then the name, at the start of a line or within a class.
                self.assertRegex((SOURCE / file).read_text(), rf"(?m)^(?:  )?(?!return |//)(?:\[\[[\w:]+\]\] )?[\w:<>,&* ]+[ &*](?:\w+::)?{function}\(")


if __name__ == "__main__":
    program = unittest.main(exit=False)
    sys.exit(77 if program.result.wasSuccessful() and program.result.skipped else not program.result.wasSuccessful())
