"""Store drafts: the fields that a side has filled in so far, in games with legs."""

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

_DEVICE_NOT_LINKED = _(
    "Another phone of your side is filling in this board: link this phone from that one."
)
_GAME_WITHOUT_LEGS = _("This game is entered when it is over, not leg by leg.")


def store_draft(
    play_id: int, submitted: Mapping[str, str], actor: Actor, seen_fields: Collection[str] = ()
) -> None:
    """Merge the fields that the actor has filled in into the draft of their side.

    `seen_fields` has the names of the draft's fields that the actor's phone has shown. Of these
    fields, those that are submitted blank are removed from the draft. Other fields of the draft
    stay, so that two phones of one side do not delete each other's fields. Nothing is stored if the
    side has entered its result in the meantime, or if the play no longer needs a result.

    Raises `Play.DoesNotExist`, `NotPermitted` for a device of another table, `RateLimitExceeded`,
    and `ValidationFailed` with every problem of the fields, for a game without legs, for an unknown
    side, and if the standings are published or the event is read-only.
    """
    check_draft_rate(actor)
    # The play's row is locked before the draft's row, as in `submit_entry`.
    with transaction.atomic():
        locked_plays = Play.objects.select_for_update(of=("self",), no_key=True)
        play = locked_plays.select_related("seating__round__section").get(pk=play_id)
        check_may_enter(play, actor)
        check_side(play, actor)
        require_editable(play.board.session.stage.event, AuditAction.POST_TABLE)
        game = play.board.session.stage.event.game
        raise_if_any([*published_problems(play), *_field_problems(game, submitted)])
        if play.state in Play.STATES_AWAITING_ENTRY and not _has_entered(play, actor.side):
            filled_texts = {
                field.name: submitted[field.name].strip()
                for field in _filled_fields(game, submitted)
            }
            link_devices(play, actor)
            _merge_into_draft(play, filled_texts, actor, seen_fields)


def _merge_into_draft(
    play: Play, filled_texts: Mapping[str, str], actor: Actor, seen_fields: Collection[str]
) -> None:
    draft = Draft.objects.filter(play=play, side=actor.side).first()
    if draft and draft.device != actor.device:
        access = read_device_access(actor.device, play.board.session)
        raise_if_any(
            [] if access.is_linked_at(play.seating) else [Problem("not_let_in", _DEVICE_NOT_LINKED)]
        )
    unseen_texts = {
        name: text
        for name, text in (draft.fields if draft else {}).items()
        if name not in seen_fields
    }
    columns = {
        **actor.audit_columns(),
        "fields": {**unseen_texts, **filled_texts},
        "at": timezone.now(),
    }
    if columns["fields"]:
        Draft.objects.update_or_create(play=play, side=actor.side, defaults=columns)
    elif draft:
        draft.delete()


def _has_entered(play: Play, side: str) -> bool:
    return any(entry.side == side for entry in active_entries(play.entries.all()))


def discard_draft(play: Play, side: str) -> None:
    """Delete the draft of a side that has entered its result.

    Games without legs have no drafts, so no query is made for them.
    """
    if play.board.session.stage.event.game.has_legs:
        Draft.objects.filter(play=play, side=side).delete()


def _filled_fields(game: Game, submitted: Mapping[str, str]) -> list[Field]:
    return [
        field
        for field in game.fields
        if field.leg is not None and submitted.get(field.name, "").strip()
    ]


def _field_problems(game: Game, submitted: Mapping[str, str]) -> list[Problem]:
    if not game.has_legs:
        return [Problem("no_legs", _GAME_WITHOUT_LEGS)]
    parsed_fields = [
        field.parse(submitted[field.name]) for field in _filled_fields(game, submitted)
    ]
    return [problem for _value, problem in parsed_fields if problem]
