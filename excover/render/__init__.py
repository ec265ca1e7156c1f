"""Pictures: solutions, boards and charts on a terminal, as SVG, on web pages and as meshes.

``text`` draws with letters, ``scene`` and ``svg`` with shapes, ``views`` chooses, and draws pieces alone;
``isometric`` and the modules of solids turn cells into bodies, ``html`` makes pages that need nothing
else.
"""
