"""The addresses of replays."""

from django.urls import path

from legation.server.replays import views

urlpatterns = [
    path("games/<slug:slug>/replay/", views.whole, name="game-replay"),
]
