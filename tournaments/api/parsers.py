"""Parser of request bodies: JSON in UTF-8."""

from typing import IO, Any

from rest_framework.parsers import JSONParser

from games.problems import ValidationFailed
from games.strict_json import parse_json
from tournaments.api.exceptions import BadRequest

# Most values in a body. A new event of a thousand contestants has little more than a thousand.
MAX_BODY_VALUES = 5000


class StrictJSONParser(JSONParser):
    """Parses JSON with `games.strict_json`, which limits depth and size and rejects NaN."""

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """Return the parsed value; raise `BadRequest` for anything that is no such JSON."""
        try:
            return parse_json(stream.read(), max_value_count=MAX_BODY_VALUES)
        except ValidationFailed as error:
            raise BadRequest(error.problems[0]) from None
