"""All URL patterns; those of each package are in its `urls.py`."""

from django.urls import path

from tournaments.web import health, progress, well_known
from tournaments.web.accounts.urls import urlpatterns as accounts
from tournaments.web.clubs.urls import urlpatterns as clubs
from tournaments.web.contestants.urls import urlpatterns as contestants
from tournaments.web.corrections.urls import urlpatterns as corrections
from tournaments.web.desk.urls import urlpatterns as desk
from tournaments.web.downloads.urls import urlpatterns as downloads
from tournaments.web.events.urls import urlpatterns as events
from tournaments.web.guide.urls import urlpatterns as guide
from tournaments.web.history.urls import urlpatterns as history
from tournaments.web.offline.urls import urlpatterns as offline
from tournaments.web.paper.urls import urlpatterns as paper
from tournaments.web.phone.urls import urlpatterns as phone
from tournaments.web.public.urls import urlpatterns as public
from tournaments.web.results.urls import urlpatterns as results
from tournaments.web.rules.urls import urlpatterns as rules
from tournaments.web.trials.urls import urlpatterns as trials

urlpatterns = [
    *public,  # first, since it is asked for most and patterns are tried in order
    *phone,
    *downloads,
    path("health", health.health_view, name="health"),
    path("health/scoring", health.health_scoring_view, name="health_scoring"),
    path("desk/progress/<slug:key>/", progress.progress_view, name="progress"),
    path(".well-known/security.txt", well_known.security_txt_view, name="security_txt"),
    path("robots.txt", well_known.robots_view, name="robots"),
    path("favicon.ico", well_known.favicon_view, name="favicon"),
    *guide,
    *rules,
    *trials,
    *accounts,
    *desk,
    *results,
    *contestants,
    *paper,
    *history,
    *corrections,
    *events,
    *offline,
    *clubs,
]
