"""The addresses of votes."""

from django.urls import path

from legation.server.votes import views

urlpatterns = [
    path("games/<slug:slug>/votes/", views.voting, name="game-votes"),
]
