"""A problem and how one comes to it, with a method for each question.

``problem`` has `Problem`, `load` and `parse`; ``pipeline`` the stages from a text to a matrix, on one page;
``model`` makes problems from Python data, with ``model_items``, ``model_data``, ``model_statements``,
``arguments`` and ``drafts``; ``solution_set`` has all solutions at once: samples, certificates; ``heat`` and
``starts`` ask it for more.
"""
