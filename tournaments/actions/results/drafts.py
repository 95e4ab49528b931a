"""A table keeps what it has of a board that is played in several legs, until the result is
whole."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils import timezone

from games.fields import Field
from games.game import Game
from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.rate_limits import check_draft_rate
from tournaments.actions.results.devices import link_devices
from tournaments.models import AuditAction, Draft, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import check_may_enter, check_side, published_problems
from tournaments.permissions.visibility.devices import read_device_access
from tournaments.queries.results.play_state import active_entries

_NOT_LET_IN = _(
    "Another phone of your side is filling in this board: link this phone from that one."
)
_WHOLE = _("This game is entered when it is over, not leg by leg.")


def store_draft(
    play_id: int, submitted: Mapping[str, str], actor: Actor, seen: Collection[str] = ()
) -> None:
    """Keep what the actor's side has filled in; what is left empty goes if its phone had `seen` it.

    So two phones of one side lose nothing of one another. Where the side has entered its result
    meanwhile, or the director has decided, nothing is left to be kept. Raises `Play.DoesNotExist`,
    `NotPermitted` to another table, `ValidationFailed` with every problem of what is filled in, for
    a side that there is not, in a game that is not played in legs, once the standings are
    published, and in an event to be looked at only.
    """
    check_draft_rate(actor)
    # The play's row before the draft's, as whoever enters a result has them.
    with transaction.atomic():
        locked = Play.objects.select_for_update(of=("self",), no_key=True)
        play = locked.select_related("seating__round__section").get(pk=play_id)
        check_may_enter(play, actor)
        check_side(play, actor)
        require_editable(play.board.session.stage.event, AuditAction.POST_TABLE)
        game = play.board.session.stage.event.game
        raise_if_any([*published_problems(play), *_problems(game, submitted)])
        if play.state in Play.WORD_DUE and not _has_said(play, actor.side):
            filled = {each.name: submitted[each.name].strip() for each in _filled(game, submitted)}
            link_devices(play, actor)
            _keep(play, filled, actor, seen)


def _keep(play: Play, filled: Mapping[str, str], actor: Actor, seen: Collection[str]) -> None:
    before = Draft.objects.filter(play=play, side=actor.side).first()
    if before and before.device != actor.device:
        access = read_device_access(actor.device, play.board.session)
        raise_if_any(
            [] if access.is_linked_at(play.seating) else [Problem("not_let_in", _NOT_LET_IN)]
        )
    kept = {
        name: text for name, text in (before.fields if before else {}).items() if name not in seen
    }
    columns = {**actor.columns(), "fields": {**kept, **filled}, "at": timezone.now()}
    if columns["fields"]:
        Draft.objects.update_or_create(play=play, side=actor.side, defaults=columns)
    elif before:
        before.delete()


def _has_said(play: Play, side: str) -> bool:
    return any(entry.side == side for entry in active_entries(play.entries.all()))


def discard_draft(play: Play, side: str) -> None:
    """The side has entered its result; a game without legs has kept nothing, and is not asked
    about it."""
    if play.board.session.stage.event.game.has_legs:
        Draft.objects.filter(play=play, side=side).delete()


def _filled(game: Game, submitted: Mapping[str, str]) -> list[Field]:
    return [
        each
        for each in game.fields
        if each.leg is not None and submitted.get(each.name, "").strip()
    ]


def _problems(game: Game, submitted: Mapping[str, str]) -> list[Problem]:
    if not game.has_legs:
        return [Problem("no_legs", _WHOLE)]
    read = [each.parse(submitted[each.name]) for each in _filled(game, submitted)]
    return [problem for _value, problem in read if problem]
