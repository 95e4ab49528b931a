"""Bodies are JSON in UTF-8."""

import json
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from games.json_text import read_json_text
from games.problems import Refused
from tournaments.api.refusals import Misunderstood

MOST_VALUES = 5000
"""In a body: an event of a thousand contestants has a few more than those."""


class JSONText(JSONParser):
    """JSON whose letters can all be written again: half a surrogate pair is refused with the rest."""

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """The value; raises `ParseError`."""
        try:
            value = read_json_text(stream.read(), most=MOST_VALUES)
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as broken:
            raise ParseError(f"JSON parse error - {broken.reason}") from None
        except Refused as refused:
            raise Misunderstood(refused.problems[0]) from None
        return value
