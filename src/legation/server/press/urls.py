"""The addresses of press."""

from django.urls import path

from legation.server.press import guards, views

app_name = "press"
urlpatterns = [
    path("games/<slug:slug>/press/", views.panel, name="panel"),
    path("games/<slug:slug>/press/to/", views.choose, name="to"),
    path("games/<slug:slug>/press/custom/", views.custom, name="custom"),
    path("games/<slug:slug>/press/unblock/", guards.unblock, name="unblock"),
    path("games/<slug:slug>/press/reported/", guards.reported, name="reported"),
    path("games/<slug:slug>/press/of/<slug:code>/", guards.message, name="message"),
    path("games/<slug:slug>/press/<slug:key>/", views.thread, name="thread"),
    path("games/<slug:slug>/press/<slug:key>/send", views.send, name="send"),
    path("games/<slug:slug>/press/<slug:key>/draft", views.draft, name="draft"),
    path("games/<slug:slug>/press/<slug:key>/aside", guards.aside, name="aside"),
]
