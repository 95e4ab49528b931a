"""What every view of the API shares: anybody may read, an answer seen before is not sent again."""

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

# Told by its tag, so that it may be asked for again and again; what anybody is answered is kept for
# a moment.
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
    description="The same key again does nothing more and gets the answer of what is then.",
)


@cached_public
class PublicView(APIView):
    """One thing, to be read; `parameters` are those that its address may have."""

    parameters: ClassVar[frozenset[str]] = frozenset()


@cached_public
class PublicListView(ListAPIView):
    """Things of a kind, in pages; `parameters` are those that its address may have."""

    parameters: ClassVar[frozenset[str]] = frozenset({"page", "page_size"})


class ActionView(APIView):
    """Something to be done, through one action."""

    def run_once(self, actor: Actor, what: list[object], do: Callable[[], object]) -> None:
        """Do it; not again where it was sent under the same key before. Without a key it is tried
        each time.

        Raises `Conflict` for a key that came with something else.
        """

        def done() -> Answer:
            do()
            return {}

        if key := optional_idempotency_key(self.request):
            idempotent(actor, key, what, done)
        else:
            do()


class NotFoundView(APIView):
    """Every other address under /api/v1/: refused in the shape of all refusals."""

    schema = None

    def initial(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Raises `NotFound`, whatever the method."""
        raise NotFound


def action_schema(
    submitted: Any,
    answer: Any,
    *,
    status: int = 200,
    key: OpenApiParameter = OPTIONAL_IDEMPOTENCY_KEY,
) -> Any:
    """How the schema describes an act: the body it reads, what it answers, and whether it needs
    a key."""
    return extend_schema(request=submitted, responses={status: answer}, parameters=[key])
