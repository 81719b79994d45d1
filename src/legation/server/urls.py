"""The addresses of the server; each app lists its own."""

from django.urls import URLPattern, URLResolver, include, path

from legation.server.games import stream
from legation.server.home import views as home
from legation.server.running import metrics, views

urlpatterns: list[URLPattern | URLResolver] = [
    # What is asked for most stands first: addresses are gone through one by one.
    path("", include("legation.server.lobby.urls")),
    path("", include("legation.server.board.urls")),
    path("health", views.health, name="health"),
    path("metrics", metrics.page, name="metrics"),
    path("", include("legation.server.manual.urls")),
    path("", include("legation.server.devices.urls")),
    path("accounts/", include("legation.server.accounts.urls")),
    path("", home.front, name="front"),
    path("", include("legation.server.maps.urls")),
    path("", include("legation.server.votes.urls")),
    path("", include("legation.server.reports.urls")),
    path("", include("legation.server.replays.urls")),
    path("", include("legation.server.proof.urls")),
    path("", include("legation.server.learn.urls")),
    path("", include("legation.server.press.urls")),
    path("", include("legation.server.desk.urls")),
    path("", include("legation.server.edition.urls")),
    path("", include("legation.server.archive.urls")),
    path("", include("legation.server.studio.urls")),
    path("", include("legation.server.office.urls")),
    path("", include("legation.server.api.urls")),
    path("games/<slug:slug>/events", stream.events, name="events"),
]

handler400 = "legation.server.running.views.bad_request"
handler403 = "legation.server.running.views.forbidden"
handler404 = "legation.server.running.views.not_found"
handler500 = "legation.server.running.views.broken"
