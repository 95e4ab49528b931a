"""An event as it was after some act: everything later is undone, the latest first, all or
nothing."""

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.acts.quicker import last_act, quicker_since
from tournaments.actions.acts.undoing import reverse
from tournaments.actions.audit import record, refuse_read_only
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.models import Act, Event, Verb
from tournaments.queries.history.actions import lasting_from

_NOTHING = _("Nothing was done since that could be undone.")


def go_back(act_id: int, actor: Actor, seen: int | None = None) -> Answer:
    """Undo every act after this one that has an effect; what tables said stays.

    `seen` is the last act of the event that was there when it was shown what would be undone; None
    where nobody has looked. Answers how many, `undone`; the same `seen` again gets the earlier
    answer. Raises as `undo_act` does, for the first that cannot be undone: then nothing is;
    `Conflict` where more was done since than was seen; and `Refused` where there is nothing to
    undo.
    """
    return _restored(act_id, act_id + 1, actor, seen)


def go_back_before(act_id: int, actor: Actor, seen: int | None = None) -> Answer:
    """The same, of this act too: the event is as it was before it."""
    return _restored(act_id, act_id, actor, seen)


def _restored(act_id: int, first: int, actor: Actor, seen: int | None) -> Answer:
    """Once from each state that was seen, else from each that is there."""
    act = Act.objects.select_related("event__club").get(pk=act_id)
    last = last_act(act.event_id) if seen is None else seen
    body = ["restore" if first > act_id else "restore before", act_id, last]
    return idempotent(
        actor, "{} {} of {}".format(*body), body, lambda: _undo_from(act, first, actor, seen)
    )


def _undo_from(act: Act, first: int, actor: Actor, seen: int | None) -> Answer:
    refuse_read_only(act.event)
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=act.event_id)
    if seen is not None and (quicker := quicker_since(act.event_id, seen)):
        raise Conflict(quicker)
    later = lasting_from(act.event_id, first)
    if not later:
        raise Refused([Problem("nothing_since", _NOTHING)])
    for each in later:
        reverse(each.pk, actor)
    record(actor, Verb.RESTORE, act.event, act=act.pk)
    return {"undone": len(later)}
