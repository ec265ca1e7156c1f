"""Checks the message of a commit: `python tools/commit_message.py FILE`, the hook `commit-msg` of Git.

The subject states what the commit does, in the imperative and at most 72 characters; a body gives the reason,
and what was measured. Lines that begin with `#` are Git's own.

>>> faults("Count loops in the state of the sweep\\n\\nSimpath needs milliseconds for what took minutes.\\n")
[]
>>> faults("Loops are counted.")
['the subject ends with a full stop', 'there is no body: say why, and what was measured']
>>> faults("x" * 73 + "\\nwhy")
['the subject has 73 characters, 72 are allowed', 'the second line is not blank']
"""

import sys
from pathlib import Path

LONGEST_SUBJECT = 72


def faults(message: str) -> list[str]:
    """What is wrong with a message. Merges and reverts keep the subject that Git gives them."""
    lines = [line.rstrip() for line in message.strip().splitlines() if not line.startswith("#")] or [""]
    subject, body = lines[0], lines[1:]
    if subject.startswith(("Merge ", "Revert ", "fixup! ", "squash! ")):
        return []
    found = []
    if len(subject) > LONGEST_SUBJECT:
        found.append(f"the subject has {len(subject)} characters, {LONGEST_SUBJECT} are allowed")
    if not subject:
        found.append("there is no subject")
    if subject.endswith("."):
        found.append("the subject ends with a full stop")
    if body and body[0]:
        found.append("the second line is not blank")
    if not any(body):
        found.append("there is no body: say why, and what was measured")
    return found


if __name__ == "__main__":
    for fault in (found := faults(Path(sys.argv[1]).read_text("utf-8"))):
        print(f"commit message: {fault}", file=sys.stderr)
    sys.exit(bool(found))
