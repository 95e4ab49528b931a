"""Correct the seating of a round in which two contestants sat in each other's seats."""

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

_SAME_CONTESTANT = _("Choose two different contestants.")
_NOT_IN_ROUND = _("Choose at least one contestant who sits at a table in this round.")
_TEAMS_ARE_DRAWN = _("Exchange teams on the page where their rounds are drawn.")
_OTHER_SECTION = _(
    "%(name)s plays in another section, where the seat would be empty. Choose "
    "somebody of this section."
)
_NOT_STARTED = _("Round %(round)s has not started.")
_HAS_LEFT = _(
    "%(name)s has left, and these boards are still to be played: %(boards)s. If nobody plays "
    "them, first decide that they are not played."
)


def exchange_opponents(
    round_id: int, first_id: int, second_id: int, correction: CorrectionRequest
) -> Answer:
    """Exchange the seats of two contestants in a round; one of them may have sat out.

    If a contestant would now play a board in a later round for the second time, the play becomes
    void and is returned in `not_played`. Raises what `correcting` does, and `ValidationFailed` if
    the contestants are the same, neither sits in the round, one plays in another section, the round
    has not started, or a contestant who has left would get a board that is still to be played.
    """
    body = [AuditAction.EXCHANGE_OPPONENTS, round_id, first_id, second_id]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _exchange(round_id, first_id, second_id, correction),
    )


def _exchange(
    round_id: int, first_id: int, second_id: int, correction: CorrectionRequest
) -> Answer:
    related = Round.objects.select_related("section__session__stage__event__club")
    round_ = related.get(pk=round_id)
    pair = _get_contestants_to_exchange(round_, first_id, second_id)
    subject = {"round": round_.number, "contestant": pair[0].pk, "instead": pair[1].pk}
    rows = [
        SeatHolder.objects.filter(seating__round=round_),
        Substitution.objects.filter(place__seating__round=round_),
        SitOut.objects.filter(round=round_),
    ]
    with correcting([round_.section], AuditAction.EXCHANGE_OPPONENTS, subject, rows, correction):
        plays_of_pair = Play.objects.filter(
            seating__round=round_, seating__places__contestant__in=pair
        )
        check_own_board_rule_for(plays_of_pair, correction.actor)
        raise_if_any(
            [*_withdrawn_problems(round_, *pair), *_withdrawn_problems(round_, *pair[::-1])]
        )
        _exchange_seats(round_, *pair)
        contestant_ids = [contestant.pk for contestant in pair]
        void_plays = void_repeated_plays(round_.section.session, contestant_ids, correction)
    return {"round": round_.pk, "not_played": void_plays}


def _get_contestants_to_exchange(
    round_: Round, first_id: int, second_id: int
) -> tuple[Contestant, Contestant]:
    event = round_.section.session.stage.event
    if event.at_two_tables:
        raise ValidationFailed([Problem("teams_drawn", _TEAMS_ARE_DRAWN)])
    if round_.started_at is None:
        raise ValidationFailed(
            [Problem("round_not_started", _NOT_STARTED, {"round": round_.number})]
        )
    contestants_by_id = {
        contestant.pk: contestant
        for contestant in event.contestants.filter(pk__in=(first_id, second_id))
    }
    if len(contestants_by_id) != 2:
        raise ValidationFailed([Problem("same_contestant", _SAME_CONTESTANT)])
    if not SeatHolder.objects.filter(
        seating__round=round_, contestant__in=contestants_by_id
    ).exists():
        raise ValidationFailed([Problem("not_in_round", _NOT_IN_ROUND)])
    raise_if_any(_other_section_problems(round_, contestants_by_id.values()))
    return contestants_by_id[first_id], contestants_by_id[second_id]


def _other_section_problems(round_: Round, contestants: Iterable[Contestant]) -> list[Problem]:
    """Return a problem for each contestant who plays in another section of the session.

    Such a contestant would sit at two tables, and leave a seat of the other section empty.
    """
    holders_elsewhere = SeatHolder.objects.filter(
        seating__round__section__session=round_.section.session_id
    )
    holders_elsewhere = holders_elsewhere.exclude(seating__round__section=round_.section_id)
    elsewhere_ids = set(holders_elsewhere.values_list("contestant", flat=True))
    contestants_elsewhere = (
        contestant for contestant in contestants if contestant.pk in elsewhere_ids
    )
    return [
        Problem("other_section", _OTHER_SECTION, {"name": contestant.name})
        for contestant in contestants_elsewhere
    ]


def _withdrawn_problems(
    round_: Round, arriving: Contestant, leaving: Contestant
) -> Iterator[Problem]:
    """Yield a problem if `arriving` has left the event and would get boards without a result.

    `arriving` is to take the seats of `leaving`. These boards would never get a result.
    """
    if Contestant.objects.filter(pk=arriving.pk, withdrawn_at=None).exists():
        return
    due_plays = Play.objects.filter(
        seating__round=round_, seating__places__contestant=leaving, state=Play.State.DUE
    )
    if numbers := sorted(set(due_plays.values_list("board__number", flat=True))):
        boards = ", ".join(map(str, numbers))
        yield Problem("has_left", _HAS_LEFT, {"name": arriving.name, "boards": boards})


def _exchange_seats(
    round_: Round, first_contestant: Contestant, second_contestant: Contestant
) -> None:
    first_holders, second_holders = (
        _seat_holders(round_, first_contestant),
        _seat_holders(round_, second_contestant),
    )
    player_ids = (
        _player_ids(first_contestant, first_holders),
        _player_ids(second_contestant, second_holders),
    )
    if len(first_holders) == len(second_holders):
        exchange_substitutes(list(zip(first_holders, second_holders, strict=True)))
    else:
        delete_substitutes([*first_holders, *second_holders])
    _set_occupants(first_holders, second_contestant, player_ids[1])
    _set_occupants(second_holders, first_contestant, player_ids[0])
    if not (first_holders and second_holders):
        leaving, arriving = (
            (first_contestant, second_contestant)
            if first_holders
            else (second_contestant, first_contestant)
        )
        SitOut.objects.filter(round=round_, contestant=arriving).update(contestant=leaving)


def _seat_holders(round_: Round, contestant: Contestant) -> list[SeatHolder]:
    return list(
        SeatHolder.objects.filter(seating__round=round_, contestant=contestant).order_by("pk")
    )


def _player_ids(contestant: Contestant, first_holders: Sequence[SeatHolder]) -> list[int | None]:
    """Return the players in a contestant's seats, or all its players if it sits out."""
    if first_holders:
        return [seat_holder.player_id for seat_holder in first_holders]
    return list(contestant.partners.order_by("pk").values_list("player", flat=True))


def _set_occupants(
    first_holders: Sequence[SeatHolder], contestant: Contestant, player_ids: Sequence[int | None]
) -> None:
    assigned = player_ids if len(player_ids) == len(first_holders) else [None] * len(first_holders)
    for seat_holder, player in zip(first_holders, assigned, strict=True):
        seat_holder.contestant, seat_holder.player_id = contestant, player
    SeatHolder.objects.bulk_update(first_holders, ["contestant", "player"])
