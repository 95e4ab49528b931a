"""Second scorer of Botifarra."""

from tests.games.referee import duplicate_x, moments

TRUMPS = ["oros", "copes", "espases", "bastos", "botifarra"]
DOUBLING_LEVELS = {"none": 0, "contro": 1, "recontro": 2, "sant_vicenc": 3}


def x(record):
    """Return X of both lines."""
    _moments, ns = moments(record)
    trump = next(text for text in record["actions"] if text in TRUMPS)
    contro = next((text for text in reversed(record["actions"]) if text in DOUBLING_LEVELS), "none")
    if record["options"]["scoring"] == "duplicate":
        return duplicate_x(record["dealer"], trump, contro, ns)
    factor = [1, *map(int, record["options"]["multipliers"].split("-"))][DOUBLING_LEVELS[contro]]
    factor *= 2 if trump == "botifarra" else 1
    return {"ns": max(0, ns - 36) * factor, "ew": max(0, 36 - ns) * factor}
