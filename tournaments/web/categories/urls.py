"""The address of the categories of an event, beside those of its desk."""

from django.urls import path

from tournaments.web.categories import views

urlpatterns = [
    path(
        "desk/<number:event>/contestants/categories/",
        views.event_categories_view,
        name="event_categories",
    ),
]
