"""The Python face of the native core: one run, its engines and portfolios, and the check of every cover.

``run`` has what limits a search and hears of it, ``strategy`` how to search, ``outcome`` what came of it;
``engine_table`` declares what each engine carries, by which ``engine`` chooses and refuses, and runs one
slice by slice; ``search`` lists and counts; ``portfolio`` decides who runs; ``external`` has the solvers
of other people, ``symmetry`` and ``up_to_symmetry`` counts and lists by orbits, ``linear_refutation``
proofs that there is no cover, ``proof`` and ``clause_proof`` certificates, which tools/check_proof.py and
tools/check_clauses.py check; ``diagram`` all solutions in one graph, ``handle`` work in threads. This is
the only door that imports the native core, ``search/_core``, made from ``excover/native``: a folder for
each engine, ``rules`` for what all of them propagate (linear constraints, what is connected),
``bindings`` for what Python sees.
"""
