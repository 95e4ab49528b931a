"""Files of JSON given to a command."""

import json
from pathlib import Path

from games.problems import Problem, Refused
from games.text import gettext_noop as _


def read_json(path: str) -> object:
    """The one JSON value in the file, UTF-8 with or without a mark; raises `Refused` if there is none."""
    try:
        value: object = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        params = {"path": path, "reason": error.strerror}
        raise Refused(
            [Problem("unreadable_file", _("%(path)s cannot be read: %(reason)s."), params)]
        ) from error
    except (ValueError, RecursionError) as error:
        params = {"path": path, "reason": str(error)}
        raise Refused([Problem("not_json", _("%(path)s is not JSON: %(reason)s."), params)]) from error
    return value
