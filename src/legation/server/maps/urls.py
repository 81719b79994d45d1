"""The addresses of pictures of boards."""

from django.urls import path

from legation.server.maps import views

urlpatterns = [
    path("maps/front.svg", views.front, name="front-picture"),
    path("maps/<str:variant>.svg", views.opening, name="map-picture"),
    path("maps/small/<str:variant>.svg", views.small, name="map-small"),
    path("games/<slug:slug>/board.svg", views.game, name="game-picture"),
]
