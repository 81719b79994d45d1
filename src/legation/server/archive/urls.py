"""The addresses of the archive."""

from django.urls import path

from legation.server.archive import decided, notes, reporting, views

app_name = "archive"
urlpatterns = [
    path("games/<slug:slug>/archive/", views.whole, name="whole"),
    path("games/<slug:slug>/archive/<int:number>/", views.phase, name="phase"),
    path("games/<slug:slug>/remarks/<slug:code>/", reporting.report, name="report"),
    path("games/<slug:slug>/notes/", notes.all_of, name="notes"),
    path("games/<slug:slug>/notes/<int:number>/", notes.note, name="note"),
    path("games/<slug:slug>/archive/decided/", decided.decided, name="decided"),
    path("games/<slug:slug>/archive/press/", views.press, name="press"),
    path("games/<slug:slug>/archive/press/<slug:key>/", views.conversation, name="conversation"),
]
