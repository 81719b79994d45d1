"""The addresses of reports."""

from django.urls import path

from legation.server.reports import views

urlpatterns = [
    path("games/<slug:slug>/report/", views.latest, name="game-reports"),
    path("games/<slug:slug>/report/<int:number>/", views.report, name="game-report"),
    path("games/<slug:slug>/report/<int:number>.txt", views.as_text, name="game-report-text"),
    path("games/<slug:slug>/report/<int:number>.svg", views.picture, name="report-picture"),
]
