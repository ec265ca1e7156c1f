"""The Python face of the native core: one run, its engines and races, and the check of every cover.

``run`` has what limits a search and hears of it, ``strategy`` how to search, ``outcome`` what came of it;
``engine`` runs one engine slice by slice, ``search`` lists and counts; ``external`` has the solvers of other
people, ``symmetries`` counts and lists by orbits, ``refutation`` proofs and certificates, ``diagrams`` all
solutions in one graph, ``handle`` work in threads. This is the only door that imports the native core,
``search/_core``, made from ``excover/native``.
"""
