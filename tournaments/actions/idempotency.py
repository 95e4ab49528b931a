"""A double post is harmless: the same one-time key gets the earlier answer."""

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

Answer = dict[str, Any]
_TRIES = 20
"""Each try that fails is one of another writer that did not: of twenty at one row the last is
through."""


class Conflict(ValidationFailed):
    """What was asked no longer fits what is stored: look again, then decide (HTTP 409)."""


class ConcurrentWrite(Exception):
    """Somebody else wrote first; the act is simply done again on what is there now."""


def idempotent(actor: Actor, key: str, body: object, act: Callable[[], Answer]) -> Answer:
    """Do `act` in one transaction and keep its answer under the actor's `key`; done before, only
    answer.

    Nearly everything comes once, so receipts are looked for only when it cannot be done; a second
    time nothing can, since no two receipts have one key. `act` may raise `ConcurrentWrite`, and is
    then tried again. Raises `Conflict` for a key that came with another body.
    """
    digest = hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()
    for _try in range(_TRIES):
        try:
            with transaction.atomic():
                return _kept(actor, key, digest, act())
        except Exception as failed:
            again = isinstance(failed, IntegrityError | ConcurrentWrite)
            if (answer := _answered(actor, key, digest)) is not None:
                if not (again or isinstance(failed, ValidationFailed)):
                    logger.warning("done before, as its receipt says, and not again: %r", failed)
                return answer
            if not again:
                raise
            # Another's row was there first: now it can be read.
    raise Conflict(
        [Problem("busy", _("Too many are writing this result at once: try again in a moment."))]
    )


def _answered(actor: Actor, key: str, digest: str) -> Answer | None:
    receipt = IdempotencyRecord.objects.filter(actor_token=actor.idempotency_scope, key=key).first()
    if receipt and receipt.digest != digest:
        raise Conflict(
            [
                Problem(
                    "key_reused",
                    _("This form was already sent with another result: open it again."),
                )
            ]
        )
    return receipt.answer if receipt else None


def _kept(actor: Actor, key: str, digest: str, answer: Answer) -> Answer:
    IdempotencyRecord.objects.create(
        actor_token=actor.idempotency_scope,
        key=key,
        digest=digest,
        answer=answer,
        at=timezone.now(),
    )
    return answer
