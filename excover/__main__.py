"""`python -m excover` is the command `excover`."""

import sys

from excover.cli import main

if __name__ == "__main__":
    sys.exit(main())
