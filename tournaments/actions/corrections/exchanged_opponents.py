"""Two who sat in each other's place in a round, or one who sat where another was to rest."""

from collections.abc import Iterable, Iterator, Sequence

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.corrections.repeated_boards import void_repeated_plays
from tournaments.actions.corrections.substitutes import delete_substitutes, exchange_substitutes
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import (
    AuditAction,
    Contestant,
    Play,
    Round,
    SeatHolder,
    SitOut,
    Substitution,
)
from tournaments.permissions.results import check_own_board_rule_for

_TWO = _("Choose two different contestants.")
_NOBODY = _("Choose at least one contestant who sits at a table in this round.")
_TEAMS = _("Exchange teams on the page where their rounds are drawn.")
_ELSEWHERE = _(
    "%(name)s plays in another section, where the seat would be empty. Choose "
    "somebody of this section."
)
_NOT_BEGUN = _("Round %(round)s has not started.")
_HAS_LEFT = _(
    "%(name)s has left, and these boards are still to be played: %(boards)s. If nobody plays "
    "them, first decide that they are not played."
)


def exchange_opponents(
    round_id: int, one_id: int, other_id: int, correction: CorrectionRequest
) -> Answer:
    """Let two contestants have sat in each other's place in a round; who was there instead rested.

    What each would now play a second time is not played; the answer names these plays as
    `not_played`. Raises as `correcting` does, and `ValidationFailed` where the two are one, neither
    sits there, one plays in another section, the round has not begun, or one who has left would sit
    where a board is due.
    """
    body = [AuditAction.EXCHANGE_OPPONENTS, round_id, one_id, other_id]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _exchange(round_id, one_id, other_id, correction),
    )


def _exchange(round_id: int, one_id: int, other_id: int, correction: CorrectionRequest) -> Answer:
    related = Round.objects.select_related("section__session__stage__event__club")
    round_ = related.get(pk=round_id)
    pair = _two(round_, one_id, other_id)
    about = {"round": round_.number, "contestant": pair[0].pk, "instead": pair[1].pk}
    rows = [
        SeatHolder.objects.filter(seating__round=round_),
        Substitution.objects.filter(place__seating__round=round_),
        SitOut.objects.filter(round=round_),
    ]
    with correcting([round_.section], AuditAction.EXCHANGE_OPPONENTS, about, rows, correction):
        of_both = Play.objects.filter(seating__round=round_, seating__places__contestant__in=pair)
        check_own_board_rule_for(of_both, correction.actor)
        raise_if_any([*_gone(round_, *pair), *_gone(round_, *pair[::-1])])
        _take_each_others_places(round_, *pair)
        who = [each.pk for each in pair]
        called_off = void_repeated_plays(round_.section.session, who, correction)
    return {"round": round_.pk, "not_played": called_off}


def _two(round_: Round, one_id: int, other_id: int) -> tuple[Contestant, Contestant]:
    event = round_.section.session.stage.event
    if event.at_two_tables:
        raise ValidationFailed([Problem("teams_drawn", _TEAMS)])
    if round_.started_at is None:
        raise ValidationFailed([Problem("round_not_started", _NOT_BEGUN, {"round": round_.number})])
    found = {each.pk: each for each in event.contestants.filter(pk__in=(one_id, other_id))}
    if len(found) != 2:
        raise ValidationFailed([Problem("same_contestant", _TWO)])
    if not SeatHolder.objects.filter(seating__round=round_, contestant__in=found).exists():
        raise ValidationFailed([Problem("not_in_round", _NOBODY)])
    raise_if_any(_elsewhere(round_, found.values()))
    return found[one_id], found[other_id]


def _elsewhere(round_: Round, contestants: Iterable[Contestant]) -> list[Problem]:
    """Whoever plays in another section of the session would leave a hole there, and sit at two
    tables."""
    others = SeatHolder.objects.filter(seating__round__section__session=round_.section.session_id)
    others = others.exclude(seating__round__section=round_.section_id)
    away = set(others.values_list("contestant", flat=True))
    who = (each for each in contestants if each.pk in away)
    return [Problem("other_section", _ELSEWHERE, {"name": each.name}) for each in who]


def _gone(round_: Round, comes: Contestant, goes: Contestant) -> Iterator[Problem]:
    """What is due where somebody sits would wait for who comes there, for ever once he has left."""
    if Contestant.objects.filter(pk=comes.pk, withdrawn_at=None).exists():
        return
    due = Play.objects.filter(
        seating__round=round_, seating__places__contestant=goes, state=Play.State.DUE
    )
    if numbers := sorted(set(due.values_list("board__number", flat=True))):
        boards = ", ".join(map(str, numbers))
        yield Problem("has_left", _HAS_LEFT, {"name": comes.name, "boards": boards})


def _take_each_others_places(round_: Round, one: Contestant, other: Contestant) -> None:
    his, theirs = _places(round_, one), _places(round_, other)
    players = _players(one, his), _players(other, theirs)
    if len(his) == len(theirs):
        exchange_substitutes(list(zip(his, theirs, strict=True)))
    else:
        delete_substitutes([*his, *theirs])
    _give(his, other, players[1])
    _give(theirs, one, players[0])
    if not (his and theirs):
        absent, comes = (one, other) if his else (other, one)
        SitOut.objects.filter(round=round_, contestant=comes).update(contestant=absent)


def _places(round_: Round, contestant: Contestant) -> list[SeatHolder]:
    return list(
        SeatHolder.objects.filter(seating__round=round_, contestant=contestant).order_by("pk")
    )


def _players(contestant: Contestant, places: Sequence[SeatHolder]) -> list[int | None]:
    """Who of a contestant sits where he sits, or would if he sat: his partners as they are
    listed."""
    if places:
        return [place.player_id for place in places]
    return list(contestant.partners.order_by("pk").values_list("player", flat=True))


def _give(places: Sequence[SeatHolder], comes: Contestant, players: Sequence[int | None]) -> None:
    known = players if len(players) == len(places) else [None] * len(places)
    for place, player in zip(places, known, strict=True):
        place.contestant, place.player_id = comes, player
    SeatHolder.objects.bulk_update(places, ["contestant", "player"])
