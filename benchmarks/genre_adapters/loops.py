"""Lines from cell to cell."""

from __future__ import annotations

from .adapter import Adapter, layers, lines

ADAPTERS = {
    "CountryRoad": Adapter("country-road", "field", layers("clue", "region"), lines()),
    "SimpleLoop": Adapter("simple-loop", "field", layers("wall"), lines()),
}
