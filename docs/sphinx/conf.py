"""Settings of the manual. Sphinx reads all Markdown pages of the repository, in their places, so that links between them work here as
they do in the repository. `cmake --build build/release --target docs` builds it."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SOURCE = FOLDER.parents[1]
sys.path.insert(0, str(FOLDER))

project = "Talus"
author = "the Talus developers"
copyright = "2026, the Talus developers"
release = re.search(r"project\(talus VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
version = release

extensions = ["myst_parser", "sphinx_copybutton", "contents", "executable"]
root_doc = "docs/index"
contents_pages = [root_doc, "docs/developers/architecture", "docs/notes/README"]
include_patterns = ["CHANGELOG.md", "CONTRIBUTING.md", "docs/**", "drivers/*.md", "input/*.md", "jobscripts/*.md", "postproc/*.md", "src/*/*.md", "tests/*.md", "tests/mutants/*.md"]
exclude_patterns = ["build", "out", "**/node_modules"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
nitpicky = True

html_theme = "furo"
html_title = f"Talus {release}"
html_static_path = ["static"]
html_css_files = ["talus.css"]
html_copy_source = False
html_show_sourcelink = False
html_additional_pages = {"index": "front.html"}
templates_path = ["templates"]
copybutton_prompt_text = "$ "
highlight_language = "text"
