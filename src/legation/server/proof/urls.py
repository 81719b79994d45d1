"""The addresses of what is pledged and proved."""

from django.urls import path

from legation.server.proof import views

urlpatterns = [
    path("fairness/", views.explained, name="fairness"),
    path("games/<slug:slug>/fairness/", views.of_game, name="game-fairness"),
    path("games/<slug:slug>/fairness/receipts.json", views.receipts, name="game-receipts"),
    path("games/<slug:slug>/fairness/opened.json", views.opened, name="game-opened"),
]
