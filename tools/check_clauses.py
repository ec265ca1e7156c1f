"""Check a certificate of the number of solutions of a problem with bounds, colors, sums and rules.

python3 check_clauses.py PROBLEM CERTIFICATE prints the number, or where the certificate is wrong and exits
with 1. The problem is JSON, as `excover expand SPEC --to json` writes it, the certificate in the format of
docs/proof-format.md. Costs are ignored.

THE PROBLEM. A solution is a set of options that keeps to every constraint. These are numbered from 1 on:
items, then sums (one with two bounds is two, and a lower bound is an upper one of the opposite weights),
then rules. An item is covered low to high times; a colored one gets at most one color.
Connected: from each marked place to each other one there is a way through marked neighbors. Areas: what hangs
together with a start has so many places, if its option is chosen, or always. One loop: each option joins
pairs of places by lines; there are some, at each place none or two meet, and all are one closed loop. Paths:
one line is at each place with a number of ends, none or two meet at others, none are closed, and the ends of
each path have the same number.
THE PROOF. In the course of it, some options are known to be in every solution that is not counted yet, others
to be in none; a literal is the number of an option, or of a name for something else, or the opposite number
if it is not so. What CONSTRAINT.follow() does with the options that are decided is right for each constraint
and each such state: it decides others that all solutions decide so, or returns True if no solution is left.
If all are decided, it returns True just where the constraint is broken. Clauses are constraints, too; each
new one has the next number. A line is
    u LITERALS 0 NUMBERS     a clause: with all its literals false, following these constraints one after the
                             other ends with True;
    l LITERALS 0 (NUMBER FACTOR)..   a clause: with all its literals false, a sum of items and bounds on sums,
                             each times a factor, is more than the greatest that open options allow;
    s OPTIONS                a solution, which keeps to all constraints, is counted, and from then on the
                             clause that another one differs from it somewhere is a constraint;
    d NUMBERS                these clauses are forgotten;
    c ITEM                   each color of a colored item, in the order in which its options give them, gets a
                             name: the next number behind the options and names, true if the color is given;
    m RULE PLACE             a place gets a name, true if it is marked, and that is a constraint.
A clause of one literal decides it for good. One without literals, or the opposite of what is decided, shows
that nothing is left: so every solution was counted. None was counted twice, as is checked.
"""

import hashlib
import json
import pathlib
import sys
import zlib


class Linear:
    """The weights of chosen options sum up to low .. high."""

    def __init__(self, terms, low, high):
        self.terms, self.low, self.high = terms, low, high

    def follow(self, state):
        least = sum(w if state.values[o] > 0 else min(w, 0) for o, w in self.terms if state.values[o] >= 0)
        most = sum(w if state.values[o] > 0 else max(w, 0) for o, w in self.terms if state.values[o] >= 0)
        if least > self.high or most < self.low:
            return True
        for option, weight in self.terms:
            if state.values[option] == 0:
                less, more = (option, -option) if weight < 0 else (-option, option)
                if least + abs(weight) > self.high:
                    state.decide(less)
                elif most - abs(weight) < self.low:
                    state.decide(more)
        return False


class Colored:
    """At most one color is given."""

    def __init__(self, colors):
        self.colors = colors

    def follow(self, state):
        names = {color: state.name(self, color) for _, color in self.colors}
        given = {color for option, color in self.colors if max(state.value(option, names[color])) > 0}
        alive = {color for option, color in self.colors if min(state.value(option, names[color])) >= 0}
        for color, name in names.items():
            state.decide(name if color in given else -name if given or color not in alive else 0)
        for option, color in self.colors:
            state.decide(0 if color in alive and not given - {color} else -option)
        return len(given) > 1 or not given <= alive


class Clause:
    def __init__(self, literals):
        self.literals = literals

    def follow(self, state):
        left = [literal for literal in self.literals if not state.is_false(literal)]
        if len(left) == 1:
            state.decide(left[0])
        return not left


class Mark:
    """A name is true if one of some options is chosen."""

    def __init__(self, name, options):
        self.clauses = [
            Clause([-name, *sorted(set(options))]),
            *(Clause([name, -option]) for option in options),
        ]

    def follow(self, state):
        return any(clause.follow(state) for clause in self.clauses)


class Places:
    """What marks the places of a rule, and the neighbors of these."""

    def __init__(self, rule):
        self.near, self.areas, self.is_loop = rule.get("near"), rule.get("areas"), rule["kind"] == "loop"
        self.ends = rule.get("ends", [None] * len(rule["places"]))
        self.markers = [[] for _ in rule["places"]]
        self.lines = [[] for _ in rule["places"]]
        for option, places in enumerate(rule["marks"], 1):
            for place in places:
                self.markers[place].append(option)
            for one, other in () if "near" in rule else zip(places[::2], places[1::2], strict=True):
                self.lines[one].append((other, option))
                self.lines[other].append((one, option))

    def look(self, state):
        """Which places are marked, and which may be."""
        marked, alive = set(), set()
        for place, options in enumerate(self.markers):
            name, *values = state.value(state.name(self, place), *options)
            if max(name, *values, -1) > 0:
                marked.add(place)
            if name >= 0 and max(*values, -1, -1) >= 0:
                alive.add(place)
        return marked, alive


def reached(start, near, places):
    """What hangs together with a start through some places: those, and the start."""
    found, waiting = {start}, [start]
    for place in waiting:
        fresh = places.intersection(near[place]) - found
        found |= fresh
        waiting += fresh
    return found


class Connected(Places):
    def follow(self, state):
        marked, alive = self.look(state)
        if not marked:
            return False
        together = reached(min(marked), self.near, alive)
        for place in alive - together:
            for literal in (*self.markers[place], state.name(self, place)):
                state.decide(-literal)
        return not marked <= together


class Areas(Places):
    def follow(self, state):
        looks = self.look(state)
        for area in self.areas:
            if area["option"] is None or state.values[area["option"] + 1] > 0:
                least, most = (len(some & reached(area["start"], self.near, some)) for some in looks)
                if least > area["most"] or most < area["least"]:
                    return True
        return False


class Lines(Places):
    def follow(self, state):
        values = state.values
        for options, end in zip(self.markers, self.ends, strict=True):
            most, chosen = 2 if end is None else 1, sum(values[option] > 0 for option in options)
            for option in options:
                if values[option] == 0 and chosen + options.count(option) > most:
                    state.decide(-option)
            is_short = chosen < most and (chosen or most == 1)
            if chosen > most or (is_short and all(values[option] for option in options)):
                return True
        near = [[other for other, option in lines if values[option] >= 0] for lines in self.lines]
        marked, alive = self.look(state)
        if self.is_loop:
            return not marked <= reached(min(marked), near, alive) if marked else not alive
        left = set(range(len(near)))
        while left:
            part = reached(min(left), near, left)
            left -= part
            ends = [self.ends[place] for place in part if self.ends[place] is not None]
            if (marked & part and not ends) or any(ends.count(end) % 2 for end in ends):
                return True
        return False


class State:
    """Of an option or a name, 1 if it is chosen or true, -1 if it is not, 0 if it is open; 0 is no option."""

    def __init__(self, options):
        self.values, self.trail, self.names = [0] * (options + 1), [], {}

    def value(self, *numbers):
        return [self.values[number] for number in numbers]

    def name(self, constraint, key):
        """That of a color of an item, or of a place of a rule; 0 if it has none."""
        return self.names.get((constraint, key), 0)

    def define(self, constraint, key):
        if (constraint, key) in self.names:
            raise ValueError("it has a name")
        self.names[constraint, key] = len(self.values)
        self.values.append(0)
        return len(self.values) - 1

    def is_false(self, literal):
        return self.values[abs(literal)] * literal < 0

    def decide(self, literal):
        if literal and self.values[abs(literal)] == 0:
            self.values[abs(literal)] = 1 if literal > 0 else -1
            self.trail.append(abs(literal))

    def forget(self):
        while self.trail:
            self.values[self.trail.pop()] = 0


KINDS = {"connected": Connected, "areas": Areas, "loop": Lines, "paths": Lines}


class Problem:
    def __init__(self, path):
        data = json.loads(pathlib.Path(path).read_text("utf-8"))
        items, options, uses = data["items"], data["options"], [[] for _ in data["items"]]
        for number, option in enumerate(options, 1):
            for item, color in zip(option["items"], option.get("colors", option["items"]), strict=True):
                uses[item].append((number, json.dumps(color)))
        self.options, self.constraints = len(options), []
        for item, own in zip(items, uses, strict=True):
            high = len(own) if item["high"] is None else min(item["high"], len(own))
            once = [(option, 1) for option, _ in own]
            self.constraints.append(Colored(own) if item["colored"] else Linear(once, item["low"], high))
        for each in data["sums"]:
            terms = [(o + 1, w) for o, w in zip(each["options"], each["weights"], strict=True)]
            if each["low"] is not None:
                self.constraints.append(Linear([(o, -w) for o, w in terms], float("-inf"), -each["low"]))
            if each["high"] is not None:
                self.constraints.append(Linear(terms, float("-inf"), each["high"]))
        self.constraints += [KINDS[rule["kind"]](rule) for rule in data["rules"]]
        parts = [[item["low"], item["high"], item["colored"]] for item in items]
        parts += [[option["items"], option.get("colors")] for option in options]
        parts += [[each[key] for key in ("options", "weights", "low", "high")] for each in data["sums"]]
        parts += [[rule.get(key) for key in ("kind", "marks", "near", "areas")] for rule in data["rules"]]
        parts += [rule["ends"] for rule in data["rules"] if "ends" in rule]
        self.digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Check:
    def __init__(self, problem):
        self.constraints, self.first = dict(enumerate(problem.constraints, 1)), len(problem.constraints)
        self.options, self.next, self.state = problem.options, self.first + 1, State(problem.options)
        self.counted, self.is_over = set(), False

    def take(self, kind, *words):
        numbers = list(map(int, words))
        if kind == "d":
            for number in numbers:
                if number <= self.first:
                    raise ValueError("a constraint of the problem is not forgotten")
                del self.constraints[number]
        elif kind == "c":
            item = self.constraints[numbers[0]]
            for color in dict.fromkeys(color for _, color in item.colors):
                self.state.define(item, color)
        elif kind == "m":
            rule, place = self.constraints[numbers[0]], numbers[1] - 1
            self.add(Mark(self.state.define(rule, place), rule.markers[place]))
        else:
            self.add_clause(kind, numbers)

    def add(self, constraint):
        self.constraints[self.next] = constraint
        self.next += 1

    def add_clause(self, kind, numbers):
        if kind == "s":
            literals = self.count(set(numbers))
        else:
            literals, hints = numbers[: numbers.index(0)], numbers[numbers.index(0) + 1 :]
            found = any(map(self.refuse, literals)) or {"u": self.follow, "l": self.combine}[kind](hints)
            self.state.forget()
            if not (found or self.is_over):
                raise ValueError("the clause does not follow")
        if len(literals) < 2:
            self.is_over = self.is_over or not literals or self.state.is_false(literals[0])
            for literal in literals:
                self.state.decide(literal)
            self.state.trail.clear()
        self.add(Clause(literals))

    def refuse(self, literal):
        """Decides that a literal is false; True if it cannot be."""
        found = self.state.is_false(-literal)
        self.state.decide(-literal)
        return found

    def follow(self, hints):
        return any(self.constraints[number].follow(self.state) for number in hints)

    def combine(self, hints):
        room, factors = 0, {}
        for number, factor in zip(hints[::2], hints[1::2], strict=True):
            linear = self.constraints[number]
            room -= factor * (linear.low if factor > 0 else linear.high)
            for option, weight in linear.terms:
                factors[option] = factors.get(option, 0) + factor * weight
        for option, factor in factors.items():
            value = self.state.values[option]
            room += factor if value > 0 or (value == 0 and factor > 0) else 0
        return room < 0

    def count(self, chosen):
        """A solution. Returns that one differs from it."""
        size = self.options + 1
        if self.is_over:
            raise ValueError("a solution follows where nothing is left")
        full = State(size - 1)
        full.values[1:] = [1 if option in chosen else -1 for option in range(1, size)]
        wrong = not chosen <= set(range(1, size)) or frozenset(chosen) in self.counted
        if wrong or any(self.constraints[number].follow(full) for number in range(1, self.first + 1)):
            raise ValueError("this is no solution, or it was counted")
        self.counted.add(frozenset(chosen))
        return [-option if option in chosen else option for option in range(1, size)]


def lines(path, digest):
    """Of a certificate, unpacked piece by piece, when its digests are found right."""
    data, head = pathlib.Path(path).read_bytes(), f"excover clauses 1 {digest}\n".encode()
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
    check = Check(problem)
    for at, line in enumerate(lines(path, problem.digest), 1):
        try:
            check.take(*line.decode().split())
        except Exception as wrong:
            reason = wrong if isinstance(wrong, ValueError) else "no such line, option or constraint"
            raise ValueError(f"line {at}: {reason}") from None
    if not check.is_over:
        raise ValueError("more solutions may be left")
    return len(check.counted)


if __name__ == "__main__":
    try:
        print(proven(Problem(sys.argv[1]), sys.argv[2]))
    except Exception as wrong:
        sys.exit(f"not proven: {wrong}")
