"""Base classes of the API's views, and the description of actions in the schema."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_headers
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.views import APIView

from tournaments.access.page_cache import cacheable
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.api.permissions import optional_idempotency_key
from tournaments.permissions.actor import Actor

# Responses to anonymous requests are cached for a moment. Clients revalidate them by their ETag, so
# polling is cheap.
cached_public = method_decorator(
    [cacheable, vary_on_headers("Authorization", "Cookie"), cache_control(no_cache=True)],
    "dispatch",
)

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,80}$"},
    OpenApiParameter.HEADER,
    required=True,
    description=(
        "New for each result: the same key again gets the same answer, with another body 409."
    ),
)

OPTIONAL_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,80}$"},
    OpenApiParameter.HEADER,
    description="The same key again changes nothing, and gets the present state as its answer.",
)


@cached_public
class PublicView(APIView):
    """Reads one object; `parameters` are the query parameters that its URL may have."""

    parameters: ClassVar[frozenset[str]] = frozenset()


@cached_public
class PublicListView(ListAPIView):
    """Reads a paginated list; `parameters` are the query parameters that its URL may have."""

    parameters: ClassVar[frozenset[str]] = frozenset({"page", "page_size"})


class ActionView(APIView):
    """Base of the views that run one action."""

    def run_once(self, actor: Actor, body: list[object], action: Callable[[], object]) -> None:
        """Run an action, unless it has run before under the request's idempotency key.

        Without a key, the action runs each time. `body` identifies the request; a key that was sent
        before with another body raises `Conflict`.
        """

        def run() -> Answer:
            action()
            return {}

        if key := optional_idempotency_key(self.request):
            idempotent(actor, key, body, run)
        else:
            action()


class NotFoundView(APIView):
    """Answers every other URL under /api/v1/ with a 404 in the format of all errors."""

    schema = None

    def initial(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Raise `NotFound` for every method."""
        raise NotFound


def action_schema(
    body: Any,
    answer: Any,
    *,
    status: int = 200,
    key: OpenApiParameter = OPTIONAL_IDEMPOTENCY_KEY,
) -> Any:
    """Describe an action in the schema: its body, its answer, and its idempotency key."""
    return extend_schema(request=body, responses={status: answer}, parameters=[key])
