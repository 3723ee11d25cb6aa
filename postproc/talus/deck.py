"""Resolved decks, as `talus check` prints them and checkpoints hold them: YAML of a plain kind, read without PyYAML."""

import ast
import difflib
import re


def parse(text):
    """Keys with dots to values: {"contact.mu": 0.6, "gravity": [0.0, 0.0, -9.81], "walls[0].shape": "plane"}."""
    values = {}
    groups = [(-1, "")]  # (indent, path), from the outermost to the one that the next line is in
    entries = {}         # of a list, by its path
    for line in text.splitlines():
        content = line.lstrip(" -")
        indent = len(line) - len(content)
        if not content:
            continue
        while groups[-1][0] >= indent:
            groups.pop()
        path = groups[-1][1]
        if "-" in line[:indent]:
            entries[path] = entries.get(path, 0) + 1
        if path in entries:
            path += f"[{entries[path] - 1}]"
        key, _, value = content.partition(":")
        key = f"{path}.{key}" if path and path != "variables" else key  # variables by their names
        if value.strip().startswith(("=", "[")):
            value = value.rpartition("  # ")[2]  # of an expression: what it comes to
        if value.strip():
            values[key] = _value(value.strip())
        else:
            groups.append((indent, key))
    return values


def _value(text):
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    if text.startswith("["):
        return ast.literal_eval(text)  # numbers, in rows too
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def nearest(word, words):
    """The most similar of some words, or None."""
    return next(iter(difflib.get_close_matches(word, list(words), n=1, cutoff=0.6)), None)
