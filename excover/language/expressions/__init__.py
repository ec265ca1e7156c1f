"""Expressions, evaluated for all bindings of their names at once.

``evaluate`` does it on a ``frame``, ``loops`` makes the bindings, ``library`` and ``special`` have the
functions of the language; ``scope`` knows what names mean, ``comparison`` and ``decided`` the expressions
of rules, which solutions decide, and ``reduce`` writes expressions with everything known put in.
"""
