"""One random session: forms sent, boards entered, pages read, totals compared."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth import get_user_model

from games.playout import playout
from tests.random_evening.addresses import PATTERNS, address_of
from tests.random_evening.forms import Control, Form, forms_of, links_of
from tests.random_evening.kinds import KINDS, played_out, second_scorer
from tests.random_evening.people import (
    WITHOUT_GET,
    Browser,
    Coverage,
    failures_collected,
    page_name,
)
from tests.random_evening.scorer import Known, scored
from tests.scenes.any_session import RandomChoices
from tournaments import scoring_pipeline
from tournaments.actions.clubs.club import add_member
from tournaments.api.tokens import api_token_of
from tournaments.forms import outcome_as_submitted
from tournaments.models import AuditEntry, Event, Membership, Play, Snapshot, Table
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating
from tournaments.queries.standings.latest import last_snapshot
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import catch_up

PAGES_A_STEP = 10
FEW = 20  # steps of an evening that has no time to read everything before
LAST = 4  # steps in which the session may be finished and what follows pressed
LINKS_KEPT = 30  # of each kind and reader
ANSWERS = 5  # questions and previews that are answered until a form is done
TRIES = 4  # pages that are opened until one has the form looked for

# Forms that end the evening, belong to accounts, or make other events.
NEVER = {
    *(
        "sign_out",
        "sign_in",
        "set_language",
        "event_delete",
        "clear_demo",
        "rehearse",
        "restart_rehearsal",
    ),
    *("remove_rehearsal", "event_copy", "event_new", "password", "account", "second_factor_change"),
    *(
        "visit_end",
        "visits_end",
        "members",
        "member_role",
        "member_remove",
        "member_password",
        "club_frames",
    ),
    *(
        "club_listing",
        "club_second_factor",
        "invitation_withdraw",
        "invitation_answer",
        "table_find",
    ),
    *(
        "second_factor_new",
        "event_open",
        "take_delivery",
        "section_export",
        "event_game",
        "event_proposals",
    ),
    *(
        "person_join",
        "account_code",
        "first_password",
        "second_factor",
        "trial_new",
        "trial",
        "desk",
    ),
}
SELDOM = {
    "session_finish",
    "event_publish",
    "create_next_stage",
    "event_finals",
}  # once an evening is nearly over

# Weights of the forms that make a session progress; all other forms have 1.
_OFTEN = (
    "draw_begin",
    "correction_departure",
    "correction_late_arrival",
    "correction_substitute",
    "undo_step",
    "correction_seats",
)
WEIGHTS = dict.fromkeys(_OFTEN, 3) | {
    "desk_awards": 5,
    "desk_play": 5,
    "round_end": 1.5,
    "draw_next": 6,
}

# Where the forms are that every evening has, by the names of the pages; others are found by
# reading.
SHOWN_ON = {
    "desk_awards": {"desk_awards"},
    "desk_play": {"desk_play"},
    "round_end": {"event_desk"},
    "undo_step": {"history"},
    "correction_departure": {"correction_departure"},
    "correction_late_arrival": {"correction_late_arrival"},
    "correction_seats": {"correction_seats"},
    "correction_substitute": {"correction_substitute"},
    "correction_fewer_boards": {"correction_fewer_boards"},
    "correction_last_round": {"correction_last_round"},
    "correction_fouled": {"corrections_of_board"},
    "correction_void_board": {"corrections_of_board"},
    "penalties": {"penalties"},
    "draw_next": {"event_draw"},
    "draw_begin": {"event_draw"},
}

PEOPLE = ("Carla Mas", "Dolors Vila", "Enric Pou", "Núria Camps", "Pau Riera")
WORDS = {"minutes": ("5", "3", "-2"), "amount": ("1/3", "0.25", "10%"), "boards": ("1", "2", "1-3")}


class Evening:
    """A random session of one kind, determined by its seed."""

    def __init__(self, kind: str, seed: int, coverage: Coverage) -> None:
        self.kind, self.seed, self.coverage = kind, seed, coverage
        self.rng = random.Random(f"{kind} {seed}")
        self.session, director = KINDS[kind]()
        self.event = Event.objects.select_related("club").get(pk=self.session.stage.event_id)
        user = get_user_model().objects.get(pk=director.user_id or 0)
        self.director = Browser("director", coverage)
        self.director.client.force_login(user)
        owner = get_user_model().objects.create_user(f"owner-{self.event.club.slug}")
        add_member(self.event.club, owner.pk, Membership.Role.OWNER, SYSTEM)
        self.owner = Browser("owner", coverage)
        self.owner.client.force_login(owner)
        self.public = Browser("public", coverage)
        self.program = Browser(
            "program", coverage, headers={"Authorization": f"Token {api_token_of(user)}"}
        )
        self.phones: dict[tuple[int, str], Browser] = {}
        self.known = Known({})
        # By play, the result that a phone at its table has sent last.
        self.entered: dict[int, dict[str, str]] = {}
        # By the name of a form's address, the names of the pages that had it.
        self.shown_on = {name: set(pages) for name, pages in SHOWN_ON.items()}
        self.links: dict[
            tuple[str, str], list[str]
        ] = {}  # by who read them and the name of the address
        self.pressed: Counter[str] = Counter()
        self.steps: list[str] = []
        self.scene = RandomChoices(self.session, director, self.rng, "")

    def play(self, steps: int, first: tuple[str, ...] = ()) -> None:
        """Send forms of the kinds `first`, then others up to some steps, and compare the totals."""
        with failures_collected(self.coverage):
            if steps > FEW:
                self._read_everything()  # which finds forms that are on few pages
            for number in range(steps):
                wanted = first[number : number + 1]
                self._step(wanted or self._kinds(is_late=number >= steps - LAST))
                self._enter_everywhere()
                for _page in range(PAGES_A_STEP):
                    self._read_a_page()
            self._read_everything()
            self._compare()

    def _kinds(self, is_late: bool) -> tuple[str, ...]:
        """Return the forms that may be sent next, preferring those sent least."""
        kinds = [name for name in sorted(self.shown_on) if is_late or name not in SELDOM]
        weights = [WEIGHTS.get(kind, 1) / (1 + self.pressed[kind]) for kind in kinds]
        return tuple(self.rng.choices(kinds, weights, k=TRIES))

    def _step(self, kinds: tuple[str, ...]) -> None:
        """Press one form, of the first of these kinds that is on a page."""
        if not any(self._is_pressed(kind) for kind in kinds):
            self.steps.append(f"{', '.join(kinds)}: on no page")

    def _is_pressed(self, kind: str) -> bool:
        """Press a form of a kind, on a page that had it before; false where none has it now."""
        self.pressed[kind] += 1
        for _try in range(TRIES):
            page = self.rng.choice(sorted(self.shown_on[kind]))
            browser = self._reader_of(page)
            address = browser and self._address(page, browser)
            if address is None or browser is None:
                continue
            answer = self._get(browser, address)
            forms = [form for form in self._forms(answer) if page_name(form.action) == kind]
            if forms:
                self._press(browser, self.rng.choice(forms))
                return True
        return False

    def _address(self, page: str, browser: Browser) -> str | None:
        """Return a URL of that name: one that a page links, or one made from rows of the event."""
        links = self.links.get((browser.who, page))
        if links and self.rng.random() < 0.5:
            return self.rng.choice(links)
        return address_of(page, self.event, self.rng)

    def _reader_of(self, page: str) -> Browser | None:
        """Return who opens a page: the director, a phone of the table, or anybody."""
        route = PATTERNS[page]
        if route.startswith("/t/<"):
            phones = [self.phones[key] for key in sorted(self.phones)]
            return self.rng.choice(phones) if phones else None
        if route.startswith("/api/"):
            return self.program
        if route.startswith("/desk"):
            return self.director
        phones = [self.phones[key] for key in sorted(self.phones)]
        return self.rng.choice([self.public, self.director, *phones])

    def _press(self, browser: Browser, form: Form) -> None:
        """Send a form, answer what it asks, and confirm what it shows before it is done."""
        name, before = page_name(form.action), self._last_line()
        for _answer in range(ANSWERS):
            form_data = self._with_fitting_values(form, form.filled(self.rng, self._field_value))
            self.steps.append(
                f"{browser.who}: {form.method} {form.action} {self._form_text(form_data)}"
            )
            if form.method == "get":
                query = "&".join(
                    f"{key}={value}" for key, values in form_data.items() for value in values
                )
                answer = self._get(browser, f"{form.path}?{query}")
            else:
                answer = browser.post(form.action, form_data)
            self._note_forms(answer)
            self.steps[-1] += f" -> {answer.status_code}"
            following = [
                each
                for each in self._forms(answer)
                if each.method == "post" and _continues_action(each, form)
            ]
            if answer.redirect_chain or not following:
                break
            form = self.rng.choice(following)
        self.coverage.submitted[name, self._last_line() > before] += 1

    def _form_text(self, form_data: dict[str, list[str]]) -> str:
        return " ".join(
            f"{key}={','.join(values)}" for key, values in form_data.items() if key not in _SILENT
        )

    def _last_line(self) -> int:
        return AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

    def _get(self, browser: Browser, address: str) -> Any:
        answer = browser.get(address)
        self._note_forms(answer)
        self._note_links(browser, answer)
        return answer

    def _forms(self, response: Any) -> list[Form]:
        return (
            forms_of(response.text_read, _address(response))
            if "<form" in response.text_read
            else []
        )

    def _note_forms(self, response: Any) -> None:
        page = page_name(_address(response))
        for form in self._forms(response):
            name = page_name(form.action)
            if (
                page
                and name
                and name not in NEVER
                and (form.method == "post" or name.startswith("correction"))
            ):
                self.shown_on.setdefault(name, set()).add(page)

    def _note_links(self, browser: Browser, response: Any) -> None:
        for link in links_of(response.text_read) if "<a " in response.text_read else []:
            known_links = self.links.setdefault((browser.who, page_name(link)), [])
            if link not in known_links and len(known_links) < LINKS_KEPT:
                known_links.append(link)

    def _field_value(self, control: Control, rng: random.Random) -> str:
        """Return a value for a field: by its name, its current value, or a short text."""
        name = control.name
        if control.value and rng.random() < 0.7:
            return control.value
        if name in ("name", "names", "instead") or name.endswith("name"):
            return rng.choice(self._names())
        if name in ("reason", "words", "text", "note"):
            return rng.choice(("it went wrong", "41, not 31", "it went wrong", ""))
        if name.endswith("amount"):
            return rng.choice(("3/2", "60", "1.25"))
        if name in WORDS:
            return rng.choice(WORDS[name])
        if control.kind == "number":
            least = int(control.least) if control.least.lstrip("-").isdigit() else 0
            most = int(control.most) if control.most.isdigit() else least + 20
            return str(rng.randint(least, max(least, most)))
        return rng.choice(("", "so", "1", "12", "-3"))

    def _names(self) -> list[str]:
        number = self.rng.randint(1, 999)
        pair = (
            f"Nova {number} - Vella {number}" if self.event.players_each == 2 else f"Nova {number}"
        )
        return [*PEOPLE, pair]

    def _with_fitting_values(
        self, form: Form, form_data: dict[str, list[str]]
    ) -> dict[str, list[str]]:
        """Complete a form with a whole result, or with parts of awards that fit."""
        fields = {field.name for field in self.event.game.fields}
        if fields & form.names and (play := self._play_of(form)):
            # Radio buttons that join several fields, as of declarations, are sent by these fields.
            form_data = {
                key: values
                for key, values in form_data.items()
                if key not in fields and not key.startswith("one-of-")
            }
            form_data |= {key: [value] for key, value in self._result(form, play).items() if value}
        for line in self.event.game.lines:
            if f"{line}-kind" in form_data:
                form_data = form_data | _award_parts(line, form_data[f"{line}-kind"], self.rng)
        return form_data

    def _result(self, form: Form, play: Play) -> dict[str, str]:
        """Return the result to send; both sides of a table mostly send the same, unseen."""
        if not form.path.startswith("/t/"):
            return self.outcome(play)
        if play.pk not in self.entered or self.rng.random() < 0.2:
            self.entered[play.pk] = self.outcome(play)
        return self.entered[play.pk]

    def _play_of(self, form: Form) -> Play | None:
        """Return the play that the form of a result is about."""
        plays = Play.objects.filter(board__session__stage__event=self.event).select_related(
            "board__session__stage__event", "seating__table"
        )
        parts = form.path.strip("/").split("/")
        if parts[0] == "desk" and "plays" in parts:
            return plays.filter(pk=parts[parts.index("plays") + 1]).first()
        if parts[0] == "t" and "boards" in parts:
            table = next((table for table in self._tables() if code_of(table) == parts[1]), None)
            plays_of_board = plays.filter(board__number=parts[parts.index("boards") + 1])
            return (
                plays_of_board.filter(seating__table=table).order_by("pk").last() if table else None
            )
        return plays.order_by("pk").first()

    def outcome(self, play: Play) -> dict[str, str]:
        """Return a result of the play as form fields, usually one that its cards allow."""
        game = self.event.game
        record = played_out(play, self.rng) if self.rng.random() < 0.8 else None
        if record is None:
            if game.has_play:
                other = game.deal("0dd5" * 16, str(self.rng.random()), play.board.number)
                outcome = playout(game, other, self.rng)["outcome"]
            else:
                return {key: str(value) for key, value in self.scene.random_fields().items()}
        else:
            outcome = record["outcome"]
            if scorer := second_scorer(game.key):
                x = {line: Fraction(value) for line, value in scorer.x(record).items()}
                self.known.x[play.board_id, repr(sorted(outcome.items()))] = x
        return dict(outcome_as_submitted(outcome))

    def _tables(self) -> list[Table]:
        tables = Table.objects.filter(section__session__stage__event=self.event)
        return list(tables.select_related("section__session__stage__event__club").order_by("pk"))

    def _enter_everywhere(self) -> None:
        """Enter one more board at every table, and confirm it on most of the other phones."""
        for table in self._tables():
            seating = current_seating(table)
            if seating is None or seating.round.started_at is None:
                continue
            due = seating.plays.filter(state__in=Play.STATES_AWAITING_ENTRY).order_by(
                "board__number"
            )
            number = due.values_list("board__number", flat=True).first()
            sides = list(self.event.game.lines)
            for side in sides if self.rng.random() < 0.8 else sides[:1]:
                phone = self.phones.setdefault(
                    (table.pk, side), Browser(f"phone {table.label} {side}", self.coverage)
                )
                self._enter(phone, table, side, number)

    def _enter(self, phone: Browser, table: Table, side: str, number: int | None) -> None:
        code = code_of(table)
        self._get(phone, f"/t/{code}/")
        if number is None:
            return
        address = f"/t/{code}/boards/{number}/"
        answer = self._get(phone, address)
        for _page in range(3):
            forms = [form for form in self._forms(answer) if form.method == "post"]
            side_forms = [form for form in forms if page_name(form.action) == "table_side"]
            entry = [form for form in forms if form.path == address]
            if entry:
                self._press(phone, self.rng.choice(entry))
                return
            if side_forms:
                form = side_forms[0]
                values = [control.value for control in form.controls if control.name == "holder"]
                place = list(self.event.game.lines).index(side)
                form_data = {
                    "holder": [values[min(place, len(values) - 1)]],
                    "board": [str(number)],
                }
                hidden = {
                    control.name: [control.value]
                    for control in form.controls
                    if control.kind == "hidden"
                }
                answer = phone.post(form.action, hidden | form_data)
            else:
                return

    def _read_a_page(self) -> None:
        name = self.rng.choice(self._readable())
        browser = self._reader_of(name)
        if browser and (address := self._address(name, browser)):
            self._get(browser, address)

    def _read_everything(self) -> None:
        """Read one URL of every name, as its reader and as the public."""
        for name in self._readable():
            for browser in dict.fromkeys((self._reader_of(name), self.public)):
                if browser and (address := self._address(name, browser)):
                    self._get(browser, address)

    def _readable(self) -> list[str]:
        """Return the names of all URLs that accept GET."""
        return sorted(PATTERNS.keys() - NEVER - WITHOUT_GET)

    def _compare(self) -> None:
        """Check that stored values follow from the entries and totals match the second scorer."""
        catch_up()
        assert scoring_pipeline.recount(self.event) == []
        for stage in self.event.stages.order_by("number"):
            expected, snapshot = (
                scored(stage, self.known),
                last_snapshot(stage, Snapshot.Audience.DESK),
            )
            if expected is None or snapshot is None:
                self.coverage.submitted["totals not compared", False] += 1
                continue
            total: Counter[int] = Counter()
            for ranking in StoredStandings.from_json(snapshot.standings).rankings:
                for row in ranking.rows:
                    total[row.number] += row.total
            shown_totals = {number: Fraction(amount) for number, amount in total.items()}
            assert shown_totals == {
                number: expected.total.get(number, 0) for number in shown_totals
            }
            self.coverage.submitted["totals compared", True] += 1


_SILENT = {"csrfmiddlewaretoken", "key", "seen"}


def _address(response: Any) -> str:
    """Return a URL of that name: one that a page links, or one made from rows of the event."""
    if getattr(response, "redirect_chain", None):
        last = urlsplit(response.redirect_chain[-1][0])
        return last.path + (f"?{last.query}" if last.query else "")
    request = response.request
    return request["PATH_INFO"] + (f"?{request['QUERY_STRING']}" if request["QUERY_STRING"] else "")


def _continues_action(following: Form, form: Form) -> bool:
    """Return whether a form in the response continues the same action."""
    return following.path == form.path


def _award_parts(line: str, kind: list[str], rng: random.Random) -> dict[str, list[str]]:
    """Return the numbers of a kind of award."""
    parts = {f"{line}-{name}{number}": [""] for name in ("weight", "x") for number in (1, 2, 3)}
    parts[f"{line}-amount"] = [rng.choice(("3/2", "1.25")) if kind == ["fixed"] else "60"]
    if kind == ["weighted"]:
        parts |= {f"{line}-weight1": ["50"], f"{line}-weight2": ["50"]}
        parts |= {
            f"{line}-x1": [str(rng.randint(-20, 20))],
            f"{line}-x2": [str(rng.randint(-20, 20))],
        }
    return parts
