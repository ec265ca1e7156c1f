"""Check a certificate of the number of solutions of an exact cover problem.

python3 check_proof.py PROBLEM CERTIFICATE prints the number, or where the certificate is wrong and exits
with 1. The problem is in the format of Knuth's DLX programs, as `excover expand SPEC --to dlx` writes it, the
certificate in that of docs/proof-format.md. Costs are ignored.

THE PROBLEM. A solution is a set of options. It covers each primary item low to high times, once unless the
problem states otherwise. Two of its options share a secondary item only if both give it the same color. As in
Knuth's programs, options without primary items are in no solution; they are skipped.
A STATE is what is left after some options were chosen and others refused: the allowed options, which are not
chosen, not refused and go together with each chosen one; the once-items still to cover; and for each other
primary item how often it must and may still be covered, the latter no more often than options are allowed for
it. Its completions are the sets of allowed options that keep to these bounds and, among themselves, to the
rule for secondary items. Nothing else matters: what the secondary items of chosen options forbid is gone from
the allowed options. The completions of the first state, in which nothing is chosen, are the solutions.
THE PROOF. A line expands one state, which this program made from the problem and the lines before. It names
an item that may still be covered, with the allowed options o1, .., ok. Each completion belongs to exactly one
child of the state: to child j if it has oj and none of o1, .., o(j-1), so oj is chosen and those are refused;
to a last child, there only if the item needs no more options, if it has none of them and all are refused. The
program makes each child and wants a word for it (the first line of all has the word of the first state):
    1      a state that is expanded by a later line and gets the next number, from 0 on;
    k > 1  equal, as is checked, to the state k - 1 numbers below the next one, which is not expanded yet;
    0      no option is left and no item needs one: it has one completion, the empty set;
    -j     primary item j needs more options than are allowed for it: it has none.
With 0 for the item, a line refutes its state: it gives factors to items, such that modulo p they add up to 0
over the items of each allowed option, but not over all that is covered, however often each item is within its
bounds. Added up over the options of a completion, both would be the same; so there is none.
With each state goes the number of ways to it from the first one. It is expanded once and then forgotten, so
no way is added too late, and at the end no state is left. The completions of the first state are the ways to
words 0, which are counted. So the number is right if all checks pass, whoever wrote the file; digests only
distinguish damaged and mistaken files from wrong proofs.
"""

import hashlib
import pathlib
import re
import sys
import zlib


class Problem:
    # Of a state, bits 0, 1, .. are the allowed options, those above the once-items still to cover; a tuple
    # has of each other primary item how often it must and may be covered. Primary items come first.
    def __init__(self, path):
        rows = map(str.split, pathlib.Path(path).read_text("utf-8").split("\n"))
        rows = [row for row in rows if row and row[0][0] != "|"] or [[]]
        primary, _, secondary = " ".join(["", *rows[0]]).partition(" |")
        item = re.compile(r"(?:(?:(\d+):)?(\d+)\|)?([^|:]+)")
        items = list(map(item.fullmatch, primary.split() + secondary.split()))
        numbers = {match[3]: number for number, match in enumerate(items)}
        counts = [(int(match[1] or match[2] or 1), int(match[2] or 1)) for match in items]
        self.bounds = dict(enumerate(counts[: len(primary.split())]))
        if len(numbers) < len(items) or any(match[2] for match in items[len(self.bounds) :]):
            raise ValueError("the problem has an item twice, or a secondary one with bounds")
        options = [self.read_option(row, numbers) for row in rows[1:]]
        self.options = [option for option in options if not self.bounds.keys().isdisjoint(option)]
        self.users, self.tints, self.gone = [0] * len(items), {}, {}
        for number, option in enumerate(self.options):
            for item, color in option.items():
                self.users[item] |= 1 << number
                self.tints[item, color] = self.tints.get((item, color), 0) | (1 << number if color else 0)
        once = [item for item, bounds in self.bounds.items() if bounds == (1, 1)]
        self.open = {item: 1 << len(self.options) + k for k, item in enumerate(once)}
        self.place = {item: k for k, item in enumerate(i for i in self.bounds if i not in self.open)}
        self.end = 0, ((0, 0),) * len(self.place)
        self.first = self.settled((1 << len(self.options) + len(once)) - 1, map(self.bounds.get, self.place))

    def read_option(self, row, numbers):
        words = [word.partition(":") for word in row if word[0] != "|"]
        option = {numbers.get(name): color for name, _, color in words}
        colored = self.bounds.keys() & {item for item, color in option.items() if color}
        if len(option) < len(words) or None in option or colored:
            raise ValueError(f"the problem has a wrong option: {' '.join(row)}")
        return option

    def digest(self):
        rows = [f"{low} {min(high, self.users[i].bit_count())}" for i, (low, high) in self.bounds.items()]
        rows += [" ".join(f"{i}:{color}" for i, color in sorted(each.items())) for each in self.options]
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()

    def settled(self, live, bounds):
        pairs = list(zip(map(self.users.__getitem__, self.place), bounds, strict=True))
        for mask, (_, high) in pairs:
            live &= -1 if high else ~mask
        return live, tuple((low, min(high, (live & mask).bit_count())) for mask, (low, high) in pairs)

    def chosen(self, live, bounds, number):
        option = self.options[number]
        if number not in self.gone:
            gone = 1 << number
            for item in option.keys() - self.place.keys():
                gone |= self.users[item] & ~self.tints[item, option[item]] | self.open.get(item, 0)
            self.gone[number] = gone
        live &= ~self.gone[number]
        if not bounds:
            return live, bounds
        bounds = list(bounds)
        for item in option.keys() & self.place.keys():
            low, high = bounds[self.place[item]]
            bounds[self.place[item]] = max(low - 1, 0), high - 1
        return self.settled(live, bounds)

    def needs(self, live, bounds, item):
        """How many options must and can still cover a primary item; the first is larger if it starves."""
        if item in self.place:
            return bounds[self.place[item]]
        return (1, int(live & self.users[item] != 0)) if live & self.open[item] else (0, 0)

    def children(self, live, bounds, item):
        low, _ = self.needs(live, bounds, item)
        users = live & self.users[item]
        while users:
            first = users & -users
            yield self.chosen(live, bounds, first.bit_length() - 1)
            live, users = live ^ first, users ^ first
        if low == 0:
            yield self.settled(live, bounds)

    def refute(self, live, bounds, modulus, *words):
        factors = dict(zip((j - 1 for j in words[::2]), words[1::2], strict=True))
        needs = {item: self.needs(live, bounds, item) for item in factors}
        totals = {0}
        for j, (low, high) in needs.items():
            totals = {(t + factors[j] * k) % modulus for t in totals for k in range(low, max(low, high) + 1)}
        options = (option for number, option in enumerate(self.options) if live >> number & 1)
        if 0 in totals or any(sum(factors.get(j, 0) for j in option) % modulus for option in options):
            raise ValueError("the sums refute nothing")


class Check:
    def __init__(self, problem, word):
        self.problem, self.pending, self.new, self.total = problem, {}, 0, 0
        self.lead(problem.first, word, 1)

    def expand(self, number, item, *words):
        state, ways = self.pending.pop(number)
        if item == 0:
            self.problem.refute(*state, *words)
        for child, word in zip(self.problem.children(*state, item - 1), words, strict=True) if item else ():
            self.lead(child, word, ways)

    def lead(self, child, word, ways):
        if word == 1:
            self.pending[self.new] = [child, ways]
            self.new += 1
        elif word > 1:
            known = self.pending[self.new + 1 - word]
            known[1] += ways
            if known[0] != child:
                raise ValueError(f"state {self.new + 1 - word} is another one")
        elif word == 0:
            self.total += ways
            if child != self.problem.end:
                raise ValueError("something is left where a solution is claimed")
        else:
            low, high = self.problem.needs(*child, -word - 1)
            if low <= high:
                raise ValueError(f"item {-word} does not starve")


def lines(path, digest):
    """Of a certificate, unpacked piece by piece, when its digests are found right."""
    data, head = pathlib.Path(path).read_bytes(), f"excover proof 1 {digest}\n".encode()
    if hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise ValueError("it is damaged, or no certificate: its checksum is wrong")
    if not data.startswith(head):
        raise ValueError("it is the certificate of another problem, or in another version of the format")
    unpack, rest = zlib.decompressobj(), b""
    for at in range(len(head), len(data) - 32, 4096):
        *whole, rest = (rest + unpack.decompress(data[at : min(at + 4096, len(data) - 32)])).split(b"\n")
        yield from whole
    if rest or not unpack.eof or unpack.unused_data:
        raise ValueError("it does not end where it should")


def proven(problem, path):
    """The number of solutions."""
    number, check = -1, None
    for at, line in enumerate(lines(path, problem.digest()), 1):
        try:
            words = map(int, line.split())
            if check is None:
                check = Check(problem, *words)
            else:
                number += next(words)
                check.expand(number, *words)
        except Exception as wrong:
            reason = wrong if isinstance(wrong, ValueError) else "no such state or item"
            raise ValueError(f"line {at}: {reason}") from None
    if check is None or check.pending:
        raise ValueError("states are left unexpanded")
    return check.total


if __name__ == "__main__":
    getattr(sys, "set_int_max_str_digits", int)(0)  # numbers of any size
    try:
        print(f"{proven(Problem(sys.argv[1]), sys.argv[2])}")
    except Exception as wrong:
        sys.exit(f"not proven: {wrong}")
