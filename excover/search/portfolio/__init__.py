"""Who runs: ``plans`` has the tables by which a question chooses its members.

They are `LISTS`, `COUNTS` and `BEST_ONES`. ``portfolio`` gives turns to members as a scheduler decides,
of which each of the other modules has one, or members of its own: ``until_enough`` a few covers,
``by_forecast`` all, ``by_orbits`` all by symmetry, ``background`` a probe beside a search, ``with_rules``
a random order, ``until_proved`` and ``objective_cuts`` the best one.
"""
