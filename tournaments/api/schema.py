"""The schema and its pages, with what is true of every operation: how it may be refused, and who
may ask."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

schema_view = SpectacularJSONAPIView.as_view()
docs_view = SpectacularSwaggerSplitView.as_view(
    url_name="api_schema", template_name="api/docs.html"
)

PROBLEMS_SCHEMA = {
    "type": "object",
    "required": ["problems"],
    "properties": {
        "problems": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["code", "message", "field", "line"],
                "properties": {
                    "code": {"type": "string", "description": "Stable, for programs."},
                    "message": {
                        "type": "string",
                        "description": "For people, in the language asked for.",
                    },
                    "field": {"type": "string", "nullable": True},
                    "line": {"type": "integer", "nullable": True, "description": "Counted from 1."},
                },
            },
        }
    },
}
"""The one shape of a refusal; `problems.py` makes it."""

_REFUSED = {
    "401": "Nobody is known by this code or token, or one is needed.",
    "404": "There is no such thing.",
    "406": "Only JSON is spoken.",
    "429": "Too many wrong table codes: wait.",
}
_WRITING = {
    "400": "The request cannot be read, or lacks its Idempotency-Key.",
    "403": "Not for whoever asks.",
    "409": "It no longer fits what is stored: look again.",
    "415": "Only JSON is read.",
    "422": "Everything that is wrong with it, at once.",
}


def add_error_responses(result: dict[str, Any], **_generator: Any) -> dict[str, Any]:
    """Every operation with the ways in which it may be refused."""
    result["components"]["schemas"]["Problems"] = PROBLEMS_SCHEMA
    for path in result["paths"].values():
        for method, operation in path.items():
            refused = _REFUSED | (_WRITING if method == "post" else {"403": _WRITING["403"]})
            operation["responses"] |= {status: _refusal(text) for status, text in refused.items()}
    return result


def _refusal(text: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}
    return {"description": text, "content": content}


class _Secret(OpenApiAuthenticationExtension):
    """A secret in the header `Authorization`, after the word for its kind."""

    kind: str

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """How clients send it."""
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": self.kind}


class TableCodeScheme(_Secret):
    """The code printed on a table."""

    target_class = "tournaments.api.authentication.TableCodeAuthentication"
    name = "table"
    kind = "`Table <code>`: the code printed on the table."


class MemberTokenScheme(_Secret):
    """A member's token."""

    target_class = "tournaments.api.authentication.TokenAuthentication"
    name = "member"
    kind = "`Token <token>`: what `manage.py api_token USER` prints."
