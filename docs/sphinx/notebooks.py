#!/usr/bin/python3
"""Makes notebooks for Jupyter of the tutorials that use Python, next to their pages. The pages are what people edit; a test compares the
notebooks with them and runs their cells.

    docs/sphinx/notebooks.py
"""

import json
import pathlib
import re

TUTORIALS = pathlib.Path(__file__).resolve().parents[1] / "tutorials"
NAMES = ("silo", "rover", "reading")

SETUP = """\
# The folder of Talus, where input/ and postproc/ are, becomes the working folder.
import os, pathlib, sys
home = next(folder for folder in (pathlib.Path.cwd(), *pathlib.Path.cwd().parents) if (folder / "postproc").exists())
os.chdir(home)
sys.path.insert(0, str(home / "postproc"))
os.environ["PATH"] = f"{home / 'build' / 'release' / 'bin'}:{os.environ['PATH']}"
"""


def saved_as(before):
    """The file that the reader is told to save the next block as, by the line before it; None if there is none."""
    line = before.rstrip().rpartition("\n")[2]
    saved = re.search(r"[Ss]ave this as `?([\w.-]+)`?:$", line) or re.search(r"^`([\w.-]+)`:$", line)
    return saved[1] if saved else None


def code_of(language, text, before):
    """The cell of a block of the page; None if it is text to read."""
    if name := saved_as(before):
        return f"%%writefile {name}\n{text}"
    return {"": f"%%bash\n{text}", "python": text}.get(language)


def notebook(page):
    """The notebook as JSON."""
    heading, *parts = re.split(r"^```(\w*)\n(.*?)^```\n", page.read_text(), flags=re.S | re.M)
    title, _, first = heading.partition("\n\n")
    cells, words = [("markdown", title), ("code", SETUP)], first
    for language, text, after in zip(parts[::3], parts[1::3], parts[2::3]):
        if code := code_of(language, text, words):
            cells += [("markdown", words), ("code", code)]
            words = after
        else:
            words += f"```{language}\n{text}```\n{after}"
    cells.append(("markdown", words))
    made = [{"cell_type": kind, "id": f"cell-{n}", "metadata": {}, "source": text.strip("\n").splitlines(keepends=True),
             **({"execution_count": None, "outputs": []} if kind == "code" else {})} for n, (kind, text) in enumerate(cells) if text.strip()]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in NAMES:
        (TUTORIALS / f"{name}.ipynb").write_text(notebook(TUTORIALS / f"{name}.md"))
