"""Bodies are JSON in UTF-8."""

import json
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JSONText(JSONParser):
    """JSON whose letters can all be written again: half a surrogate pair is refused with the rest."""

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """The value; raises `ParseError`."""
        value = super().parse(stream, *args, **kwargs)
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as broken:
            raise ParseError(f"JSON parse error - {broken.reason}") from None
        return value
