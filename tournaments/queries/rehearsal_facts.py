"""What the tasks of a rehearsal ask about: its plays, rounds and places."""

from functools import cached_property

from tournaments.models import Place, Play, Rehearsal, Round


class RehearsalFacts:
    """The facts of a rehearsal that its tasks ask about, each read once."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal

    @cached_property
    def _plays(self) -> list[Play]:
        plays = Play.objects.filter(board__session__stage__event=self.rehearsal.event_id)
        related = plays.select_related("board", "entry", "seating__round", "seating__table")
        return list(related.prefetch_related("entries").order_by("board__number", "pk"))

    def at(self, table: int, round_: int) -> list[Play]:
        """The plays of a table in a round, by board."""
        return [
            play
            for play in self._plays
            if (play.seating.table.number, play.seating.round.number) == (table, round_)
        ]

    def missing_in(self, round_: int) -> bool:
        """Whether a board of the round has no result."""
        of_round = (play for play in self._plays if play.seating.round.number == round_)
        return any(play.state == Play.State.DUE for play in of_round)

    def is_playing(self, round_: int) -> bool:
        """Whether the round is being played."""
        rounds = Round.objects.filter(section__session__stage__event=self.rehearsal.event_id)
        return rounds.filter(number=round_, ended_at=None).exclude(started_at=None).exists()

    def sits_first(self, table: int, round_: int) -> int | None:
        """Who sits on the first seat of the first line there, as a row."""
        first = next(iter(self.rehearsal.event.game.lines.values()))[0]
        places = Place.objects.filter(seating__table__section__session__stage__event=self.rehearsal.event_id)
        there = places.filter(seating__table__number=table, seating__round__number=round_, seat=first)
        return there.values_list("contestant", flat=True).first()
