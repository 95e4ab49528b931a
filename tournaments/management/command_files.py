"""Files that a command is given, or writes."""

from collections.abc import Callable
from pathlib import Path

from games.deal_text import deals_from_text, is_deal_text
from games.problems import Problem, ValidationFailed
from games.strict_json import parse_json
from games.text import Text
from games.text import gettext_noop as _
from tournaments.support.atomic_files import write_atomically

MAX_FILE_MB = 20
"""MB of a file; the event of a thousand contestants has a few."""

_VALUES = 2_000_000


def read_json(path: str) -> object:
    """The one JSON value in the file, UTF-8 with or without a mark; raises `ValidationFailed` if
    there is none."""
    return _read(path, _json)


def read_deals(path: str) -> object:
    """The sheet of deals in a file, as JSON or as text; raises `ValidationFailed` if there is
    none."""
    return _read(path, _deals)


def write_file(file: Path, text: str) -> None:
    """Put the text into a file, whole, in place of what it has; raises `ValidationFailed` where
    that cannot be."""
    try:
        write_atomically(file, text)
    except OSError as error:
        params = {"file": file, "why": error.strerror}
        template = _("%(file)s cannot be written: %(why)s.")
        raise ValidationFailed([Problem("unwritable_file", template, params)]) from error


def read_bytes(path: str) -> bytes:
    """What is in the file; raises `ValidationFailed` where it cannot be read, or holds more than is
    allowed."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE_MB * 1_000_000 + 1)
    except OSError as error:
        params = {"path": path, "reason": error.strerror}
        raise ValidationFailed(
            [Problem("unreadable_file", _("%(path)s cannot be read: %(reason)s."), params)]
        ) from error
    if len(content) > MAX_FILE_MB * 1_000_000:
        template = _("%(path)s is larger than %(most)s MB, too large for a Manilla file.")
        raise ValidationFailed(
            [Problem("file_too_large", template, {"path": path, "most": MAX_FILE_MB})]
        )
    return content


def _read(path: str, how: Callable[[bytes], object]) -> object:
    """What the content of a file says; each problem names the file."""
    content = read_bytes(path)
    try:
        return how(content)
    except ValidationFailed as refused:
        raise ValidationFailed(_in_file(path, problem) for problem in refused.problems) from None


def _json(content: bytes) -> object:
    return parse_json(content, max_values=_VALUES)


def _deals(content: bytes) -> object:
    text = content.decode("utf-8-sig", errors="replace")
    return deals_from_text(text) if is_deal_text(text) else _json(content)


def _in_file(path: str, problem: Problem) -> Problem:
    params = {"path": path, "why": Text(problem.template, problem.params)}
    return Problem(problem.code, _("%(path)s: %(why)s"), params)
