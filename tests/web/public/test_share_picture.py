"""Share pictures: content, layout, caching, and the metadata that refers to them."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes.evening import created, play_out, play_round, started
from tournaments.actions.events.publish import publish_event
from tournaments.models import Event
from tournaments.tasks import catch_up
from tournaments.web.public import share_layout
from tournaments.web.public.share_layout import (
    BOLD,
    HEIGHT,
    WIDTH,
    DoesNotFit,
    PictureRow,
    RankingColumn,
    ShareContent,
    fit_text,
    render_png,
    render_svg,
    width_of,
)

pytestmark = pytest.mark.django_db

CLUB, EVENT = "/club-manilla/", "/club-manilla/campionat/"


def tags(client: Client, url: str = EVENT, **headers: str) -> dict[str, str]:
    """Return the metadata tags of a page by name."""
    content = client.get(url, headers=headers).content.decode()
    name = r"(?:property|name)=\"((?:og|twitter):[\w:]+)\""
    return dict(re.findall(rf'<meta {name} content="([^"]*)"', content))


def image_path(client: Client, page: str = EVENT) -> str:
    return tags(client, page)["og:image"].removeprefix("http://testserver")


def png_size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture[-8:-4] == b"IEND"
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    return width, height


@pytest.fixture
def rendered_pictures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the SVG of every picture that is rendered, in order."""
    asked: list[str] = []
    draw = share_layout._png

    def noting(svg: str) -> bytes:
        asked.append(svg)
        return draw(svg)

    monkeypatch.setattr(share_layout, "_png", noting)
    return asked


def winners_of(*names: str) -> ShareContent:
    entries = tuple(PictureRow("1", name, "38.88") for name in names)
    column = RankingColumn("", "Winners", "Total", entries, entries)
    return ShareContent("Club", "Cup", ("Botifarra",), (column,))


@pytest.mark.parametrize("page", [CLUB, EVENT])
def test_page_names_a_png_of_1200_by_630_under_an_absolute_address(
    client: Client, page: str
) -> None:
    created(8, movement="mitchell", round_count=4, boards_per_round=1)
    meta_tags = tags(client, page)
    assert meta_tags["og:image"].startswith("http://testserver/club-manilla/")
    assert (meta_tags["og:image:width"], meta_tags["og:image:height"]) == ("1200", "630")
    assert meta_tags["twitter:card"] == "summary_large_image"
    assert meta_tags["og:title"]
    assert meta_tags["og:image:alt"]
    response = client.get(image_path(client, page))
    assert response.headers["Content-Type"] == "image/png"
    assert png_size(response.content) == (WIDTH, HEIGHT)


def test_address_and_bytes_change_with_the_standings(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    sizes = []
    for _round in range(3):
        url = image_path(client)
        sizes.append((url, client.get(url).content))
        if len(sizes) < 3:
            play_round(session, director)
            catch_up()
    assert len(set(sizes)) == 3
    assert len({url for url, _picture in sizes}) == 3
    assert len({picture for _address, picture in sizes}) == 3


def test_picture_is_cached_under_its_own_address_and_revalidated_under_others(
    client: Client,
) -> None:
    created(8, movement="mitchell", round_count=4, boards_per_round=1)
    url = image_path(client)
    own_response, other_response = client.get(url), client.get(f"{EVENT}share/en/earlier.png")
    assert "max-age=86400" in own_response.headers["Cache-Control"]
    assert "public" in own_response.headers["Cache-Control"]
    assert "no-cache" in other_response.headers["Cache-Control"]
    assert other_response.content == own_response.content
    response = client.get(url, headers={"If-None-Match": own_response.headers["ETag"]})
    assert response.status_code == 304


def test_before_the_first_result_the_picture_says_what_when_and_where(
    client: Client, rendered_pictures: list[str]
) -> None:
    created(8, movement="mitchell", round_count=4, boards_per_round=1)
    starts = timezone.now().replace(month=5, day=3, hour=12, minute=0) + timedelta(days=365)
    Event.objects.update(starts_at=starts, place="Casal Riudeterres")
    client.get(image_path(client))
    assert "Casal Riudeterres" in rendered_pictures[0]
    assert "3 May" in rendered_pictures[0]
    assert "Anna" not in rendered_pictures[0]


def test_running_event_shows_who_leads_and_a_finished_one_its_winners(
    client: Client, rendered_pictures: list[str]
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    client.get(image_path(client))
    assert "Winners" not in rendered_pictures[0]
    assert rendered_pictures[0].count("Berta") == 6, "three of each line"
    play_out(session, director)
    catch_up()
    client.get(image_path(client))
    assert rendered_pictures[1].count("Provisional standings") == 2
    assert rendered_pictures[1].count("Berta") == 2
    publish_event(session.stage.event_id, director)
    client.get(image_path(client))
    assert rendered_pictures[2].count("Winners") == 2


@pytest.mark.parametrize(
    ("results_shown", "embargo"),
    [("session", None), ("at_once", timedelta(hours=1))],
    ids=["results after the session", "embargo"],
)
def test_picture_shows_no_names_while_the_standings_are_hidden(
    client: Client, rendered_pictures: list[str], results_shown: str, embargo: timedelta | None
) -> None:
    session, director = started(
        8, movement="mitchell", round_count=4, boards_per_round=2, results_shown=results_shown
    )
    Event.objects.update(standings_from=embargo and timezone.now() + embargo)
    play_round(session, director)
    catch_up()
    meta_tags = tags(client)
    client.get(meta_tags["og:image"].removeprefix("http://testserver"))
    assert "Campionat" in rendered_pictures[0]
    assert "Anna" not in rendered_pictures[0] + str(meta_tags)


def test_archived_event_has_no_picture(client: Client) -> None:
    created(8, movement="mitchell", round_count=4, boards_per_round=1)
    url = image_path(client)
    Event.objects.update(archived_at=timezone.now())
    assert client.get(url).status_code == 404


def test_picture_has_the_language_of_its_address(
    client: Client, rendered_pictures: list[str]
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    play_out(session, director)
    catch_up()
    assert "/share/es/" in tags(client, **{"Accept-Language": "es"})["og:image"]
    client.get(f"{EVENT}share/es/any.png", headers={"Accept-Language": "en"})
    assert "E-O" in rendered_pictures[0]
    assert client.get(f"{EVENT}share/xx/any.png").status_code == 404


def test_picture_shows_no_names_if_the_fonts_lack_a_letter_of_one() -> None:
    assert "Anna Puig" in render_svg(winners_of("Anna Puig – Berta Roca"))
    svg = render_svg(winners_of("Anna Puig – Berta Roca", "山田 花子"))
    assert "Anna" not in svg
    assert "山" not in svg
    assert ">Cup<" in svg


def test_title_that_cannot_be_drawn_is_replaced_by_the_club_or_the_product() -> None:
    assert ">Club<" in render_svg(ShareContent("Club", "秋の大会"))
    assert "Manilla" in render_svg(ShareContent("札幌", "秋の大会", ("秋",)))
    assert "秋" not in render_svg(ShareContent("札幌", "秋の大会", ("秋",)))


@pytest.mark.parametrize("name", ["Anna " * 16, "W" * 80, "Montserrat Vallhonrat i Castelltort"])
def test_long_names_wrap_within_their_width(name: str) -> None:
    try:
        size, lines = fit_text([name.strip()], BOLD, range(38, 19, -2), 392, 4)
    except DoesNotFit:
        assert name == "W" * 80
        assert "WWW" not in render_svg(winners_of(name))
        return
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert all(width_of(line, BOLD, size) <= 392 for line in lines)


def test_four_names_of_winners_end_above_the_total() -> None:
    svg = render_svg(winners_of("Anna – Berta", "Carles – David"))
    lowest = max(int(y) for y in re.findall(r' y="(\d+)"[^>]*>(?:Anna|Berta|Carles|David)<', svg))
    figure = re.search(r' y="(\d+)" font-size="(\d+)"[^>]*>38.88<', svg)
    assert figure
    assert lowest < int(figure[1]) - 0.7 * int(figure[2])


def test_concurrent_readers_share_one_rendering_of_a_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    share_layout._rasterize.cache_clear()
    svg = render_svg(winners_of("Anna Puig – Berta Roca"))
    with ThreadPoolExecutor(4) as readers:
        pictures = set(readers.map(share_layout._png, [svg] * 4))
    assert len(pictures) == 1
    assert share_layout._rasterize.cache_info().misses == 1


@pytest.mark.parametrize("rankings", [3, 4, 5])
def test_picture_of_many_rankings_shows_the_first_contestant_of_each(rankings: int) -> None:
    columns = tuple(
        RankingColumn(
            f"Section {index}",
            f"Section {index}",
            "Total",
            (PictureRow("1", f"Anna {index}", "2.00"),),
        )
        for index in range(rankings)
    )
    svg = render_svg(ShareContent("Club", "Cup", (), columns))
    assert svg.count("Anna") == (rankings if rankings <= 4 else 0)
    assert svg.count("Section") == svg.count("Anna")
    assert png_size(render_png(ShareContent("Club", "Cup", (), columns))) == (WIDTH, HEIGHT)


def test_text_of_a_name_is_escaped() -> None:
    assert "A &amp; B &lt;i" in render_svg(ShareContent("Club", "A & B <i"))
    assert png_size(render_png(ShareContent("Club", "A & B <i"))) == (WIDTH, HEIGHT)


def test_names_of_later_places_are_never_larger_than_those_before() -> None:
    winners = PictureRow("1", "Bartholomew Featherstonehaugh-Cholmondeley – Núria Serra", "13.71")
    others = [
        PictureRow("2", "Pete Wu – Tom Hartley", "13.01"),
        PictureRow("3", "Margaret Ellis – Vilanova de la Roca i Castelltort", "12.50"),
        PictureRow("4", "Ann Low – Jo Kay", "12.01"),
    ]
    column = RankingColumn("", "Winners", "Total", (winners, *others), (winners,))
    svg = render_svg(ShareContent("Club", "Cup", ("Botifarra",), (column,)))
    texts = re.findall(r'font-size="(\d+)"[^>]*>([^<]*)</text>', svg)
    sizes = {text: int(size) for size, text in texts}
    fell = [
        next(size for text, size in sizes.items() if text.startswith(name))
        for name in ("Featherstonehaugh", "Pete", "Margaret", "Ann")
    ]
    assert fell == sorted(fell, reverse=True)
    assert fell[0] > fell[1]


def test_long_word_of_a_name_is_made_smaller_before_it_is_broken() -> None:
    _size, lines = fit_text(
        ["Featherstonehaugh-Cholmondeley"], BOLD, range(60, 19, -2), 392, 4, height=140
    )
    assert lines == ["Featherstonehaugh-", "Cholmondeley"]
