"""A substitute takes a seat of table 1."""

from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.models import Play, Player, SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.substitutes import (
    seat_periods,
)


def seat_holder_at(session: Session, round_number: int = 2, seat: str = "N") -> SeatHolder:
    """Return who holds a seat of table 1 in a round."""
    rounds = {"seating__round__section__session": session, "seating__round__number": round_number}
    return SeatHolder.objects.get(**rounds, seating__table__number=1, seat=seat)


def board_numbers(seat_holder: SeatHolder) -> list[int]:
    """Return the boards of a table in a round, in order."""
    return list(
        seat_holder.seating.plays.order_by("board__number").values_list("board__number", flat=True)
    )


def build_substitute_request(
    seat_holder: SeatHolder, name: str = "Carla Mas", first_board: int = 0, **overrides: int
) -> SubstituteRequest:
    """Ask that somebody takes a seat from a board on; 0 for the whole round."""
    replaced_player_id = seat_periods(seat_holder)[-1].player.pk
    return SubstituteRequest(
        seat_holder.contestant_id,
        replaced_player_id,
        name,
        seat_holder.seating.round.number,
        first_board,
        **overrides,
    )


def substitute_player(
    session: Session, substitute_request: SubstituteRequest, actor: Actor, key: str = "k"
) -> None:
    add_substitute(session.pk, substitute_request, CorrectionRequest(actor, key))


def boards_played(session: Session, contestant_id: int, player_name: str) -> dict[int, list[int]]:
    """Return the boards that a player plays for a contestant, by round."""
    plays_of_contestant = Play.objects.filter(
        board__session=session, seating__places__contestant=contestant_id
    )
    board_rows = (
        plays_of_contestant.played_by([Player.objects.get(name=player_name).pk])
        .order_by("board__number")
        .distinct()
    )
    boards_by_round: dict[int, list[int]] = {}
    for round_number, board in board_rows.values_list("seating__round__number", "board__number"):
        boards_by_round.setdefault(round_number, []).append(board)
    return boards_by_round
