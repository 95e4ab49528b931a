"""Bodies are JSON in UTF-8."""

from typing import IO, Any

from rest_framework.parsers import JSONParser

from games.json_text import read_json_text
from games.problems import Refused
from tournaments.api.refusals import Misunderstood

MOST_VALUES = 5000
"""In a body: an event of a thousand contestants has a few more than those."""


class JSONText(JSONParser):
    """JSON as `games.json_text` reads it."""

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """The value; raises `Misunderstood`."""
        try:
            return read_json_text(stream.read(), most=MOST_VALUES)
        except Refused as refused:
            raise Misunderstood(refused.problems[0]) from None
