"""Views of the director's guide: its table of contents and its pages."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from tournaments.access.page_cache import public_page
from tournaments.queries.guide.guide_pages import GUIDE_PAGE_SUMMARIES, GUIDE_PAGES
from tournaments.web.markdown_page import MarkdownPage, markdown_page
from tournaments.web.public.page_context import site_links

GUIDE_FOLDER = settings.BASE_DIR / "docs" / "clubs" / "guide"


@public_page
def guide_view(request: HttpRequest) -> HttpResponse:
    """Show the table of contents."""
    context = {
        "contents": list(zip(_pages(), GUIDE_PAGE_SUMMARIES.values(), strict=True)),
        **site_links(request),
    }
    return render(request, "guide/index.html", context)


@public_page
def guide_page_view(request: HttpRequest, guide: str) -> HttpResponse:
    """Show a page with links to the previous and the next one; 404 for an unknown name."""
    if guide not in GUIDE_PAGES:
        raise Http404
    pages, index = _pages(), GUIDE_PAGES.index(guide)
    context = {
        "pages": pages,
        "current_page": pages[index],
        "previous_page": pages[index - 1] if index else None,
        "next_page": pages[index + 1] if index + 1 < len(pages) else None,
        **site_links(request),
    }
    return render(request, "guide/page.html", context)


def _pages() -> list[MarkdownPage]:
    """Return all pages in the reader's language."""
    return [
        markdown_page(GUIDE_FOLDER / get_language(), name, "guide_page") for name in GUIDE_PAGES
    ]
