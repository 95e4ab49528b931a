"""Addresses of the pages, room by room: each room's own are in its `urls.py`."""

from django.urls import path

from tournaments.web import health, progress, security_txt, what_browsers_ask
from tournaments.web.accounts.urls import urlpatterns as access
from tournaments.web.categories.urls import urlpatterns as categories
from tournaments.web.clock.urls import urlpatterns as clock
from tournaments.web.clubs.urls import urlpatterns as club
from tournaments.web.corrections.urls import urlpatterns as repairs
from tournaments.web.deciding.urls import urlpatterns as deciding
from tournaments.web.desk.urls import urlpatterns as desk
from tournaments.web.downloads.urls import urlpatterns as downloads
from tournaments.web.events.urls import urlpatterns as event
from tournaments.web.guide.urls import urlpatterns as guide
from tournaments.web.history.urls import urlpatterns as acts
from tournaments.web.new_event.urls import urlpatterns as new_event
from tournaments.web.offline.urls import urlpatterns as travel
from tournaments.web.phone.urls import urlpatterns as phone
from tournaments.web.public.urls import urlpatterns as public
from tournaments.web.rules.urls import urlpatterns as rules
from tournaments.web.rulings.urls import urlpatterns as rulings
from tournaments.web.trials.urls import urlpatterns as trials

urlpatterns = [
    *public,  # first, being asked for most: whatever stands before is tried each time
    *phone,
    *downloads,
    path("health", health.health_view, name="health"),
    path("health/scoring", health.health_scoring_view, name="health_scoring"),
    path("desk/progress/<slug:key>/", progress.progress_view, name="progress"),
    path(".well-known/security.txt", security_txt.security_txt_view, name="security_txt"),
    path("robots.txt", what_browsers_ask.robots_view, name="robots"),
    path("favicon.ico", what_browsers_ask.favicon_view, name="favicon"),
    *guide,
    *rules,
    *trials,
    *access,
    *desk,
    *acts,
    *deciding,
    *repairs,
    *clock,
    *categories,
    *rulings,
    *event,
    *new_event,
    *travel,
    *club,
]
