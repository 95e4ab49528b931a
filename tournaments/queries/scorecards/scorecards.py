"""Read scorecards: a contestant's rounds by stage, up to the total in the standings."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from games.text import Text
from tournaments.models import (
    Contestant,
    Entry,
    Event,
    Penalty,
    Play,
    Round,
    Seating,
    Snapshot,
    Stage,
)
from tournaments.permissions.visibility.public_standings import (
    visible_plays,
    visible_sit_outs,
)
from tournaments.permissions.visibility.results_of_other_tables import (
    plays_shown_on_scorecard,
)
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.results.notations import notation_of
from tournaments.queries.results.play_state import active_entries
from tournaments.queries.results.unplayed_boards import UnplayedBoards, unplayed_boards_of
from tournaments.queries.rounds.rounds import join_times, joined_after_start
from tournaments.queries.scorecards.match_rows import match_rows
from tournaments.queries.scorecards.rounds import (
    ScorecardData,
    ScorecardRound,
    scorecard_data,
    scorecard_round,
    started_seatings,
)
from tournaments.queries.scorecards.stage_card import StageCard, SumRow
from tournaments.queries.standings.explained_awards import (
    ReadAwards,
    explained_awards,
    plain_awards,
)
from tournaments.queries.standings.latest import last_snapshot
from tournaments.queries.standings.scales import LineAward, LineAwardsByPlay, read_awards
from tournaments.queries.standings.snapshot_format import RoundKey, StoredStandings

# What an unplayed board counts as, by stage id and the contestant's number.
OwnBoardMeans = Mapping[int, Mapping[int, Fraction]]


def own_board_means(event: Event, stages: Iterable[Stage]) -> OwnBoardMeans:
    """Return what an unplayed board counts as for each contestant in the public standings."""
    stages = list(stages)
    counting = event.method.counts_unplayed_at_own_mean
    return {stage.pk: _own_means(stage) if counting else {} for stage in stages}


def _own_means(stage: Stage) -> Mapping[int, Fraction]:
    snapshot = last_snapshot(stage, Snapshot.Audience.PUBLIC)
    rows = StoredStandings.from_json(snapshot.standings).rows if snapshot else ()
    return {row.number: row.rested.total / row.rested.boards for row in rows if row.rested.boards}


def visible_unplayed_boards(
    means: OwnBoardMeans,
    stages: Iterable[Stage],
    seatings: Iterable[Seating],
    sealed: Collection[tuple[int, int]],
) -> defaultdict[tuple[int, int], Sequence[UnplayedBoards]]:
    """Return the unplayed boards that count and are public, by ids of stage and contestant.

    The `sealed` boards, given by session id and number, are left out.
    """
    hidden = {
        (seating.round_id, play.board.number)
        for seating in seatings
        for play in seating.plays.all()
        if (play.board.session_id, play.board.number) in sealed
    }
    unplayed_boards = defaultdict[tuple[int, int], list[UnplayedBoards]](list)
    for stage in stages:
        for item in unplayed_boards_of(stage, visible_plays(stage)) if means[stage.pk] else ():
            if (item.round_id, item.board_number) not in hidden:
                unplayed_boards[stage.pk, item.contestant_id].append(item)
    return defaultdict(tuple, unplayed_boards)


def stage_cards(contestant: Contestant) -> list[StageCard]:
    """Return a contestant's scorecard of each stage that has any row for them."""
    seatings = list(
        started_seatings(Seating.objects.filter(pk__in=contestant.places.values("seating")))
    )
    return _ScorecardReader(contestant.event, seatings, [contestant], explained_awards).of(
        contestant
    )


def public_stage_cards(contestant: Contestant) -> list[StageCard]:
    """Return the scorecards without sums while the standings are under embargo."""
    return _without_embargoed_sums(contestant.event, stage_cards(contestant))


def with_sit_out_rows(contestant: Contestant, cards: Sequence[StageCard]) -> list[StageCard]:
    """Add a row for each round that the contestant sat out without an award."""
    return [replace(card, rows=_rows_with_sit_outs(contestant, card)) for card in cards]


def _rows_with_sit_outs(contestant: Contestant, card: StageCard) -> list[ScorecardRound | SumRow]:
    rows = list(card.rows)
    counted = {
        row.round.number if row.round else row.number
        for row in rows
        if isinstance(row, SumRow) and row.kind in ("rest", "rest_by_mean")
    }
    for round_ in _rounds_sat_out(contestant, card):
        if round_.number in counted:
            continue
        later = (
            index
            for index, row in enumerate(rows)
            if isinstance(row, ScorecardRound)
            and _round_key_of(row.seating) > _round_key_of(round_)
        )
        sit_out_row = SumRow("rested", Fraction(0), None, round=round_)
        rows.insert(next(later, len(rows)), sit_out_row)
    return rows


def _rounds_sat_out(contestant: Contestant, card: StageCard) -> list[Round]:
    """Return started rounds that the contestant sat out while present, in order."""
    sections = {round_played.seating.round.section_id for round_played in card.rounds}
    rounds = Round.objects.filter(section__in=sections, started_at__isnull=False)
    rounds = rounds.exclude(seatings__places__contestant=contestant)
    if card.stage.is_drawn:
        rounds = rounds.filter(sit_outs__contestant=contestant)
    if contestant.withdrawn_at:
        rounds = rounds.filter(started_at__lt=contestant.withdrawn_at)
    sat_out = list(rounds.select_related("section__session"))
    joined = join_times(contestant.event).get(contestant.pk) if sat_out else None
    return sorted(
        (round_played for round_played in sat_out if not joined_after_start(round_played, joined)),
        key=_round_key_of,
    )


class OwnResult(NamedTuple):
    """What a linked phone shows of a sealed board: the result, and the award if allowed.

    `is_settled` says that the result counts; otherwise it is only what this phone has entered.
    """

    result_text: Text
    award: LineAward | None = None
    is_settled: bool = False


def own_sealed_results(
    contestant: Contestant, cards: Iterable[StageCard], device: str
) -> dict[int, OwnResult]:
    """Return by play id what a contestant's linked device may show of sealed boards.

    These are the device's own entries, and results with awards where their table may see them.
    """
    rounds = [round_ for card in cards for round_ in card.rounds]
    sealed = {
        board.play.pk: round_.line
        for round_ in rounds
        for board in round_.boards
        if board.is_sealed
    }
    if not device or not sealed:
        return {}
    # What decides visibility is read again, because the plays of a scorecard share related objects.
    plays = (
        Play.objects.filter(pk__in=sealed)
        .select_related("board__session__stage__event", "seating__round", "entry")
        .prefetch_related("entries", "seating__places")
    )
    visible_plays_ = plays_shown_on_scorecard(device, contestant, plays)
    game, results = contestant.event.game, dict[int, OwnResult]()
    awards = _awards_beside_others(contestant.event, visible_plays_.with_award)
    for play in plays:
        line = sealed[play.pk]
        if play.pk in visible_plays_.with_award and (result_text := play_notation(game, play)):
            results[play.pk] = OwnResult(
                result_text, awards.get(play.pk, {}).get(line), is_settled=True
            )
        elif play.pk in visible_plays_.with_entry and (entry := _last_entry(play, line, device)):
            board = game.board(play.board.number)
            results[play.pk] = OwnResult(notation_of(game, entry.outcome, board))
    return results


def _awards_beside_others(event: Event, play_ids: Collection[int]) -> LineAwardsByPlay:
    """Return the awards of plays whose board has been scored at another table as well."""
    if not play_ids or is_embargoed(event):
        return {}
    boards = Play.objects.filter(pk__in=play_ids).values("board")
    at_all_tables = list(Play.objects.filter(board__in=boards).order_by("pk"))
    awards = read_awards(event, at_all_tables)
    scored = Counter(play.board_id for play in at_all_tables if play.pk in awards)
    return {
        play.pk: awards[play.pk]
        for play in at_all_tables
        if play.pk in play_ids and play.pk in awards and scored[play.board_id] > 1
    }


def _last_entry(play: Play, line: str, device: str) -> Entry | None:
    """Return the last entry of a device for a side that was not withdrawn."""
    entries = (
        entry
        for entry in active_entries(list(play.entries.all()))
        if entry.kind == Entry.Kind.TABLE
    )
    device_entries = [entry for entry in entries if (entry.side, entry.device) == (line, device)]
    return max(device_entries, key=lambda entry: entry.revision, default=None)


def scorecard_rounds(contestant: Contestant) -> list[ScorecardRound]:
    """Return the started rounds of a contestant, in order of play."""
    return [round_ for card in stage_cards(contestant) for round_ in card.rounds]


def public_scorecard_rounds(contestant: Contestant) -> list[ScorecardRound]:
    """Return the started rounds, without sums while the standings are under embargo."""
    return [round_ for card in public_stage_cards(contestant) for round_ in card.rounds]


def scorecards(event: Event) -> Iterator[tuple[Contestant, list[StageCard]]]:
    """Yield each contestant by number with their scorecards, without explanations.

    The number of queries depends only on the number of stages.
    """
    seatings = list(
        started_seatings(Seating.objects.filter(round__section__session__stage__event=event))
    )
    contestants = list(event.contestants.all())
    cards = _ScorecardReader(event, seatings, contestants, plain_awards)
    for contestant in contestants:
        yield contestant, cards.of(contestant)


def public_scorecards(event: Event) -> Iterator[tuple[Contestant, list[StageCard]]]:
    """Yield each contestant's scorecards, without sums while under embargo."""
    return (
        (contestant, _without_embargoed_sums(event, cards))
        for contestant, cards in scorecards(event)
    )


def _without_embargoed_sums(event: Event, cards: list[StageCard]) -> list[StageCard]:
    return [card.without_totals for card in cards] if is_embargoed(event) else cards


# The ids of a stage and a contestant.
StageContestant = tuple[int, int]


class _ScorecardReader:
    """All data of the scorecards of some contestants, read at once."""

    def __init__(
        self,
        event: Event,
        seatings: Sequence[Seating],
        contestants: Collection[Contestant],
        read_awards: ReadAwards,
    ) -> None:
        self.event, self.stages = event, list(event.stages.all())
        self.shown: ScorecardData = scorecard_data(event, seatings, read_awards)
        self.seatings = _by_stage_contestant(seatings)
        self.rests = _awarded_sit_outs(event, self.stages, contestants)
        self.carried = {
            item.pk: _public_carry_over(item) for item in self.stages if item.carry_over
        }
        self.means = own_board_means(event, self.stages)
        self.unplayed = visible_unplayed_boards(
            self.means, self.stages, seatings, self.shown.sealed
        )
        self.lines = (
            {item.pk: match_rows(item) for item in self.stages} if event.at_two_tables else {}
        )
        self.penalties = defaultdict[StageContestant, list[Penalty]](list)
        penalties = Penalty.objects.filter(stage__event=event, contestant__in=contestants)
        for item in penalties.order_by("pk"):
            self.penalties[item.stage_id, item.contestant_id].append(item)

    def of(self, contestant: Contestant) -> list[StageCard]:
        cards = (self._stage_card(stage, contestant) for stage in self.stages)
        return [card for card in cards if not card.is_blank]

    def _stage_card(self, stage: Stage, contestant: Contestant) -> StageCard:
        carry_over = self.carried.get(stage.pk, {}).get(contestant.number)
        total = carry_over or Fraction(0)
        if self.event.at_two_tables:
            played, _sum = self._rows_and_total(stage, contestant, Fraction(0))
            lines = [
                replace(match_row, total=total + (match_row.total or 0))
                for match_row in self.lines[stage.pk].get(contestant.number, ())
            ]
            total = (lines[-1].total if lines else None) or total
        else:
            lines, (played, total) = [], self._rows_and_total(stage, contestant, total)
        carried = (
            None
            if carry_over is None
            else SumRow("carried", carry_over, carry_over, carry_over_fraction=stage.carry_over)
        )
        return StageCard(
            stage, carried, played, lines, self._penalty_rows(stage, contestant, total)
        )

    def _rows_and_total(
        self, stage: Stage, contestant: Contestant, total: Fraction
    ) -> tuple[list[ScorecardRound | SumRow], Fraction]:
        """Return rounds and sit-outs in order of play, and the sum after them."""
        rows: list[ScorecardRound | SumRow] = []
        for item in self._items_in_order(stage, contestant):
            if isinstance(item, Seating):
                played = scorecard_round(contestant, item, self.shown, total)
                total += played.points
                rows.append(played)
            elif isinstance(item, UnplayedBoards):
                mean_row = _mean_row(item, self.means[stage.pk][contestant.number], total)
                total += mean_row.amount
                rows.append(mean_row)
            else:
                award = self.event.method.sit_out_award or Fraction(0)
                total += award
                rows.append(SumRow("rest", award, total, round=item))
        return rows, total

    def _items_in_order(
        self, stage: Stage, contestant: Contestant
    ) -> list[Seating | Round | UnplayedBoards]:
        stage_contestant = stage.pk, contestant.pk
        unplayed_boards = (
            self.unplayed[stage_contestant] if contestant.number in self.means[stage.pk] else ()
        )
        return sorted(
            [*self.seatings[stage_contestant], *self.rests[stage_contestant], *unplayed_boards],
            key=_round_key_of,
        )

    def _penalty_rows(self, stage: Stage, contestant: Contestant, total: Fraction) -> list[SumRow]:
        rows = []
        for penalty in self.penalties[stage.pk, contestant.pk]:
            total -= penalty.amount
            rows.append(SumRow(penalty.nature, -penalty.amount, total, reason=penalty.reason))
        return rows


def _by_stage_contestant(
    seatings: Iterable[Seating],
) -> defaultdict[StageContestant, list[Seating]]:
    seatings_by_key = defaultdict[StageContestant, list[Seating]](list)
    for seating in seatings:
        stage_id = seating.round.section.session.stage_id
        for contestant_id in {seat_holder.contestant_id for seat_holder in seating.places.all()}:
            seatings_by_key[stage_id, contestant_id].append(seating)
    return seatings_by_key


def _awarded_sit_outs(
    event: Event, stages: Iterable[Stage], contestants: Collection[Contestant]
) -> defaultdict[StageContestant, list[Round]]:
    """Return the sit-outs that give an award, by stage and contestant.

    Those of teams are in their match rows.
    """
    rounds = defaultdict[StageContestant, list[Round]](list)
    for stage in stages if event.method.sit_out_award is not None else ():
        sat_out = visible_sit_outs(stage).filter(contestant__in=contestants)
        for sit_out in sat_out.select_related("round__section__session"):
            rounds[stage.pk, sit_out.contestant_id].append(sit_out.round)
    return rounds


def _public_carry_over(stage: Stage) -> Mapping[int, Fraction]:
    """Return the carry-over in the public standings of a stage by number, empty without any."""
    snapshot = last_snapshot(stage, Snapshot.Audience.PUBLIC)
    rows = StoredStandings.from_json(snapshot.standings).rows if snapshot else ()
    return {row.number: row.carried.total for row in rows if row.carried}


def _mean_row(item: UnplayedBoards, mean: Fraction, total: Fraction) -> SumRow:
    kind, number = (
        ("rest_by_mean", item.round_key[1])
        if item.board_number is None
        else ("board_by_mean", item.board_number)
    )
    amount = mean * item.board_count
    return SumRow(kind, amount, total + amount, number=number, boards=item.board_count)


def _round_key_of(item: Seating | Round | UnplayedBoards) -> RoundKey:
    if isinstance(item, UnplayedBoards):
        return item.round_key
    round_ = item.round if isinstance(item, Seating) else item
    return round_.section.session.number, round_.number
