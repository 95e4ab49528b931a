"""Check that a session of an event file could have been played."""

from collections.abc import Iterator
from typing import NamedTuple

from games.deals import commitment, parse_seed
from games.fields import parse_outcome
from games.game import Game
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.clocks import (
    break_problems,
    left_out_problems,
    pause_problems,
    time_extension_problems,
)
from tournaments.actions.event_file.draws import sit_out_problems
from tournaments.actions.event_file.line_ups import (
    TeamPlayers,
    line_up_problems,
    substitute_problems,
)
from tournaments.actions.event_file.list_checks import (
    JsonObject,
    item_numbers,
    items_with_paths,
    order_problems,
    problem_at,
    reference_problems,
)
from tournaments.actions.event_file.offline_sections import (
    exported_section_problems,
    origin_problems,
)
from tournaments.actions.event_file.schema.adjusted_awards import given_award_problems
from tournaments.actions.event_file.schema.reasons import reason_problems
from tournaments.actions.event_file.section_assignments import (
    assignment_problems,
    duplicate_assignment_problems,
)
from tournaments.actions.event_file.withdrawals import withdrawal_problems
from tournaments.models import Entry, Session

# The times that are set, by state of the session.
_TIMES_BY_STATE = {
    Session.State.CREATED: (),
    Session.State.DEALT: (),
    Session.State.RUNNING: ("started_at",),
    Session.State.FINISHED: ("started_at", "finished_at"),
}

_KINDS_WITHOUT_OUTCOME = (Entry.Kind.VOID, Entry.Kind.WITHDRAWAL, Entry.Kind.AWARDS)


class SessionValidator(NamedTuple):
    """Check a session at `path` of an event file.

    `contestants` maps contestants' numbers to the numbers of their players. `players` are the
    numbers of all players, and `withdrawn` the numbers of withdrawn contestants. The seed of an
    offline section may be missing, because the installation that exported the section publishes it.
    """

    game: Game
    session: JsonObject
    contestants: TeamPlayers
    player_numbers: set[int]
    withdrawn_numbers: set[int]
    path: str
    is_offline_section: bool = False

    def problems(self) -> Iterator[Problem]:
        """Yield every problem with the session."""
        yield from _state_problems(self.session, self.path)
        yield from _seed_problems(self.session, self.is_offline_section, self.path)
        board_items = [{"number": number} for number in self.session["boards"]]
        yield from order_problems(board_items, "number", f"{self.path}.boards")
        sealed_path = f"{self.path}.kept_sealed"
        sealed_items = [{"number": number} for number in self.session["kept_sealed"]]
        yield from order_problems(sealed_items, "number", sealed_path)
        for number in self.session["kept_sealed"]:
            yield from reference_problems(number, set(self.session["boards"]), sealed_path)
        yield from break_problems(self.session, self.path)
        yield from order_problems(self.session["sections"], "number", f"{self.path}.sections")
        yield from duplicate_assignment_problems(self.session["sections"], f"{self.path}.sections")
        for section, path in items_with_paths(self.session["sections"], f"{self.path}.sections"):
            yield from self._section_problems(section, path)

    def _section_problems(self, section: JsonObject, path: str) -> Iterator[Problem]:
        yield from assignment_problems(section, {*self.contestants}, path)
        yield from exported_section_problems(section, path)
        yield from pause_problems(section, path)
        yield from left_out_problems(self.session, section, path)
        export_identifiers = {exported["identifier"] for exported in section["copies"]}
        table_numbers, board_numbers = item_numbers(section["tables"]), set(self.session["boards"])
        yield from order_problems(section["tables"], "number", f"{path}.tables")
        yield from order_problems(section["rounds"], "number", f"{path}.rounds")
        for round_, round_path in items_with_paths(section["rounds"], f"{path}.rounds"):
            if round_["ended_at"] and not round_["started_at"]:
                yield problem_at(
                    f"{round_path}.started_at",
                    "not_started",
                    _("%(path)s: what has ended must have started."),
                )
            yield from order_problems(round_["seatings"], "table", f"{round_path}.seatings")
            for seating, seating_path in items_with_paths(
                round_["seatings"], f"{round_path}.seatings"
            ):
                yield from self._seating_problems(
                    seating, table_numbers, board_numbers, seating_path
                )
                for play, play_path in items_with_paths(seating["plays"], f"{seating_path}.plays"):
                    yield from origin_problems(play, export_identifiers, play_path)
            yield from sit_out_problems(
                round_, self.contestants, self.withdrawn_numbers, round_path
            )
            yield from line_up_problems(round_, self.contestants, self.game.seats, round_path)
            yield from time_extension_problems(round_, table_numbers, round_path)

    def _seating_problems(
        self, seating: JsonObject, table_numbers: set[int], board_numbers: set[int], path: str
    ) -> Iterator[Problem]:
        yield from reference_problems(seating["table"], table_numbers, f"{path}.table")
        yield from reason_problems(seating["why"], f"{path}.why")
        if [seat_holder["seat"] for seat_holder in seating["places"]] != sorted(self.game.seats):
            template = _(
                "%(path)s: write one entry for each seat, in alphabetical order of the seats."
            )
            yield problem_at(f"{path}.places", "wrong_seats", template)
        for seat_holder, place_path in items_with_paths(seating["places"], f"{path}.places"):
            yield from reference_problems(
                seat_holder["contestant"], self.contestants, f"{place_path}.contestant"
            )
            yield from reference_problems(
                seat_holder["player"], self.player_numbers, f"{place_path}.player"
            )
            yield from substitute_problems(
                seat_holder, self.player_numbers, board_numbers, place_path
            )
        yield from order_problems(seating["plays"], "board", f"{path}.plays")
        for play, play_path in items_with_paths(seating["plays"], f"{path}.plays"):
            yield from reference_problems(play["board"], board_numbers, f"{play_path}.board")
            yield from withdrawal_problems(play["entries"], f"{play_path}.entries")
            for revision, (entry, entry_path) in enumerate(
                items_with_paths(play["entries"], f"{play_path}.entries"), 1
            ):
                yield from reference_problems(entry["table"], table_numbers, f"{entry_path}.table")
                yield from entry_problems(self.game, entry, revision, play["board"], entry_path)


def entry_problems(
    game: Game, entry: JsonObject, revision: int, board_number: int, path: str
) -> Iterator[Problem]:
    """Yield every problem with an entry of a play; `revision` is its position, from 1."""
    if entry["revision"] != revision:
        template = _("%(path)s: entries must be numbered from 1 without gaps.")
        yield problem_at(f"{path}.revision", "revision_gap", template)
    if entry["side"] and entry["side"] not in game.lines:
        yield problem_at(f"{path}.side", "unknown_side", _("%(path)s: the game has no such line."))
    problems = (
        _unexpected_outcome_problems(entry)
        if entry["kind"] in _KINDS_WITHOUT_OUTCOME
        else _outcome_problems(game, entry, board_number)
    )
    for problem in problems:
        field_path = f"{path}.outcome.{problem.field}" if problem.field else f"{path}.outcome"
        params = {"path": field_path, "why": problem.message}
        yield Problem(problem.code, _("%(path)s: %(why)s"), params, field_path)
    yield from given_award_problems(game, entry, path)


def _outcome_problems(game: Game, entry: JsonObject, board_number: int) -> list[Problem]:
    """Return the problems of an outcome.

    The file must contain the outcome exactly as it would be stored: with every field, and with
    values of the stored types.
    """
    outcome, problems = parse_outcome(game.fields, entry["outcome"])
    if not problems and _typed_values(outcome) != _typed_values(entry["outcome"]):
        problems = [
            Problem("not_as_stored", _("Write every field, with its value as the game reads it."))
        ]
    return problems or game.problems(outcome, game.board(board_number))


def _typed_values(outcome: JsonObject) -> dict[str, tuple[type, object]]:
    """Return values with their types, so that comparing them tells 1 from True."""
    return {key: (type(value), value) for key, value in outcome.items()}


def _unexpected_outcome_problems(entry: JsonObject) -> list[Problem]:
    template = _(
        "A play that was not played, was taken back or has adjusted awards cannot have an outcome."
    )
    return [Problem("outcome_of_void", template)] if entry["outcome"] else []


def _state_problems(session: JsonObject, path: str) -> Iterator[Problem]:
    """Yield a problem for each of times, salt, boards and rounds that the state excludes."""
    for key in ("started_at", "finished_at"):
        if bool(session[key]) != (key in _TIMES_BY_STATE[session["state"]]):
            yield problem_at(
                f"{path}.{key}", "wrong_state", _("%(path)s does not match the session’s state.")
            )
    is_created = session["state"] == Session.State.CREATED
    if session["commitment"] and is_created != (session["salt"] is None):
        yield problem_at(
            f"{path}.salt", "wrong_state", _("%(path)s does not match the session’s state.")
        )
    has_rounds = any(section["rounds"] or section["tables"] for section in session["sections"])
    if is_created and (session["boards"] or has_rounds):
        yield problem_at(
            f"{path}.sections", "wrong_state", _("%(path)s does not match the session’s state.")
        )


def _seed_problems(session: JsonObject, is_offline_section: bool, path: str) -> Iterator[Problem]:
    seed, seed_path = session["seed"], f"{path}.seed"
    is_finished = session["state"] == Session.State.FINISHED
    if seed is None:
        if is_finished and session["commitment"] and not is_offline_section:
            yield problem_at(
                seed_path, "seed_missing", _("%(path)s is missing: the session is over.")
            )
    elif not is_finished:
        yield problem_at(
            seed_path, "seed_too_early", _("%(path)s is secret until the session is over.")
        )
    elif not matches_commitment(seed, session["commitment"]):
        yield problem_at(
            seed_path, "wrong_seed", _("%(path)s does not match the published commitment.")
        )


def matches_commitment(seed: str, published_commitment: str) -> bool:
    """Return whether the published commitment is that of this seed, in its canonical form."""
    try:
        return parse_seed(seed) == seed and commitment(seed) == published_commitment
    except ValueError:
        return False
