"""Views of the OpenAPI schema, and what it says about every operation: errors and credentials."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

schema_view = SpectacularJSONAPIView.as_view()
docs_view = SpectacularSwaggerSplitView.as_view(
    url_name="api_schema", template_name="api/docs.html"
)

# The body of every error response; `problems.py` builds it.
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
                        "description": "For people, in the language of Accept-Language.",
                    },
                    "field": {"type": "string", "nullable": True},
                    "line": {"type": "integer", "nullable": True, "description": "Counted from 1."},
                },
            },
        }
    },
}

# Descriptions of error responses by status: those of every operation, and those that only
# operations which write have in addition.
_COMMON_ERRORS = {
    "401": "The table code or token is not valid, or one is required.",
    "404": "Not found.",
    "406": "Responses are JSON only.",
    "429": "Too many wrong table codes: wait.",
}
_WRITE_ERRORS = {
    "400": "The request cannot be parsed, or lacks its Idempotency-Key.",
    "403": "Not permitted.",
    "409": "What is stored has changed: read it again.",
    "415": "Bodies are JSON only.",
    "422": "Every problem of the body.",
}


def add_error_responses(result: dict[str, Any], **_generator: Any) -> dict[str, Any]:
    """Add the possible error responses to every operation of a schema."""
    result["components"]["schemas"]["Problems"] = PROBLEMS_SCHEMA
    for path in result["paths"].values():
        for method, operation in path.items():
            own_errors = _WRITE_ERRORS if method == "post" else {"403": _WRITE_ERRORS["403"]}
            operation["responses"] |= {
                status: _error_response(description)
                for status, description in (_COMMON_ERRORS | own_errors).items()
            }
    return result


def _error_response(description: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}
    return {"description": description, "content": content}


class _AuthorizationScheme(OpenApiAuthenticationExtension):
    """A secret in the `Authorization` header, after the name of its scheme."""

    description: str

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the OpenAPI security scheme."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": self.description,
        }


class TableCodeScheme(_AuthorizationScheme):
    """The code printed on a table."""

    target_class = "tournaments.api.authentication.TableCodeAuthentication"
    name = "table"
    description = "`Table <code>`: the code printed on the table."


class MemberTokenScheme(_AuthorizationScheme):
    """The token of a member."""

    target_class = "tournaments.api.authentication.TokenAuthentication"
    name = "member"
    description = "`Token <token>`: what `manage.py api_token USER` prints."
