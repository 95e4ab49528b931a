"""What every repair has in common: who may, what is locked, who was quicker, and that it can be undone."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from games.problems import Problem, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor, NotYours
from tournaments.actions.acts.recording import Watched, recorded
from tournaments.actions.audit import record, refuse_read_only
from tournaments.actions.given_reason import LONGEST_REASON, given_reason_problems
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.standings_changed import standings_changed
from tournaments.models import Act, Section, Session, Verb
from tournaments.queries.acts import in_the_way, lasting_from, told
from tournaments.queries.roles import may_run_section

_NOT_YOURS = _("This is repaired by who directs there.")
_QUICKER = _("Somebody was quicker. %(who)s, %(time)s: %(what)s. Look at what it would come to now.")


QUICKER = "done_since"
_MOST_NAMED = 3


class Repair(NamedTuple):
    """How a repair is asked for: by whom, once for each `key`, and why in his own words, or blank.

    `seen` is the last act of the event that was there when its preview was read, 0 before the first: what
    another one has changed since is not repaired unseen. None where nobody has looked.
    """

    actor: Actor
    key: str
    reason: str = ""
    seen: int | None = None


@contextmanager
def repairing(
    sections: Collection[Section], verb: Verb, about: Mapping[str, Any], rows: Watched, how: Repair
) -> Iterator[None]:
    """Inside, rows of some sections of one session are repaired; to be used within `idempotent`.

    Raises `NotYours` to who does not direct them all, `Refused` for a reason that is too long, and `Conflict`
    where somebody has changed the same since he looked.
    """
    session = next(iter(sections)).session
    event, reason = session.stage.event, how.reason.strip()
    refuse_read_only(event)
    _refuse_who_does_not_direct(sections, how.actor)
    refuse(given_reason_problems(reason, "") if len(reason) > LONGEST_REASON else [])
    Session.objects.select_for_update(of=("self",)).get(pk=session.pk)
    before = last_act(event.pk)
    with recorded(how.actor, verb, event, about, rows, session=session, reason=reason):
        yield
    if how.seen is not None:
        _refuse_unseen(Act.objects.filter(event=event, pk__gt=before).first(), how.seen)
    record(how.actor, verb, event, **about, **({"reason": reason} if reason else {}))
    standings_changed(session.stage_id)


def last_act(event_id: int) -> int:
    """The last act of an event, 0 where there is none."""
    found = Act.objects.filter(event=event_id).order_by("pk").values_list("pk", flat=True).last()
    return found or 0


def quicker_since(event_id: int, seen: int, problems: Collection[Problem]) -> list[Problem]:
    """What was done since somebody looked, for who is refused because of it and is not told so yet."""
    if any(each.code == QUICKER for each in problems):
        return []
    return [told(each, _QUICKER) for each in lasting_from(event_id, seen + 1)[:_MOST_NAMED]]


def _refuse_who_does_not_direct(sections: Collection[Section], actor: Actor) -> None:
    """Tables repair nothing; the installation itself may."""
    is_his = actor.user_id is None or all(may_run_section(actor.user_id, each) for each in sections)
    if actor.table_id is not None or not is_his:
        raise NotYours([Problem("not_yours", _NOT_YOURS)])


def _refuse_unseen(act: Act | None, seen: int) -> None:
    if act is None:
        return
    since = Act.objects.filter(event=act.event_id, pk__gt=seen, pk__lt=act.pk).select_related("user")
    if quicker := in_the_way(act, since.order_by("-pk"), _QUICKER):
        raise Conflict(quicker)
