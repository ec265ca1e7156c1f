"""All solutions of a problem at once: what can be asked of them without listing them.

>>> import excover
>>> survey = excover.Survey.of(excover.load("pentominoes", {"rows": 3, "columns": 20}))
>>> survey.count, len(survey[0]), survey[0] == next(iter(survey))
(8, 12, True)
"""
