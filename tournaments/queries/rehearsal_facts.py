"""What the tasks of a rehearsal ask about: its plays, rounds and places, as they are and as
made."""

from functools import cached_property
from typing import Any

from tournaments.models import Act, Board, Entry, Place, Play, Rehearsal, Round, Verb
from tournaments.queries.rows_changed import rows_changed

TABLES, ROUNDS_OVER = 4, 2
"""Every rehearsal has so many tables, has played so many rounds, and ended the next one too
early."""

EARLY = ROUNDS_OVER + 1


class RehearsalFacts:
    """The facts of a rehearsal that its tasks ask about, each read once.

    It was made with the end of the round that ended too early; what differs since then, somebody
    has done.
    """

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.lines = rehearsal.event.game.lines

    @cached_property
    def early_end(self) -> Act:
        """The act that ended the round too early."""
        return Act.objects.filter(
            event=self.rehearsal.event_id, kind=Verb.END_ROUND, about__round=EARLY
        )[0]

    @cached_property
    def changed(self) -> dict[tuple[str, int], dict[str, Any]]:
        """The rows that are not as they were made, with the columns that differ as they were."""
        since = Act.objects.filter(event=self.rehearsal.event_id, pk__gt=self.early_end.pk)
        return rows_changed(since.order_by("pk"))

    @cached_property
    def plays(self) -> list[Play]:
        """Every play, by the board that it had at first."""
        plays = Play.objects.filter(board__session__stage__event=self.rehearsal.event_id)
        related = plays.select_related("board", "entry", "seating__round", "seating__table")
        return sorted(
            related.prefetch_related("entries"),
            key=lambda play: (self.board_at_first(play), play.pk),
        )

    @cached_property
    def _boards(self) -> dict[int, int]:
        boards = Board.objects.filter(session__stage__event=self.rehearsal.event_id)
        return dict(boards.values_list("pk", "number"))

    def board_at_first(self, play: Play) -> int:
        """The number of the board that a play had when the rehearsal was made."""
        columns = self.changed.get(("play", play.pk), {})
        return self._boards[columns.get("board_id", play.board_id)]

    def at(self, table: int, round_: int) -> list[Play]:
        """The plays of a table in a round, by the board that each had at first."""
        where = table, round_
        return [play for play in self.plays if where_played(play) == where]

    def said_at_first(self, play: Play) -> Any:
        """What E-W said of it before the rehearsal began, which is right everywhere; or None."""
        side = list(self.lines)[1]
        said = (
            each
            for each in play.entries.all()
            if each.side == side and each.kind == Entry.Kind.TABLE
        )
        return next((each.outcome for each in said if each.at <= self.early_end.at), None)

    @cached_property
    def early_round(self) -> Round:
        """The round that was ended too early, as it is now."""
        rounds = Round.objects.filter(section__session__stage__event=self.rehearsal.event_id)
        return rounds.get(number=EARLY)

    @cached_property
    def ended_early_at(self) -> str:
        """The moment at which that was, as its act has it."""
        changes = (each for each in self.early_end.changes if each["pk"] == self.early_round.pk)
        return next(str(each["after"]["ended_at"]) for each in changes if each["model"] == "round")

    def places_at(self, table: int, round_: int) -> list[Place]:
        """Who sits where at a table in a round."""
        return [place for place in self.places if where_seated(place) == (table, round_)]

    @cached_property
    def places(self) -> list[Place]:
        """Every place of the evening."""
        places = Place.objects.filter(
            seating__table__section__session__stage__event=self.rehearsal.event_id
        )
        return list(places.select_related("seating__round", "seating__table").order_by("pk"))


def where_played(play: Play) -> tuple[int, int]:
    """The table and the round of a play, by their numbers."""
    return play.seating.table.number, play.seating.round.number


def where_seated(place: Place) -> tuple[int, int]:
    """The table and the round of a place, by their numbers."""
    return place.seating.table.number, place.seating.round.number
