"""The ranking of those who play in some sections, within one field: a section alone, or all of a
venue."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.models import Allotment, Section, Stage
from tournaments.queries.digests import digest
from tournaments.queries.groups import among
from tournaments.queries.ranking import ShownRanking, ShownStandings


def sections_to_show(stage: Stage) -> Sequence[str]:
    """The names of the sections in which somebody was last, in their order; none where nothing
    is divided."""
    return _several(_named(stage))


def parts_to_show(stage: Stage) -> Mapping[str, Collection[str]]:
    """What can be looked at by itself, by what it is called: the names of the sections of which it
    is made.

    Each section, in their order, and then each venue where several play; none where nothing is
    divided.
    """
    named, venues = _named(stage), dict[str, list[str]]()
    sections = _several(named)
    for name, venue in named:
        if venue and venue not in sections and name not in venues.setdefault(venue, []):
            venues[venue].append(name)
    several = {venue: names for venue, names in venues.items() if len(names) > 1}
    return {name: (name,) for name in sections} | several


def _several(named: Iterable[tuple[str, str | None]]) -> Sequence[str]:
    found = tuple(dict.fromkeys(name for name, _venue in named))
    return found if len(found) > 1 else ()


def _named(stage: Stage) -> list[tuple[str, str | None]]:
    last = set(played_last(stage).values())
    named = Section.objects.filter(session__stage=stage).exclude(name="")
    ordered = named.order_by("session__number", "number").values_list("name", "venue__name")
    return [(name, venue) for name, venue in ordered if name in last]


def of_part(stage: Stage, standings: ShownStandings, called: str) -> ShownStandings:
    """The standings of a section or a venue; those of all where the stage has none that is
    called so."""
    names = parts_to_show(stage).get(called)
    return in_sections(stage, standings, names, called) if names else standings


def in_sections(
    stage: Stage, standings: ShownStandings, names: Collection[str], called: str
) -> ShownStandings:
    """The rankings of those who play in these sections, under the name `called`; each has kept his
    total.

    Whoever has changed sections between two sessions is with those among whom he played last.
    Sections that are a field each have rankings of their own already, which are shown as they are.
    """
    if stage.sections_apart:
        rankings = [each for each in standings.rankings if each.section in names]
    else:
        some = of_those(standings.rankings, _playing_in(stage, names))
        rankings = [replace(ranking, section=called) for ranking in some]
    return with_rankings(standings, rankings, called)


def of_those(rankings: Sequence[ShownRanking], numbers: Collection[int]) -> list[ShownRanking]:
    """The rankings of some contestants, by their numbers, without those in which none of them
    is."""
    some = (among(ranking, numbers) for ranking in rankings)
    return [ranking for ranking in some if ranking.rows]


def with_rankings(
    standings: ShownStandings, rankings: list[ShownRanking], called: str
) -> ShownStandings:
    """The same standings with these rankings alone; their edition tells what they are called and
    of whom."""
    who = digest([row.number for ranking in rankings for row in ranking.rows])
    return replace(standings, rankings=rankings, edition=f"{standings.edition} {called} {who}")


def _playing_in(stage: Stage, names: Collection[str]) -> set[int]:
    return {number for number, name in played_last(stage).items() if name in names}


def played_last(stage: Stage) -> Mapping[int, str]:
    """By contestant's number, the name of the section in which he was last, of those that have
    begun.

    Where a session is still to begin, nobody has changed sections by it yet.
    """
    begun = Section.objects.filter(session__stage=stage, rounds__started_at__isnull=False)
    allotments = Allotment.objects.filter(section__in=begun.values("pk"))
    return dict(
        allotments.order_by("section__session__number").values_list(
            "contestant__number", "section__name"
        )
    )
