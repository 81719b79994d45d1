"""The addresses of the office."""

from django.urls import path

from legation.server.office import views

urlpatterns = [
    path("office/", views.office, name="office"),
    path("office/log/", views.log, name="office-log"),
]
