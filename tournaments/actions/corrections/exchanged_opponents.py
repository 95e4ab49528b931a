"""Correct that two contestants sat in each other's place in a round."""

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

_NOT_TWO = _("Choose two different contestants.")
_NOT_IN_ROUND = _("Choose at least one contestant who sits at a table in this round.")
_TEAMS = _("Exchange teams on the page where their rounds are drawn.")
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
    round_id: int, one_id: int, other_id: int, correction: CorrectionRequest
) -> Answer:
    """Exchange the places of two contestants in a round; one of them may have sat out.

    Boards that either would now play again are not played; these plays are returned as
    `not_played`. Raises what `correcting` does, and `ValidationFailed` if the contestants are the
    same, neither sits in the round, one plays in another section, the round has not started, or one
    who has left would sit where a board is still due.
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
    pair = _get_pair(round_, one_id, other_id)
    about = {"round": round_.number, "contestant": pair[0].pk, "instead": pair[1].pk}
    rows = [
        SeatHolder.objects.filter(seating__round=round_),
        Substitution.objects.filter(place__seating__round=round_),
        SitOut.objects.filter(round=round_),
    ]
    with correcting([round_.section], AuditAction.EXCHANGE_OPPONENTS, about, rows, correction):
        plays_of_pair = Play.objects.filter(
            seating__round=round_, seating__places__contestant__in=pair
        )
        check_own_board_rule_for(plays_of_pair, correction.actor)
        raise_if_any(
            [*_withdrawn_problems(round_, *pair), *_withdrawn_problems(round_, *pair[::-1])]
        )
        _exchange_places(round_, *pair)
        contestant_ids = [contestant.pk for contestant in pair]
        void_plays = void_repeated_plays(round_.section.session, contestant_ids, correction)
    return {"round": round_.pk, "not_played": void_plays}


def _get_pair(round_: Round, one_id: int, other_id: int) -> tuple[Contestant, Contestant]:
    event = round_.section.session.stage.event
    if event.at_two_tables:
        raise ValidationFailed([Problem("teams_drawn", _TEAMS)])
    if round_.started_at is None:
        raise ValidationFailed(
            [Problem("round_not_started", _NOT_STARTED, {"round": round_.number})]
        )
    by_id = {
        contestant.pk: contestant
        for contestant in event.contestants.filter(pk__in=(one_id, other_id))
    }
    if len(by_id) != 2:
        raise ValidationFailed([Problem("same_contestant", _NOT_TWO)])
    if not SeatHolder.objects.filter(seating__round=round_, contestant__in=by_id).exists():
        raise ValidationFailed([Problem("not_in_round", _NOT_IN_ROUND)])
    raise_if_any(_other_section_problems(round_, by_id.values()))
    return by_id[one_id], by_id[other_id]


def _other_section_problems(round_: Round, contestants: Iterable[Contestant]) -> list[Problem]:
    """Yield contestants who play in another section of the session.

    They would leave a seat empty at their own table and sit at two tables.
    """
    other_sections = SeatHolder.objects.filter(
        seating__round__section__session=round_.section.session_id
    )
    other_sections = other_sections.exclude(seating__round__section=round_.section_id)
    elsewhere_ids = set(other_sections.values_list("contestant", flat=True))
    elsewhere = (contestant for contestant in contestants if contestant.pk in elsewhere_ids)
    return [
        Problem("other_section", _OTHER_SECTION, {"name": contestant.name})
        for contestant in elsewhere
    ]


def _withdrawn_problems(
    round_: Round, arriving: Contestant, leaving: Contestant
) -> Iterator[Problem]:
    """Yield a problem if a contestant who has left would get boards that are still due.

    These plays would never get a result.
    """
    if Contestant.objects.filter(pk=arriving.pk, withdrawn_at=None).exists():
        return
    due_plays = Play.objects.filter(
        seating__round=round_, seating__places__contestant=leaving, state=Play.State.DUE
    )
    if numbers := sorted(set(due_plays.values_list("board__number", flat=True))):
        boards = ", ".join(map(str, numbers))
        yield Problem("has_left", _HAS_LEFT, {"name": arriving.name, "boards": boards})


def _exchange_places(
    round_: Round, first_contestant: Contestant, second_contestant: Contestant
) -> None:
    places, other_places = _places(round_, first_contestant), _places(round_, second_contestant)
    player_ids = _player_ids(first_contestant, places), _player_ids(second_contestant, other_places)
    if len(places) == len(other_places):
        exchange_substitutes(list(zip(places, other_places, strict=True)))
    else:
        delete_substitutes([*places, *other_places])
    _assign(places, second_contestant, player_ids[1])
    _assign(other_places, first_contestant, player_ids[0])
    if not (places and other_places):
        leaving, arriving = (
            (first_contestant, second_contestant)
            if places
            else (second_contestant, first_contestant)
        )
        SitOut.objects.filter(round=round_, contestant=arriving).update(contestant=leaving)


def _places(round_: Round, contestant: Contestant) -> list[SeatHolder]:
    return list(
        SeatHolder.objects.filter(seating__round=round_, contestant=contestant).order_by("pk")
    )


def _player_ids(contestant: Contestant, places: Sequence[SeatHolder]) -> list[int | None]:
    """Return the players on a contestant's places, or all its players if it sits nowhere."""
    if places:
        return [place.player_id for place in places]
    return list(contestant.partners.order_by("pk").values_list("player", flat=True))


def _assign(
    places: Sequence[SeatHolder], contestant: Contestant, player_ids: Sequence[int | None]
) -> None:
    assigned = player_ids if len(player_ids) == len(places) else [None] * len(places)
    for place, player in zip(places, assigned, strict=True):
        place.contestant, place.player_id = contestant, player
    SeatHolder.objects.bulk_update(places, ["contestant", "player"])
