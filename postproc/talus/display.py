"""A display for ParaView."""

import contextlib
import os
import subprocess


@contextlib.contextmanager
def display():
    """The display at hand, or a virtual one that is gone at the end. The X server chooses a free number by itself, and does not
    begin anew after its last client: ParaView closes a display and opens it again, and would find nobody in between."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    number, written = os.pipe()
    command = ["Xvfb", "-displayfd", str(written), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[written], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(written)
    try:
        with open(number) as line:
            name = line.readline().strip()
        if not name:
            raise SystemExit("error: Xvfb does not start")
        yield ":" + name
    finally:
        server.terminate()
        server.wait()
