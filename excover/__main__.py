"""The command `excover`, also as `python -m excover`; Ctrl-C ends it without a traceback from the start."""

import atexit
import gc
import signal
import sys

_IS_PROGRAM = __name__ == "__main__" or sys.argv[0].endswith("excover")
if _IS_PROGRAM and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
if _IS_PROGRAM:
    gc.set_threshold(100_000, 20, 20)  # the garbage of a command is small, but what it compiles is large
    atexit.register(gc.freeze)  # or Python would look for garbage in all of it, to return memory to nobody

from excover.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
