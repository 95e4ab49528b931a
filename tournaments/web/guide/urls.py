"""URLs of the director's guide."""

from django.urls import path

from tournaments.web.guide import views

urlpatterns = [
    path("guide/", views.guide_view, name="guide"),
    path("guide/<slug:guide>/", views.guide_page_view, name="guide_page"),
]
