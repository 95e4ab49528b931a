"""One JSON value sent to another installation's API; what it answers, or in words why there is
none."""

import json
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _

TIMEOUT_SECONDS = 20
"""Of silence, after which nobody is there."""

_MOST = 1_000_000
_NOT_WEB = _("%(address)s is not the address of a site: write one that begins with https://.")
_UNREACHED = _(
    "%(address)s cannot be reached: %(why)s. Nothing is lost: try again, or deliver the file "
    "another way."
)
_NOT_OURS = _("The site at %(address)s is not Manilla.")


def post_json(address: str, value: object, token: str, key: str) -> Any:
    """What a site answers to a member's act; raises `ValidationFailed` with what it refuses, or why
    nobody answers."""
    about = {"address": address}
    if not address.startswith(("https://", "http://")):
        raise ValidationFailed([Problem("not_an_address", _NOT_WEB, about)])
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Token {token}",
        "Idempotency-Key": key,
    }
    try:
        request = Request(address, json.dumps(value).encode(), headers)  # noqa: S310 (judged above)
        with build_opener(_Staying).open(request, timeout=TIMEOUT_SECONDS) as answer:
            return _object(answer.read(_MOST), about)
    except HTTPError as refused:
        raise ValidationFailed(_problems(_object(refused.read(_MOST), about), about)) from None
    except (OSError, ValueError, HTTPException) as away:
        raise ValidationFailed(
            [Problem("unreached", _UNREACHED, {**about, "why": str(away)})]
        ) from None


class _Staying(HTTPRedirectHandler):
    """Follows no address to another: a token is for the site that it was typed for."""

    def redirect_request(self, *_asked: Any, **_named: Any) -> None:
        """No further request."""


def _object(content: bytes, about: dict[str, str]) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ValidationFailed([Problem("not_ours", _NOT_OURS, about)])
    return value


def _problems(said: dict[str, Any], about: dict[str, str]) -> list[Problem]:
    """What the site says is wrong, in its words."""
    return list(_told(said.get("problems"))) or [Problem("not_ours", _NOT_OURS, about)]


def _told(problems: Any) -> Iterator[Problem]:
    for each in problems if isinstance(problems, list) else []:
        if isinstance(each, dict) and isinstance(each.get("message"), str):
            yield Problem(str(each.get("code")), "%(message)s", {"message": each["message"]})
