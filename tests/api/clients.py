"""API clients of tests: with a table code, a token, or nothing."""

import json
from itertools import count

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client

from tournaments.api.tokens import api_token_of
from tournaments.models import Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

ROOT = "/api/v1/"
_keys = count(1)


class Api:
    """An API client that sends the same `Authorization` header with every request, or none."""

    def __init__(self, authorization: str = "") -> None:
        self.headers = {"Authorization": authorization} if authorization else {}

    def ask(self, path: str, **headers: str) -> HttpResponse:
        """Return the response to GET of a path or a full URL."""
        return Client().get(_address(path), headers=self.headers | headers)

    def read(self, path: str) -> dict[str, object]:
        """Return the JSON of a GET request, which must answer 200."""
        answer = self.ask(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def all(self, path: str) -> list[dict[str, object]]:
        """Return the rows of all pages of a list."""
        page = self.read(path)
        following = page["next"]
        return page["results"] + (self.all(str(following)) if following else [])

    def send(self, path: str, body: object = None, key: str = "") -> HttpResponse:
        """Return the response to POST, under the given or a new idempotency key."""
        headers = self.headers | {"Idempotency-Key": key or f"api-key-{next(_keys)}"}
        return Client().post(
            _address(path), json.dumps(body or {}), content_type="application/json", headers=headers
        )

    def do(self, path: str, body: object = None) -> dict[str, object]:
        """Return the JSON of a POST request, which must succeed."""
        answer = self.send(path, body)
        assert answer.status_code in {200, 201}, answer.content
        return answer.json()


def member(actor: Actor) -> Api:
    """Return a client with the token of a member."""
    return Api(f"Token {api_token_of(get_user_model().objects.get(pk=actor.user_id))}")


def at_table(table: Table) -> Api:
    """Return a client with the code of a table."""
    return Api(f"Table {code_of(table)}")


def codes(response: HttpResponse) -> list[str]:
    """Return the codes of the problems in an error, and check its format."""
    problems = response.json()["problems"]
    assert all(set(problem) == {"code", "message", "field", "line"} for problem in problems)
    assert all(problem["message"] for problem in problems)
    return [problem["code"] for problem in problems]


def _address(path: str) -> str:
    return path if path.startswith("http") else ROOT + path
