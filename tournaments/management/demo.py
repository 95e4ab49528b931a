"""The demo club: a championship over, three evenings in the middle, and a board published
elsewhere."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from django.db import transaction

from tournaments.actions.clubs.club import create_club
from tournaments.actions.clubs.demo import mark_demo
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.create_from_sheet import import_results
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.draws import draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.management.simulated_play import play_round, play_to_the_end
from tournaments.models import Club, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.clubs.demo import PUBLISHED_NOTE
from tournaments.queries.people.names import BETWEEN
from tournaments.queries.rounds.seating import playing_round

PUBLISHED = Path(__file__).parent / "published.csv"
PAIRS = (
    "Anna Puig – Berta Roca",
    "Carles Font – Dídac Mas",
    "Emma Vidal – Francesc Soler",
    "Glòria Serra – Hug Ferrer",
    "Ignasi Bosch – Jordina Pujol",
    "Laia Casals – Martí Rovira",
    "Neus Ribas – Oriol Camps",
    "Pere Llull – Quima Torrents",
    "Roser Bonet – Sergi Nadal",
    "Teresa Grau – Ubald Comas",
    "Valentí Sala – Xènia Prat",
    "Ariadna Mir – Blai Costa",
    "Clara Estruch – Domènec Vila",
    "Eulàlia Planas – Feliu Riera",
    "Gemma Oliver – Hilari Codina",
    "Iolanda Massaguer i Montpalau – Jaume Vallhonrat i Castelltort",
)


def demo_club() -> Club:
    """The club with its five events, played and entered through the same acts as any other."""
    club = create_club("Club de Botifarra La Manilla", SYSTEM)
    plan = EventPlan("Taula publicada", note=PUBLISHED_NOTE)
    with PUBLISHED.open("rb") as file, transaction.atomic():
        mark_demo(import_results(club, plan, file.read(), SYSTEM).event)
    over, seed = _begun(
        club, EventPlan("Campionat de Tardor", movement_key="mitchell"), PAIRS, 8, 3
    )
    play_to_the_end(over, seed, SYSTEM)
    publish_event(over.stage.event_id, SYSTEM)
    alone = EventPlan(
        "Tarda d'Anou", "anou", movement_key="individual", movement_options={"seats": "4"}
    )
    afternoon, seed = _begun(club, alone, [pair.split(BETWEEN)[0] for pair in PAIRS[:9]], 6, 2)
    _play(afternoon, seed, rounds=2, tables=1)
    tonight, seed = _begun(
        club, EventPlan("Dijous de Botifarra", movement_key="howell"), PAIRS[:12], 11, 2
    )
    _play(tonight, seed, rounds=5, tables=2)
    matches = EventPlan("Suís del dissabte", "match", movement_key="swiss")
    swiss, seed = _begun(club, matches, PAIRS[:13], 5, 1)
    _play(swiss, seed, rounds=1, tables=0)
    draw_round(swiss.pk, SYSTEM)
    return club


def _begun(
    club: Club, plan: EventPlan, contestants: Sequence[str], rounds: int, boards: int
) -> tuple[Session, str]:
    seed = secrets.token_hex(32)
    stage = create_event(club, plan, contestants, SYSTEM)
    mark_demo(stage.event)
    session = create_session(stage, rounds, boards, SYSTEM, seed=seed)
    deal_session(session.pk, "la rifa de dijous: 40218", SYSTEM)
    start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    return session, seed


def _play(session: Session, seed: str, rounds: int, tables: int) -> None:
    """So many rounds done; in the next the first tables have finished and the others are still
    at it."""
    for _done in range(rounds):
        if round_ := playing_round(session):
            play_round(round_, seed)
            end_round(round_.pk, SYSTEM)
    if round_ := playing_round(session):
        play_round(round_, seed, tables=tables)
