"""The addresses of the manual; its pages themselves are served before these are asked."""

from django.urls import path

from legation.server.manual import views

urlpatterns = [
    path("docs/", views.missing, name="docs"),
    path("docs/<path:page>", views.missing, name="docs-page"),
]
