"""Covers in batches, and the native code that writes them as text.

>>> form = Template(b", ")
>>> form.add_number()
>>> form.add_text(b": ")
>>> form.add_list(b" + ", False)
>>> form.define(0, [b"x"], [])
>>> form.define(1, [b"y"], [])
>>> batch = CoverBatch()
>>> batch.extend([(0, 1), (1,)])
>>> form.write(batch, 0, 1)
(b'1: x + y, 2: y', 2)
"""

from excover.search._core import CoverBatch as CoverBatch
from excover.search._core import Template as Template
