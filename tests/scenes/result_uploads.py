"""Result uploads from a section in Vic that is played on another installation."""

from collections.abc import Callable
from typing import Any

from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.offline.encryption import decrypt, encrypt
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.actions.results.decisions import decide_play
from tournaments.models import (
    Entry,
    ExportedSection,
    Play,
    SeatHolder,
    Session,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.substitutes import seat_periods


def upload_results(
    central_session: Session, director: Actor, offline_session: Session, key: str = "one"
) -> dict[str, Any]:
    return receive_result_upload(
        central_session.stage.event, build_result_upload(offline_session.stage.event), director, key
    )


def decrypted_content(file: Any) -> Any:
    """Return the decrypted content of a result file."""
    return decrypt(file["sealed"], [ExportedSection.objects.get(identifier=file["copy"]).key], None)


def tamper_with(file: Any, change: Callable[[Any], object]) -> Any:
    """Return a result file with changed content, encrypted as a tampered laptop would do."""
    values = decrypted_content(file)
    change(values)
    return file | {
        "sealed": encrypt(values, ExportedSection.objects.get(identifier=file["copy"]).key)
    }


def play_at(session: Session, round_number: int, table_number: int, board_index: int = 0) -> Play:
    plays = Play.objects.filter(board__session=session, seating__round__section__name="Vic")
    matching_plays = plays.filter(
        seating__round__number=round_number, seating__table__number=table_number
    )
    return matching_plays.select_related("seating__table", "board").order_by("board__number")[
        board_index
    ]


def decide(play: Play, fields: dict[str, object], director: Actor) -> None:
    play.refresh_from_db()
    kind = Entry.Kind.CORRECTION if fields else Entry.Kind.VOID
    key = f"{play.pk}-{play.revision}"
    decide_play(
        play.pk,
        kind,
        fields,
        replaces=play.revision,
        reason="both sides agree",
        actor=director,
        key=key,
    )


def north_of_table_1(session: Session, round_number: int = 1) -> SeatHolder:
    rounds = {"seating__round__section__session": session, "seating__round__section__name": "Vic"}
    return SeatHolder.objects.get(
        **rounds, seating__round__number=round_number, seating__table__number=1, seat="N"
    )


def substitute_north(session: Session, director: Actor, name: str, first_board: int = 0) -> None:
    seat_holder = north_of_table_1(session)
    replaced_player_id = seat_periods(seat_holder)[-1].player.pk
    substitute_request = SubstituteRequest(
        seat_holder.contestant_id, replaced_player_id, name, 1, first_board, 1
    )
    add_substitute(session.pk, substitute_request, CorrectionRequest(director, name))


def players_in_north(session: Session) -> list[tuple[int, str]]:
    return [
        (period.from_board, period.player.name)
        for period in seat_periods(north_of_table_1(session))
    ]


def last_board_of_table_1(session: Session) -> int:
    return (
        north_of_table_1(session)
        .seating.plays.order_by("-board__number")
        .values_list("board__number", flat=True)[0]
    )
