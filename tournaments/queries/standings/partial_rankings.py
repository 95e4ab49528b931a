"""Make rankings of some contestants of a stage: a category, sections, or a group."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.models import CategoryMember, Event, Section, SectionAssignment, Stage
from tournaments.movements.round_robin import RoundRobin, group_members
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking, ShownStandings
from tournaments.support.digests import digest


def rankings_by_group(stage: Stage, ranking: ShownRanking) -> list[ShownRanking]:
    """Return the ranking of each group, or the one ranking if there is a single group."""
    movement = stage.movement
    if not isinstance(movement, RoundRobin) or movement.groups == 1:
        return [ranking]
    groups = group_members(stage.event.contestants.count(), movement.groups)
    return [
        replace(ranking_among(ranking, group), group=number)
        for number, group in enumerate(groups, 1)
    ]


def ranking_among(ranking: ShownRanking, numbers: Collection[int]) -> ShownRanking:
    """Return a ranking of some contestants by number, with the same totals and tie-breaks."""
    return replace(ranking, rows=list(_rows_within(ranking.rows, numbers)))


def _rows_within(
    rows: Sequence[RankedContestant], numbers: Collection[int]
) -> Iterator[RankedContestant]:
    """Yield the group's rows with new ranks.

    A tie-break is kept if it separates two contestants who are neighbours in the full ranking.
    """
    first_places: dict[int, int] = {}
    for place, row in enumerate((row for row in rows if row.number in numbers), 1):
        first_places.setdefault(row.rank or 0, place)
    for row, follower in zip(rows, [*rows[1:], None], strict=True):
        if row.number in numbers:
            rank = None if row.rank is None else first_places[row.rank]
            lead = (
                row.tiebreak_lead if follower is not None and follower.number in numbers else None
            )
            yield replace(row, rank=rank, tiebreak_lead=lead)


def sections_to_show(stage: Stage) -> Sequence[str]:
    """Return the names of the sections played last, in order; empty if there is only one."""
    return _names_if_several(_sections_with_venue(stage))


def parts_to_show(stage: Stage) -> Mapping[str, Collection[str]]:
    """Return what can be viewed separately: by name, the sections it is made of.

    The parts are the sections in order, then the venues with several sections. There are none if
    nothing is divided.
    """
    named, venues = _sections_with_venue(stage), dict[str, list[str]]()
    sections = _names_if_several(named)
    for name, venue in named:
        if venue and venue not in sections and name not in venues.setdefault(venue, []):
            venues[venue].append(name)
    several = {venue: names for venue, names in venues.items() if len(names) > 1}
    return {name: (name,) for name in sections} | several


def _names_if_several(named: Iterable[tuple[str, str | None]]) -> Sequence[str]:
    names = tuple(dict.fromkeys(name for name, _venue in named))
    return names if len(names) > 1 else ()


def _sections_with_venue(stage: Stage) -> list[tuple[str, str | None]]:
    named = Section.objects.filter(session__stage=stage).exclude(name="")
    rows = named.order_by("session__number", "number").values_list("name", "venue__name")
    ordered: list[tuple[str, str | None]] = list(rows)
    if len(_names_if_several(ordered)) < 2:
        return ordered
    last = set(last_section_names(stage).values())
    return [(name, venue) for name, venue in ordered if name in last]


def standings_of_part(stage: Stage, standings: ShownStandings, called: str) -> ShownStandings:
    """Return the standings of a section or venue, or all if the stage has no such part."""
    names = parts_to_show(stage).get(called)
    return standings_in_sections(stage, standings, names, called) if names else standings


def standings_in_sections(
    stage: Stage, standings: ShownStandings, names: Collection[str], called: str
) -> ShownStandings:
    """Return the rankings of contestants in some sections, under the name `called`.

    Totals are the totals of the whole stage. A contestant who changed sections between sessions
    belongs to the last one. Sections that are ranked separately are shown as they are.
    """
    if stage.ranks_sections_separately:
        rankings = [ranking for ranking in standings.rankings if ranking.section in names]
    else:
        rankings_of_sections = rankings_among(
            standings.rankings, _numbers_in_sections(stage, names)
        )
        rankings = [replace(ranking, section=called) for ranking in rankings_of_sections]
    return with_rankings(standings, rankings, called)


def rankings_among(
    rankings: Sequence[ShownRanking], numbers: Collection[int]
) -> list[ShownRanking]:
    """Return rankings of some contestants by number, without those that none of them is in."""
    rankings_of_numbers = (ranking_among(ranking, numbers) for ranking in rankings)
    return [ranking for ranking in rankings_of_numbers if ranking.rows]


def with_rankings(
    standings: ShownStandings, rankings: list[ShownRanking], called: str
) -> ShownStandings:
    """Return standings with other rankings; their edition identifies the name and contestants."""
    numbers_digest = digest([row.number for ranking in rankings for row in ranking.rows])
    return replace(
        standings, rankings=rankings, edition=f"{standings.edition} {called} {numbers_digest}"
    )


def _numbers_in_sections(stage: Stage, names: Collection[str]) -> set[int]:
    return {number for number, name in last_section_names(stage).items() if name in names}


def last_section_names(stage: Stage) -> Mapping[int, str]:
    """Return by number the name of the contestant's last section that has started.

    A session that has not started moves nobody yet.
    """
    started = Section.objects.filter(session__stage=stage, rounds__started_at__isnull=False)
    allotments = SectionAssignment.objects.filter(section__in=started.values("pk"))
    return dict(
        allotments.order_by("section__session__number").values_list(
            "contestant__number", "section__name"
        )
    )


def members_by_category(event: Event) -> Mapping[str, Sequence[int]]:
    """Return the contestants' numbers in each category of the event, in category order."""
    numbers_by_name: dict[str, list[int]] = {
        name: [] for name in event.categories.values_list("name", flat=True)
    }
    members = CategoryMember.objects.filter(category__event=event).order_by("contestant__number")
    for name, number in members.values_list("category__name", "contestant__number"):
        numbers_by_name[name].append(number)
    return numbers_by_name


def categories_to_show(event: Event) -> Sequence[str]:
    """Return the names of the categories that have members, in order."""
    members = CategoryMember.objects.filter(category__event=event)
    names = members.order_by("category__number", "category").values_list(
        "category__name", flat=True
    )
    return list(dict.fromkeys(names))


def standings_of_category(event: Event, standings: ShownStandings, called: str) -> ShownStandings:
    """Return the standings of a category, or all if the event has no such category."""
    numbers = members_by_category(event).get(called)
    if not numbers:
        return standings
    rankings = [
        replace(ranking, category=called) for ranking in rankings_among(standings.rankings, numbers)
    ]
    return with_rankings(standings, rankings, f"category {called}")


def standings_by_category(event: Event, standings: ShownStandings) -> Sequence[ShownStandings]:
    """Return the standings of each category with a ranked contestant, in order."""
    standings_of_each = (
        standings_of_category(event, standings, name) for name in categories_to_show(event)
    )
    return [
        section_standings for section_standings in standings_of_each if section_standings.rankings
    ]
