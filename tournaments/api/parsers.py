"""Bodies are JSON in UTF-8."""

from typing import IO, Any

from rest_framework.parsers import JSONParser

from games.problems import ValidationFailed
from games.strict_json import parse_json
from tournaments.api.exceptions import BadRequest

MAX_BODY_VALUES = 5000
"""In a body: an event of a thousand contestants has a few more than those."""


class StrictJSONParser(JSONParser):
    """JSON as `games.strict_json` reads it."""

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """The value; raises `Misunderstood`."""
        try:
            return parse_json(stream.read(), max_values=MAX_BODY_VALUES)
        except ValidationFailed as refused:
            raise BadRequest(refused.problems[0]) from None
