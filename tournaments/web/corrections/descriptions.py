"""Sentences in the reader's language that describe a correction on its preview."""

from collections.abc import Iterable

from django.utils.translation import gettext

from games.seats import line_label
from tournaments.forms import translate_text
from tournaments.models import Contestant, Entry, Play, Seating
from tournaments.queries.corrections.choices import seated_table


def other_boards_text(
    seating: Seating, planned_numbers: Iterable[int], played_numbers: Iterable[int]
) -> str:
    """Return a sentence with the boards that the table played and the planned ones."""
    template = gettext(
        "Table %(table)s, round %(round)s: they played %(played)s instead of %(planned)s."
    )
    return template % {
        **_seating_location(seating),
        "played": _comma_separated(played_numbers),
        "planned": _comma_separated(planned_numbers),
    }


def opponents_text(seating: Seating, *contestant_ids: int) -> str:
    """Return a sentence with the two contestants who change places; "" unless both are found."""
    event_id = seating.round.section.session.stage.event_id
    contestants = Contestant.objects.filter(event=event_id, pk__in=contestant_ids).order_by(
        "number"
    )
    if len(contestants) != len(contestant_ids):
        return ""
    template = gettext("Round %(round)s: %(one)s and %(other)s change places.")
    return template % {
        "round": seating.round.number,
        "one": contestants[0].name,
        "other": contestants[1].name,
    }


def kept_results_text(seating: Seating) -> str:
    """Return for whom the results of a table count after its two sides are swapped.

    Returns "" if the table has no results or not exactly two sides.
    """
    sides = seated_table(seating).sides
    if len(sides) != 2 or not Entry.objects.filter(play__seating=seating).exists():
        return ""
    (first_side, second_side), game = sides, seating.round.section.session.stage.event.game
    template = gettext(
        "Results already entered stay with the seats. The points of %(one)s then count for "
        "%(other_names)s, and the points of %(other)s for %(one_names)s."
    )
    return template % {
        "one": translate_text(line_label(first_side.line, game.lines)),
        "other": translate_text(line_label(second_side.line, game.lines)),
        "one_names": first_side.names,
        "other_names": second_side.names,
    }


def exchange_text(first_play: Play, second_play: Play) -> str:
    """Return a sentence with the two results that are exchanged."""
    return gettext("%(one)s and %(other)s: the two results are exchanged.") % _play_texts(
        first_play, second_play
    )


def move_text(from_play: Play, to_play: Play) -> str:
    """Return a sentence with the play that loses its result and the one that gets it."""
    return gettext("The result moves from: %(one)s. To: %(other)s.") % _play_texts(
        from_play, to_play
    )


def plays_text(plays: Iterable[Play]) -> str:
    """Return some plays, each by board, table and round."""
    return "; ".join(map(_play_text, plays))


def _play_texts(first_play: Play, second_play: Play) -> dict[str, str]:
    return {"one": _play_text(first_play), "other": _play_text(second_play)}


def _play_text(play: Play) -> str:
    template = gettext("Board %(board)s, table %(table)s, round %(round)s")
    return template % {"board": play.board.number, **_seating_location(play.seating)}


def _seating_location(seating: Seating) -> dict[str, object]:
    return {"table": seating.table.label, "round": seating.round.number}


def _comma_separated(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
