"""The error that users see, and files that a running job replaces."""

from __future__ import annotations

import collections
import pathlib

import h5py

OPEN_AT_ONCE = 4  # files of frames that stay open; a run of many segments has more than a process may open


class Error(Exception):
    """A file, a deck or a command is at fault; the message is one line for a user."""


def opened(path: pathlib.Path, content: str) -> h5py.File:
    """An HDF5 file of Talus that holds `content`: "checkpoint", "trajectory", "contacts" or "joints".

    Files under their final names are whole and are never written to: a running job replaces them by renaming. One that is
    open here keeps its content.
    """
    try:
        file = h5py.File(path, "r")
        if bytes(file["format"][:]).decode() != f"talus {content}":
            raise Error(f"{path}: not a file of Talus with {content}")
        return file
    except FileNotFoundError as error:
        raise Error(f"{path}: no such file") from error
    except (OSError, KeyError) as error:
        raise Error(f"{path}: cannot be read: {error}") from error


class OpenFiles:
    """The files of frames that were used last, open."""

    def __init__(self, content: str):
        self._content = content
        self._files: collections.OrderedDict[pathlib.Path, h5py.File] = collections.OrderedDict()

    def __getitem__(self, path: pathlib.Path) -> h5py.File:
        if path not in self._files:
            self._files[path] = opened(path, self._content)
            if len(self._files) > OPEN_AT_ONCE:
                self._files.popitem(last=False)[1].close()
        self._files.move_to_end(path)
        return self._files[path]
