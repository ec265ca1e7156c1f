"""The Python face of the native core: one run, its engines and races, and the check of every cover.

``run`` has what limits a search and hears of it, ``strategy`` how to search, ``outcome`` what came of it;
``engine`` runs one engine slice by slice, ``search`` lists and counts; ``portfolio`` decides who runs, and
has the schedulers and the search for the best cover; ``external`` has the solvers of other people,
``symmetry`` and ``up_to_symmetry`` counts and lists by orbits, ``linear_refutation`` and ``proof`` proofs and
certificates, ``diagram`` all solutions in one graph, ``handle`` work in threads. This is the only door that
imports the native core, ``search/_core``, made from ``excover/native``.
"""
