"""Expressions, evaluated for all bindings of their names at once.

``evaluate`` does it on a ``frame``, which knows the comparisons, ``loops`` makes the bindings, ``library``
and ``special`` have the functions of the language; ``scope`` knows what names mean, ``decided`` the
expressions of rules, which solutions decide, and ``reduce`` writes expressions with everything known put in.
"""
