#!/usr/bin/python3
"""One page of the runs of jobscripts/gallery.sh: picture, sentence, command, seconds, and a link to each report.

  postproc/gallery.py out/gallery
"""

import html
import json
import pathlib
import re
import sys

import talus

INPUT = pathlib.Path(__file__).resolve().parents[1] / "input"
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


def sentences():
    """What each deck shows, by its name, from the table of the examples."""
    rows = re.findall(r"^\| \[([\w-]+)\.yaml\]\([^)]*\) \| (.*?) \| [^|]* \|$", (INPUT / "README.md").read_text(), re.M)
    return {name: re.sub(r"`([^`]*)`", r"\1", text) for name, text in rows}


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
    return (f'<article>{picture}<h2>{name}</h2><p>{text(sentence)}</p><p><code>talus run input/{name}.yaml</code></p>'
            f'<p class="seconds">{text(spent)}</p><p>{link}</p></article>')


def draw(folder):
    shown = [(name, sentence) for name, sentence in sentences().items() if (folder / name / "summary.json").exists()]
    if not shown:
        raise talus.Error(f"{folder}: holds no run of a shipped deck; expected the folder of jobscripts/gallery.sh")
    articles = "\n".join(article(folder, name, sentence) for name, sentence in shown)
    (folder / "index.html").write_text(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Talus: gallery</title><style>{STYLE}</style></head>\n<body><h1>Example decks of Talus</h1>\n<main>\n{articles}\n</main></body></html>\n",
        encoding="utf-8")
    print(f"{len(shown)} runs\n{folder / 'index.html'}")


if __name__ == "__main__":
    sys.exit(talus.study(__doc__, draw))
