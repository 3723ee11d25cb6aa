"""Directives that ask the executable, so that the reference cannot disagree with it.

    ```{deck-keys} contact materials    the keys of these groups
    ```{printed} talus run --help       what a command prints
"""

import os
import pathlib
import subprocess

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TALUS = os.environ.get("TALUS_BINARY", str(SOURCE / "build" / "release" / "bin" / "talus"))


def printed(words):
    words = [TALUS if words[0] == "talus" else str(SOURCE / words[0]), *words[1:]]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def deck_keys():
    """(key, what it wants, its meaning) of all keys, as `talus check --keys` prints them: a key stands two columns in, its meaning six,
    what is left of a long line of the key 33."""
    found = []
    for line in printed(["talus", "check", "--keys"]).splitlines():
        if line.startswith(33 * " ") and found:
            found[-1][1] += " " + line.strip()
        elif line.startswith("      ") and found:
            found[-1][2] += (" " if found[-1][2] else "") + line.strip()
        elif line.startswith("  "):
            key, _, wants = line.strip().partition(" ")
            found.append([key, wants.strip(), ""])
    return found


def group_of(key):
    return key.replace("[]", "").partition(".")[0]


class DeckKeys(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        wanted = self.arguments[0].split()
        keys = [entry for entry in deck_keys() if group_of(entry[0]) in wanted]
        for group in wanted:
            if group not in {group_of(key) for key, _, _ in keys}:
                raise self.error(f"the executable knows no key of the group {group}")
        listed = nodes.definition_list(classes=["deck-keys"])
        for key, wants, meaning in keys:
            name = nodes.make_id("key-" + key.replace("[]", "-each"))
            term = nodes.term("", "", nodes.literal("", key), ids=[name])
            listed += nodes.definition_list_item("", term, nodes.definition("", nodes.paragraph("", wants), nodes.paragraph("", meaning)))
        return [listed]


class Printed(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        text = printed(self.arguments[0].split())
        return [nodes.literal_block(text, text, language="text")]


def setup(app):
    app.add_directive("deck-keys", DeckKeys)
    app.add_directive("printed", Printed)
    return {"version": "1", "parallel_read_safe": True}
