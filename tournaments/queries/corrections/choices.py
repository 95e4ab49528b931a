"""List tables, boards, plays and contestants for corrections, and describe their effects."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.db.models import Case, Count, F, QuerySet, When

from games.text import Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from tournaments.models import Board, Contestant, Play, Seating, Section, Table
from tournaments.permissions.visibility.plays import PlayReader, ReadablePlay, readable_plays
from tournaments.queries.boards.copies import sections_short_of_copies
from tournaments.queries.phone.table_state import Side, sides_with_substitutes

_NO_LONGER_PLAYED = _(
    "Board %(board)s at table %(table)s in round %(round)s would no longer be played."
)

_DROPPED = _(
    "Round %(round)s would not be played. Its boards stay sealed until the session is over."
)
_FEWER_BOARDS = _(
    "From round %(round)s on, every table would play one board fewer. The boards left out "
    "stay sealed until the session is over."
)
_ALL_BOARDS = ngettext_noop(
    "Rounds to play: %(rounds)s, with %(boards)s board each.",
    "Rounds to play: %(rounds)s, with %(boards)s boards each.",
)
_BOARDS_LEFT_OUT = ngettext_noop(
    "Rounds to play: %(rounds)s, with %(boards)s board each from round %(round)s on.",
    "Rounds to play: %(rounds)s, with %(boards)s boards each from round %(round)s on.",
)
_COPIES_SHARED = _(
    "Tables that share boards would wait for one another, unless there is another copy."
)
_OF_SECTION = _("%(section)s: %(why)s")
_SAME_BOARDS = _("Everybody would have played the same boards.")
_BOARDS_APART = ngettext_noop(
    "Any two contestants would differ in at most %(boards)s board.",
    "Any two contestants would differ in at most %(boards)s boards.",
)


class SeatedTable(NamedTuple):
    """A table in a started round, with the contestants on each line."""

    seating: Seating
    sides: tuple[Side, ...]


class NamedSeat(NamedTuple):
    """A seat of a table and the name of the player planned there."""

    seat: str
    name: str


def tables_in_use(sections: QuerySet[Section]) -> QuerySet[Table]:
    """Return the tables of some sections at which somebody has sat in a started round."""
    used_tables = Table.objects.filter(
        section__in=sections, seatings__round__started_at__isnull=False
    )
    return used_tables.select_related("section").distinct().order_by("section__number", "number")


def seating_ids_with_entries(seatings: Collection[Seating]) -> set[int]:
    """Return the ids of the seatings with an entry for any board."""
    entered = Play.objects.filter(seating__in=seatings).exclude(state=Play.State.DUE)
    return set(entered.values_list("seating", flat=True))


def seatings_of_table(sections: QuerySet[Section], table_id: int) -> list[Seating]:
    """Return a table's seatings in started rounds, latest first; empty outside the sections.

    Rounds that an early finish started and ended at the same moment are left out.
    """
    started = Seating.objects.filter(
        table=table_id, table__section__in=sections, round__started_at__isnull=False
    ).exclude(round__started_at=F("round__ended_at"))
    with_event = started.select_related(
        "table__section", "round__section__session__stage__event__club"
    )
    return list(with_event.order_by("-round__number"))


def seated_table(seating: Seating) -> SeatedTable:
    """Return the seating with its sides."""
    lines = seating.round.section.session.stage.event.game.lines
    return SeatedTable(seating, sides_with_substitutes(seating, lines))


def named_seats(seating: Seating) -> list[NamedSeat]:
    """Return the seats of a table in their order, with the players planned there."""
    holders = seating.places.select_related("contestant", "player")
    names = {holder.seat: str(holder.player or holder.contestant.name) for holder in holders}
    seats = seating.round.section.session.stage.event.game.seats
    return [NamedSeat(seat, names[seat]) for seat in seats if seat in names]


def contestants_playing_in_section(seating: Seating) -> list[Contestant]:
    """Return all contestants of the seating's section, by number."""
    playing = Contestant.objects.filter(places__seating__round__section=seating.round.section_id)
    return list(playing.distinct().order_by("number"))


def contestants_at_table(seating: Seating) -> list[Contestant]:
    """Return the contestants who sit at the table, by number."""
    return list(Contestant.objects.filter(places__seating=seating).distinct().order_by("number"))


def plays_of_seating(reader: PlayReader, seating: Seating) -> list[ReadablePlay]:
    """Return the plays of a table in a round, by board."""
    return readable_plays(
        reader, _with_names(Play.objects.filter(seating=seating)).order_by("board__number")
    )


def boards_not_at_table(seating: Seating) -> QuerySet[Board]:
    """Return the session's boards that the table does not have in this round."""
    session = seating.round.section.session
    return session.boards.exclude(plays__seating=seating).order_by("number")


def candidate_plays(reader: PlayReader, seating: Seating) -> list[ReadablePlay]:
    """Return the plays with which a result of this table may have been confused.

    These are the plays of the round, those of the table first, and then the table's plays in other
    started rounds.
    """
    of_round = Play.objects.filter(seating__round=seating.round_id)
    of_table = Play.objects.filter(
        seating__table=seating.table_id, seating__round__started_at__isnull=False
    )
    plays = _with_names(Play.objects.filter(pk__in=[*_play_ids(of_round), *_play_ids(of_table)]))
    is_elsewhere = Case(When(seating=seating, then=0), default=1)
    order = (is_elsewhere, "seating__round__number", "seating__table__number", "board__number")
    return readable_plays(reader, plays.order_by(*order))


def boards_in_play(sections: QuerySet[Section]) -> QuerySet[Board]:
    """Return the boards that some sections play, annotated with the number of `tables`."""
    boards = Board.objects.filter(plays__seating__round__section__in=sections)
    return boards.annotate(tables=Count("plays")).order_by("session", "number")


def plays_of_board(reader: PlayReader, board: Board) -> list[ReadablePlay]:
    """Return the plays of a board that are not void, in the order of their rounds."""
    plays = _with_names(Play.objects.filter(board=board)).exclude(state=Play.State.VOID)
    order = ("seating__round__number", "seating__table__section__number", "seating__table__number")
    return readable_plays(reader, plays.order_by(*order))


def shortening_texts(answer: object) -> list[Text]:
    """Return what a shortening leaves out, and how many boards contestants then differ by.

    `answer` is that of the correction's action.
    """
    if not isinstance(answer, Mapping) or "apart" not in answer:
        return []
    dropped, fewer, board_difference = answer.get("dropped"), answer.get("fewer"), answer["apart"]
    return [
        Text(_DROPPED, {"round": dropped}) if dropped else Text(_FEWER_BOARDS, {"round": fewer}),
        plural_text(_BOARDS_APART, board_difference, {"boards": board_difference})
        if board_difference
        else Text(_SAME_BOARDS),
    ]


def planned_boards_texts(sections: Iterable[Section]) -> list[Text]:
    """Return how many rounds and boards each section of one session now plays.

    A text warns of sections whose tables have to wait for shared boards.
    """
    sections = list(sections)
    sharing_copies = sections_short_of_copies(sections[0].session)
    return [_with_section_name(section, _planned_boards(section)) for section in sections] + [
        _with_section_name(section, Text(_COPIES_SHARED))
        for section in sections
        if section.pk in sharing_copies
    ]


def _planned_boards(section: Section) -> Text:
    rounds, left_out = section.rounds_to_play, section.boards_left_out
    board_count = section.boards_in(rounds)
    params = {"rounds": rounds, "boards": board_count}
    return (
        plural_text(_BOARDS_LEFT_OUT, board_count, {**params, "round": left_out[0]})
        if left_out
        else plural_text(_ALL_BOARDS, board_count, params)
    )


def _with_section_name(section: Section, text: Text) -> Text:
    return Text(_OF_SECTION, {"section": section.name, "why": text}) if section.name else text


def void_play_texts(answer: object) -> list[Text]:
    """Return which plays a correction makes void; `answer` is that of its action."""
    play_ids = answer.get("not_played", ()) if isinstance(answer, Mapping) else ()
    return list(
        _void_texts(
            _with_names(Play.objects.filter(pk__in=play_ids)).order_by("board__number", "pk")
        )
    )


def _void_texts(plays: Iterable[Play]) -> Iterable[Text]:
    for play in plays:
        seating = play.seating
        params = {
            "board": play.board.number,
            "table": seating.table.label,
            "round": seating.round.number,
        }
        yield Text(_NO_LONGER_PLAYED, params)


def _with_names(plays: QuerySet[Play]) -> QuerySet[Play]:
    return plays.select_related("board", "entry", "seating__table__section", "seating__round")


def _play_ids(plays: QuerySet[Play]) -> list[int]:
    return list(plays.values_list("pk", flat=True))
