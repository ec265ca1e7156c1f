"""A problem and how one comes to it, with a method for each question.

``problem`` has `Problem`, `load` and `parse`; ``pipeline`` the stages from a text to a matrix, on one page;
``model`` makes problems from Python data; ``solution_set`` has all solutions at once: samples, heat maps,
starts, certificates.
"""
