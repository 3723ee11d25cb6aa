#!/usr/bin/python3
"""One page of the runs of jobscripts/gallery.sh: picture, sentence, command, seconds, and a link to each report.

  postproc/gallery.py out/gallery
  postproc/gallery.py out/gallery --manual docs     # also the manual's page docs/gallery.md and its pictures
"""

import html
import json
import pathlib
import re
import sys

import talus
from PIL import Image

INPUT = pathlib.Path(__file__).resolve().parents[1] / "input"
SIZE = 640, 400  # pixels of the manual's pictures
COLOURS = 128
MANUAL = """\
# Gallery

Every shipped deck: what it shows, the command that runs it, and the seconds that it takes, which are those of the table of
[example decks](../input/README.md). Each picture shows one frame; colours are speeds or, where nearly all bodies rest, normal loads.
`jobscripts/gallery.sh` makes this page with a report of each run; `--manual` writes it here.
"""
STYLE = """
:root { color-scheme: light dark; --line: #d9dde2; --soft: #5b636d; --accent: #b23a10; }
@media (prefers-color-scheme: dark) { :root { --line: #323842; --soft: #9aa4b0; --accent: #f2895c; } }
body { font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; max-width: 1240px; margin: 28px auto; padding: 0 24px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 28px; }
article { border: 1px solid var(--line); }
article > * { margin: 10px 14px; }
h2 { font-size: 17px; }
img { display: block; width: 100%; margin: 0; border-bottom: 1px solid var(--line); }
code, .seconds { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
a { color: var(--accent); }
"""


def examples():
    """What each deck shows, and its seconds, by its name, from the table of the examples."""
    rows = re.findall(r"^\| \[([\w-]+)\.yaml\]\([^)]*\) \| (.*?) \| (\d+) \|$", (INPUT / "README.md").read_text(), re.M)
    return {name: (text, seconds) for name, text, seconds in rows}


def command(folder, name):
    path = folder / f"{name}.command"
    return path.read_text().strip() if path.exists() else f"talus run input/{name}.yaml"


def article(folder, name, sentence):
    text = lambda value: html.escape(str(value))
    summary = json.loads((folder / name / "summary.json").read_text())
    spent = ""
    if "ranks" in summary:
        spent = f"{summary['seconds']:.3g} s on {summary['ranks']} rank{'s' if summary['ranks'] > 1 else ''}, {summary['bodies']} bodies"
    if summary.get("status") == "stopped":
        spent += f", stopped at t = {summary['time']:.4g} s"
    link = f'<a href="{name}/report.html">Report of {name}</a>' if (folder / name / "report.html").exists() else ""
    picture = f'<img src="{name}/picture.png" alt="{text(sentence)}" loading="lazy">' if (folder / name / "picture.png").exists() else ""
    return (f'<article>{picture}<h2>{name}</h2><p>{text(sentence)}</p><p><code>{text(command(folder, name))}</code></p>'
            f'<p class="seconds">{text(spent)}</p><p>{link}</p></article>')


def excerpt(folder, name, alone):
    """What the picture shows of a run that was shortened or stopped."""
    path, made = folder / name / "summary.json", command(folder, name).removeprefix(alone).strip()
    summary = json.loads(path.read_text()) if path.exists() else {}
    stopped = f"is of t = {summary['time']:.3g} s" if summary.get("status") == "stopped" else ""
    return f"; the picture {stopped or f'was made with `{made}`'}" if stopped or made else ""


def write_manual(folder, docs):
    """The manual's page of all decks. Pictures of decks that have none in the folder stay as they are."""
    page = MANUAL
    (docs / "gallery").mkdir(exist_ok=True)
    for name, (sentence, seconds) in examples().items():
        drawn = folder / name / "picture.png"
        if drawn.exists():
            picture = Image.open(drawn).convert("RGB")
            picture.thumbnail(SIZE, Image.LANCZOS)
            picture.quantize(COLOURS).save(docs / "gallery" / f"{name}.png", optimize=True)
        alone = f"talus run input/{name}.yaml"
        page += (f"\n## {name}\n\n![{name}](gallery/{name}.png)\n\n{sentence[0].upper()}{sentence[1:]}.\n\n```\n{alone}\n```\n\n"
                 f"[Deck](../input/{name}.yaml), {seconds} s{excerpt(folder, name, alone)}.\n")
    (docs / "gallery.md").write_text(page, encoding="utf-8")


def draw(folder, manual):
    plain = lambda sentence: re.sub(r"`([^`]*)`", r"\1", sentence)
    shown = [(name, plain(sentence)) for name, (sentence, _) in examples().items() if (folder / name / "summary.json").exists()]
    if not shown:
        raise talus.Error(f"{folder}: holds no run of a shipped deck; expected the folder of jobscripts/gallery.sh")
    articles = "\n".join(article(folder, name, sentence) for name, sentence in shown)
    (folder / "index.html").write_text(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Talus: gallery</title><style>{STYLE}</style></head>\n<body><h1>Example decks of Talus</h1>\n<main>\n{articles}\n</main></body></html>\n",
        encoding="utf-8")
    print(f"{len(shown)} runs\n{folder / 'index.html'}")
    if manual:
        write_manual(folder, manual)
        print(manual / "gallery.md")


if __name__ == "__main__":
    sys.exit(talus.study(__doc__, draw, options=(
        ("--manual", {"metavar": "DOCS", "type": pathlib.Path, "help": "write DOCS/gallery.md and pictures of 640 x 400 pixels in DOCS/gallery"}),)))
