"""Whether a session of an event file could have been played: its seed, its plan, and what was
said."""

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
    Value,
    item_numbers,
    items_with_paths,
    order_problems,
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

_AS_FAR = {
    Session.State.CREATED: (),
    Session.State.DEALT: (),
    Session.State.RUNNING: ("started_at",),
    Session.State.FINISHED: ("started_at", "finished_at"),
}
"""The moments a session in each state has."""

_WITHOUT = (Entry.Kind.VOID, Entry.Kind.WITHDRAWAL, Entry.Kind.AWARDS)
"""Kinds of entries that say of no result what it is."""


class SessionValidator(NamedTuple):
    """A session at `path`, with the numbers of those who may appear in it, and of those who have
    left.

    `contestants` have the numbers of their players.
    """

    game: Game
    session: Value
    contestants: TeamPlayers
    players: set[int]
    left: set[int]
    path: str
    travelled: bool = False
    """Whether its seed may be another installation's to publish."""

    def problems(self) -> Iterator[Problem]:
        """Everything wrong with it."""
        yield from _state_problems(self.session, self.path)
        yield from _seed_problems(self.session, self.travelled, self.path)
        boards = [{"number": number} for number in self.session["boards"]]
        yield from order_problems(boards, "number", f"{self.path}.boards")
        kept = [{"number": number} for number in self.session["kept_sealed"]]
        yield from order_problems(kept, "number", f"{self.path}.kept_sealed")
        for each in self.session["kept_sealed"]:
            yield from reference_problems(
                each, set(self.session["boards"]), f"{self.path}.kept_sealed"
            )
        yield from break_problems(self.session, self.path)
        yield from order_problems(self.session["sections"], "number", f"{self.path}.sections")
        yield from duplicate_assignment_problems(self.session["sections"], f"{self.path}.sections")
        for section, path in items_with_paths(self.session["sections"], f"{self.path}.sections"):
            yield from self._section(section, path)

    def _section(self, section: Value, path: str) -> Iterator[Problem]:
        yield from assignment_problems(section, {*self.contestants}, path)
        yield from exported_section_problems(section, path)
        yield from pause_problems(section, path)
        yield from left_out_problems(self.session, section, path)
        copies = {each["identifier"] for each in section["copies"]}
        tables, boards = item_numbers(section["tables"]), set(self.session["boards"])
        yield from order_problems(section["tables"], "number", f"{path}.tables")
        yield from order_problems(section["rounds"], "number", f"{path}.rounds")
        for round_, at in items_with_paths(section["rounds"], f"{path}.rounds"):
            if round_["ended_at"] and not round_["started_at"]:
                yield _at(
                    f"{at}.started_at",
                    "not_started",
                    _("%(path)s: what has ended must have started."),
                )
            yield from order_problems(round_["seatings"], "table", f"{at}.seatings")
            for seating, here in items_with_paths(round_["seatings"], f"{at}.seatings"):
                yield from self._seating(seating, tables, boards, here)
                for play, there in items_with_paths(seating["plays"], f"{here}.plays"):
                    yield from origin_problems(play, copies, there)
            yield from sit_out_problems(round_, self.contestants, self.left, at)
            yield from line_up_problems(round_, self.contestants, self.game.seats, at)
            yield from time_extension_problems(round_, tables, at)

    def _seating(
        self, seating: Value, tables: set[int], boards: set[int], path: str
    ) -> Iterator[Problem]:
        yield from reference_problems(seating["table"], tables, f"{path}.table")
        yield from reason_problems(seating["why"], f"{path}.why")
        if [place["seat"] for place in seating["places"]] != sorted(self.game.seats):
            template = _(
                "%(path)s: write one entry for each seat, in alphabetical order of the seats."
            )
            yield _at(f"{path}.places", "wrong_seats", template)
        for place, at in items_with_paths(seating["places"], f"{path}.places"):
            yield from reference_problems(place["contestant"], self.contestants, f"{at}.contestant")
            yield from reference_problems(place["player"], self.players, f"{at}.player")
            yield from substitute_problems(place, self.players, boards, at)
        yield from order_problems(seating["plays"], "board", f"{path}.plays")
        for play, at in items_with_paths(seating["plays"], f"{path}.plays"):
            yield from reference_problems(play["board"], boards, f"{at}.board")
            yield from withdrawal_problems(play["entries"], f"{at}.entries")
            for number, (entry, here) in enumerate(
                items_with_paths(play["entries"], f"{at}.entries"), 1
            ):
                yield from reference_problems(entry["table"], tables, f"{here}.table")
                yield from entry_problems(self.game, entry, number, play["board"], here)


def entry_problems(
    game: Game, entry: Value, number: int, board: int, path: str
) -> Iterator[Problem]:
    """Everything wrong with what was said about a board, which is the play's entry of this
    number."""
    if entry["revision"] != number:
        template = _("%(path)s: entries must be numbered from 1 without gaps.")
        yield _at(f"{path}.revision", "revision_gap", template)
    if entry["side"] and entry["side"] not in game.lines:
        yield _at(f"{path}.side", "unknown_side", _("%(path)s: the game has no such line."))
    why = _void_problems(entry) if entry["kind"] in _WITHOUT else _outcome(game, entry, board)
    for problem in why:
        at = f"{path}.outcome.{problem.field}" if problem.field else f"{path}.outcome"
        params = {"path": at, "why": problem.message}
        yield Problem(problem.code, _("%(path)s: %(why)s"), params, at)
    yield from given_award_problems(game, entry, path)


def _outcome(game: Game, entry: Value, board: int) -> list[Problem]:
    """What the game has against an outcome, which a file writes exactly as it is stored."""
    outcome, problems = parse_outcome(game.fields, entry["outcome"])
    if not problems and _typed(outcome) != _typed(entry["outcome"]):
        problems = [
            Problem("not_as_stored", _("Write every field, with its value as the game reads it."))
        ]
    return problems or game.problems(outcome, game.board(board))


def _typed(outcome: Value) -> dict[str, tuple[type, object]]:
    """Values with their types: true is not 1."""
    return {key: (type(value), value) for key, value in outcome.items()}


def _void_problems(entry: Value) -> list[Problem]:
    template = _(
        "A play that was not played, was taken back or has adjusted awards cannot have an outcome."
    )
    return [Problem("outcome_of_void", template)] if entry["outcome"] else []


def _state_problems(session: Value, path: str) -> Iterator[Problem]:
    """Moments, salt and boards are there from the state on that makes them, and not before."""
    for key in ("started_at", "finished_at"):
        if bool(session[key]) != (key in _AS_FAR[session["state"]]):
            yield _at(
                f"{path}.{key}", "wrong_state", _("%(path)s does not match the session’s state.")
            )
    created = session["state"] == Session.State.CREATED
    if session["commitment"] and created != (session["salt"] is None):
        yield _at(f"{path}.salt", "wrong_state", _("%(path)s does not match the session’s state."))
    begun = any(section["rounds"] or section["tables"] for section in session["sections"])
    if created and (session["boards"] or begun):
        yield _at(
            f"{path}.sections", "wrong_state", _("%(path)s does not match the session’s state.")
        )


def _seed_problems(session: Value, travelled: bool, path: str) -> Iterator[Problem]:
    seed, at = session["seed"], f"{path}.seed"
    over = session["state"] == Session.State.FINISHED
    if seed is None:
        if over and session["commitment"] and not travelled:
            yield _at(at, "seed_missing", _("%(path)s is missing: the session is over."))
    elif not over:
        yield _at(at, "seed_too_early", _("%(path)s is secret until the session is over."))
    elif not matches_commitment(seed, session["commitment"]):
        yield _at(at, "wrong_seed", _("%(path)s does not match the published commitment."))


def matches_commitment(seed: str, to: str) -> bool:
    """Whether this is the seed that a commitment was made to."""
    try:
        return parse_seed(seed) == seed and commitment(seed) == to
    except ValueError:
        return False


def _at(path: str, code: str, template: str) -> Problem:
    return Problem(code, template, {"path": path}, path)
