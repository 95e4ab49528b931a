"""Rankings of some contestants of a stage: of a category, of sections, of each group."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.models import Allotment, Event, InCategory, Section, Stage
from tournaments.movements.round_robin import RoundRobin, group_members
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking, ShownStandings
from tournaments.support.digests import digest


def rankings_by_group(stage: Stage, ranking: ShownRanking) -> list[ShownRanking]:
    """The ranking of each group, or the one of all where there is a single group."""
    movement = stage.movement
    if not isinstance(movement, RoundRobin) or movement.groups == 1:
        return [ranking]
    groups = group_members(stage.event.contestants.count(), movement.groups)
    return [
        replace(ranking_among(ranking, group), group=number)
        for number, group in enumerate(groups, 1)
    ]


def ranking_among(ranking: ShownRanking, numbers: Collection[int]) -> ShownRanking:
    """The ranking of some contestants, by their numbers: ranked anew, by the same totals and
    tie-breaks."""
    return replace(ranking, rows=list(_within(ranking.rows, numbers)))


def _within(rows: Sequence[RankedContestant], group: Collection[int]) -> Iterator[RankedContestant]:
    """The group with its places; a tie-break is told where it parted neighbours in the ranking
    of all."""
    first: dict[int, int] = {}
    for place, row in enumerate((row for row in rows if row.number in group), 1):
        first.setdefault(row.rank or 0, place)
    for row, follower in zip(rows, [*rows[1:], None], strict=True):
        if row.number in group:
            rank = None if row.rank is None else first[row.rank]
            parted = row.ahead if follower is not None and follower.number in group else None
            yield replace(row, rank=rank, ahead=parted)


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
    named = Section.objects.filter(session__stage=stage).exclude(name="")
    rows = named.order_by("session__number", "number").values_list("name", "venue__name")
    ordered: list[tuple[str, str | None]] = list(rows)
    if len(_several(ordered)) < 2:
        return ordered
    last = set(last_section_names(stage).values())
    return [(name, venue) for name, venue in ordered if name in last]


def standings_of_part(stage: Stage, standings: ShownStandings, called: str) -> ShownStandings:
    """The standings of a section or a venue; those of all where the stage has none that is
    called so."""
    names = parts_to_show(stage).get(called)
    return standings_in_sections(stage, standings, names, called) if names else standings


def standings_in_sections(
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
        some = rankings_among(standings.rankings, _playing_in(stage, names))
        rankings = [replace(ranking, section=called) for ranking in some]
    return with_rankings(standings, rankings, called)


def rankings_among(
    rankings: Sequence[ShownRanking], numbers: Collection[int]
) -> list[ShownRanking]:
    """The rankings of some contestants, by their numbers, without those in which none of them
    is."""
    some = (ranking_among(ranking, numbers) for ranking in rankings)
    return [ranking for ranking in some if ranking.rows]


def with_rankings(
    standings: ShownStandings, rankings: list[ShownRanking], called: str
) -> ShownStandings:
    """The same standings with these rankings alone; their edition tells what they are called and
    of whom."""
    who = digest([row.number for ranking in rankings for row in ranking.rows])
    return replace(standings, rankings=rankings, edition=f"{standings.edition} {called} {who}")


def _playing_in(stage: Stage, names: Collection[str]) -> set[int]:
    return {number for number, name in last_section_names(stage).items() if name in names}


def last_section_names(stage: Stage) -> Mapping[int, str]:
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


def members_by_category(event: Event) -> Mapping[str, Sequence[int]]:
    """The numbers of the contestants in each category of the event, by its name, in their order."""
    found: dict[str, list[int]] = {
        name: [] for name in event.categories.values_list("name", flat=True)
    }
    members = InCategory.objects.filter(category__event=event).order_by("contestant__number")
    for name, number in members.values_list("category__name", "contestant__number"):
        found[name].append(number)
    return found


def categories_to_show(event: Event) -> Sequence[str]:
    """The names of the categories in which there is anybody, in their order."""
    members = InCategory.objects.filter(category__event=event)
    names = members.order_by("category__number", "category").values_list(
        "category__name", flat=True
    )
    return list(dict.fromkeys(names))


def standings_of_category(event: Event, standings: ShownStandings, called: str) -> ShownStandings:
    """The standings of a category; those of all where the event has none that is called so."""
    numbers = members_by_category(event).get(called)
    if not numbers:
        return standings
    rankings = [
        replace(each, category=called) for each in rankings_among(standings.rankings, numbers)
    ]
    return with_rankings(standings, rankings, f"category {called}")


def standings_by_category(event: Event, standings: ShownStandings) -> Sequence[ShownStandings]:
    """The standings of every category in which anybody is ranked, in their order."""
    each = (standings_of_category(event, standings, name) for name in categories_to_show(event))
    return [shown for shown in each if shown.rankings]
