"""Starts `excover play`, fetches the page from its address, and ends it by Ctrl-C: `python opens_page.py`."""

from __future__ import annotations

import signal
import subprocess
import sys
from urllib.request import urlopen


def main() -> int:
    # A shell ignores Ctrl-C for what it starts in the background, and what is started here inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    play = subprocess.Popen(
        ["excover", "play", "kanoodle", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert play.stdout
    address = play.stdout.readline().strip()
    try:
        with urlopen(address, timeout=60) as answer:
            page = answer.read().decode()
    finally:
        play.send_signal(signal.SIGINT)
        play.communicate(timeout=60)
    right = answer.status == 200 and "<html" in page
    print(
        f"the playground has {len(page):,} characters at {address.partition('?')[0]}" if right else page[:500]
    )
    return not right


if __name__ == "__main__":
    sys.exit(main())
