"""The addresses of what makes the site an app."""

from django.urls import path

from legation.server.devices import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("worker.js", views.worker, name="worker"),
    path("accounts/browsers/", views.told, name="browsers"),
]
