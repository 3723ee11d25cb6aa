"""Makes the tree of the manual from its tables of contents, so that what a reader of the repository follows is what the manual shows.

In the pages of the setting `contents_pages`, each table whose first column links to pages becomes a hidden toctree. Its caption is the
heading above it in the root page.
"""

import posixpath
import re


def toctrees(app, docname, source):
    if docname not in app.config.contents_pages:
        return
    for section in re.split(r"^(?=## )", source[0], flags=re.M):
        pages = re.findall(r"^\| \[([^\]]+)\]\(([^)#]+)\.md\)", section, re.M)
        if pages:
            heading = re.match(r"## (.*)", section)
            caption = f":caption: {heading[1]}\n" if heading and docname == app.config.root_doc else ""
            folder = posixpath.dirname(docname)
            entries = "".join(f"{title} </{posixpath.normpath(posixpath.join(folder, page))}>\n" for title, page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n{caption}\n{entries}```\n"


def setup(app):
    app.add_config_value("contents_pages", [], "env")
    app.connect("source-read", toctrees)
    return {"version": "1", "parallel_read_safe": True}
