"""Post JSON to the API of another installation."""

import json
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _

# The request fails if the site sends nothing for this long.
TIMEOUT_SECONDS = 20

_MAX_ANSWER_BYTES = 1_000_000
_NOT_A_WEB_ADDRESS = _(
    "%(address)s is not the address of a site: write one that begins with https://."
)
_UNREACHABLE = _(
    "%(address)s cannot be reached: %(why)s. Nothing is lost: try again, or deliver the file "
    "another way."
)
_NOT_MANILLA = _("The site at %(address)s is not Manilla.")


def post_json(address: str, value: object, token: str, key: str) -> Any:
    """Post a JSON value with a member's token, and return the answer.

    Raises `ValidationFailed` with the problems that the site reports, or if it cannot be reached.
    """
    params = {"address": address}
    if not address.startswith(("https://", "http://")):
        raise ValidationFailed([Problem("not_an_address", _NOT_A_WEB_ADDRESS, params)])
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Token {token}",
        "Idempotency-Key": key,
    }
    try:
        request = Request(address, json.dumps(value).encode(), headers)  # noqa: S310 (checked above)
        with build_opener(_NoRedirects).open(request, timeout=TIMEOUT_SECONDS) as response:
            return _parse_object(response.read(_MAX_ANSWER_BYTES), params)
    except HTTPError as error:
        answer = _parse_object(error.read(_MAX_ANSWER_BYTES), params)
        raise ValidationFailed(_problems(answer, params)) from None
    except (OSError, ValueError, HTTPException) as error:
        raise ValidationFailed(
            [Problem("unreached", _UNREACHABLE, {**params, "why": str(error)})]
        ) from None


class _NoRedirects(HTTPRedirectHandler):
    """Rejects redirects, because the token must only be sent to the address that was typed."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        """Return None, so that the redirect is not followed."""


def _parse_object(content: bytes, params: dict[str, str]) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ValidationFailed([Problem("not_ours", _NOT_MANILLA, params)])
    return value


def _problems(answer: dict[str, Any], params: dict[str, str]) -> list[Problem]:
    """Return the problems that the site reports, or one problem if it reports none."""
    return list(_parse_problems(answer.get("problems"))) or [
        Problem("not_ours", _NOT_MANILLA, params)
    ]


def _parse_problems(items: Any) -> Iterator[Problem]:
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and isinstance(item.get("message"), str):
            yield Problem(str(item.get("code")), "%(message)s", {"message": item["message"]})
