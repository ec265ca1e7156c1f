"""Translate a certificate of clauses for VeriPB, a checker of other people.

python3 as_veripb.py PROBLEM CERTIFICATE FORMULA PROOF reads the problem as `excover expand SPEC --to json`
writes it, and writes it as pseudo-Boolean FORMULA (OPB), and the lines of the certificate as PROOF of version
1.1, which `veripb FORMULA PROOF` checks. Each `v` of the proof is a solution that is counted; it ends in a
contradiction: nothing else is left. The number of solutions is printed. Rules (connected, one loop, paths,
areas) have no such form, and are refused. Nothing of excover is imported but check_clauses.py beside it.

Variable xN is 1 if option N is chosen; behind them, there is one for each color of each colored item, 1 if it
is given.
"""

import pathlib
import sys

from check_clauses import Colored, Linear, Problem, lines


class Formula:
    """The rows, all with >=; by constraint, the numbers of the rows of its lower and upper bound."""

    def __init__(self, problem):
        self.rows, self.bounds, self.colors, self.variables = [], {}, {}, problem.options
        for number, constraint in enumerate(problem.constraints, 1):
            if isinstance(constraint, Linear):
                self.bounds[number] = self.linear(constraint)
            elif isinstance(constraint, Colored):
                self.colors[number] = self.colored(constraint)
            else:
                raise ValueError("it has a rule, which is no pseudo-Boolean constraint")

    def row(self, terms, least):
        self.rows.append(
            f"{' '.join(f'{weight:+} x{variable}' for variable, weight in terms) or '+0 x1'} >= {least} ;"
        )
        return len(self.rows)

    def linear(self, constraint):
        low, high, terms = constraint.low, constraint.high, constraint.terms
        below = 0 if low == float("-inf") else self.row(terms, low)
        return below, self.row([(variable, -weight) for variable, weight in terms], -high)

    def colored(self, constraint):
        """A color is given if and only if one of its options is chosen; at most one is."""
        users = {}
        for option, color in constraint.colors:
            users.setdefault(color, []).append(option)
        names = range(self.variables + 1, self.variables + len(users) + 1)
        self.variables += len(users)
        for name, options in zip(names, users.values(), strict=True):
            for option in options:
                self.row([(name, 1), (option, -1)], 0)
            self.row([(name, -1), *((option, 1) for option in options)], 0)
        self.row([(name, -1) for name in names], -1)
        return names


class Proof:
    """The lines; ``known``: by the number of a clause of the certificate, that of VeriPB."""

    def __init__(self, problem, formula):
        self.formula, self.options, self.names = formula, problem.options, {}
        self.lines = ["pseudo-Boolean proof version 1.1", f"f {len(formula.rows)}"]
        self.known, self.next, self.last = {}, len(problem.constraints) + 1, len(formula.rows)
        self.unnamed, self.solutions = problem.options + 1, 0

    def literal(self, number):
        variable = abs(number)
        return f"{'~' if number < 0 else ''}x{variable if variable <= self.options else self.names[variable]}"

    def write(self, line):
        self.lines.append(line)
        self.last += 1

    def take(self, kind, *words):
        numbers = list(map(int, words))
        if kind == "c":
            for variable in self.formula.colors[numbers[0]]:
                self.names[self.unnamed] = variable
                self.unnamed += 1
        elif kind == "d":
            self.lines.append("del id " + " ".join(str(self.known.pop(number)) for number in numbers))
        else:
            if kind == "s":
                self.solution(set(numbers))
            else:
                self.clause(kind, numbers[: numbers.index(0)], numbers[numbers.index(0) + 1 :])
            self.known[self.next] = self.last
            self.next += 1

    def solution(self, chosen):
        self.solutions += 1
        numbers = (n if n in chosen else -n for n in range(1, self.options + 1))
        self.write("v " + " ".join(map(self.literal, numbers)))

    def clause(self, kind, literals, hints):
        if kind == "l":
            words = []
            for number, factor in zip(hints[::2], hints[1::2], strict=True):
                words += [self.formula.bounds[number][factor < 0], abs(factor), "*", *["+"] * bool(words)]
            self.write("pol " + " ".join(map(str, words)))
        self.write("rup " + " ".join(f"1 {self.literal(each)}" for each in literals) + " >= 1 ;")
        if kind == "l":
            self.lines.append(f"del id {self.last - 1}")


def translated(problem_file, certificate):
    """The formula, the proof, and the number of solutions."""
    problem = Problem(problem_file)
    formula = Formula(problem)
    proof = Proof(problem, formula)
    for line in lines(certificate, problem.digest):
        proof.take(*line.decode().split())
    proof.write("rup >= 1 ;")
    proof.lines.append(f"c {proof.last}")
    head = f"* #variable= {formula.variables} #constraint= {len(formula.rows)}"
    return "\n".join([head, *formula.rows, ""]), "\n".join([*proof.lines, ""]), proof.solutions


if __name__ == "__main__":
    try:
        *texts, number = translated(*sys.argv[1:3])
        for path, text in zip(sys.argv[3:5], texts, strict=True):
            pathlib.Path(path).write_text(text, "utf-8")
        print(number)
    except (OSError, ValueError) as wrong:
        sys.exit(f"not translated: {wrong}")
