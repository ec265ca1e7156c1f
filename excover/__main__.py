"""The command `excover`, also as `python -m excover`; Ctrl-C ends it without a traceback from the start."""

import signal
import sys

_IS_PROGRAM = __name__ == "__main__" or sys.argv[0].endswith("excover")
if _IS_PROGRAM and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from excover.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
