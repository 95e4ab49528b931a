"""Idempotency keys: a request that is sent twice takes effect once and gets one answer."""

import hashlib
import json
import logging
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import IdempotencyRecord
from tournaments.permissions.actor import Actor

logger = logging.getLogger(__name__)

# The answer of an action: a dictionary of JSON values.
Answer = dict[str, Any]

# An attempt fails only because another writer has succeeded. So of twenty concurrent writers of one
# row the last one needs at most twenty attempts.
_MAX_ATTEMPTS = 20


class Conflict(ValidationFailed):
    """The request is based on outdated data, or its key was used for another one (HTTP 409)."""


class ConcurrentWrite(Exception):
    """Another writer has changed the same row; `idempotent` runs the action again."""


def idempotent(actor: Actor, key: str, body: object, action: Callable[[], Answer]) -> Answer:
    """Run `action` in one transaction and store its answer under the actor's idempotency key.

    If the key has a stored answer, this answer is returned instead. After a `ConcurrentWrite` or an
    IntegrityError the action is run again, up to `_MAX_ATTEMPTS` times in all. Raises `Conflict`
    for a key that was used with another `body`, and if every attempt failed.
    """
    digest = hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()
    for _attempt in range(_MAX_ATTEMPTS):
        try:
            with transaction.atomic():
                return _store_answer(actor, key, digest, action())
        # The stored answer is looked up only after a failure: replays are rare, and this saves a
        # query per request. A replay always fails, because records are unique by scope and key.
        except Exception as error:
            may_retry = isinstance(error, IntegrityError | ConcurrentWrite)
            if (answer := _stored_answer(actor, key, digest)) is not None:
                if not (may_retry or isinstance(error, ValidationFailed)):
                    logger.warning("answered from the idempotency record in spite of %r", error)
                return answer
            if not may_retry:
                raise
            # The other writer has committed by now, so the next attempt reads their changes.
    raise Conflict(
        [Problem("busy", _("Too many are writing this result at once: try again in a moment."))]
    )


def _stored_answer(actor: Actor, key: str, digest: str) -> Answer | None:
    record = IdempotencyRecord.objects.filter(actor_token=actor.idempotency_scope, key=key).first()
    if record and record.digest != digest:
        raise Conflict(
            [
                Problem(
                    "key_reused",
                    _("This form was already sent with another result: open it again."),
                )
            ]
        )
    return record.answer if record else None


def _store_answer(actor: Actor, key: str, digest: str, answer: Answer) -> Answer:
    IdempotencyRecord.objects.create(
        actor_token=actor.idempotency_scope,
        key=key,
        digest=digest,
        answer=answer,
        at=timezone.now(),
    )
    return answer
