"""The command `excover`, also as `python -m excover`; Ctrl-C ends it without a traceback from the start."""

import atexit
import gc
import signal
import sys

from excover.base.threads import collect_rarely

_IS_PROGRAM = __name__ == "__main__" or sys.argv[0].endswith("excover")
if _IS_PROGRAM and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
if _IS_PROGRAM:
    collect_rarely()
    atexit.register(
        gc.freeze
    )  # or Python would look for garbage in all of it, to return memory that no one needs

from excover.apps.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
