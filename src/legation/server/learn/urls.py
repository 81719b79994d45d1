"""The addresses of what teaches."""

from django.urls import path, re_path

from legation.server.learn import lesson, primer

urlpatterns = [
    re_path(r"^rules/(?P<variant>[a-z0-9_]+)/different/$", primer.primer, name="primer"),
    path("learn/<slug:variant>/", lesson.begin, name="lessons"),
    path("learn/<slug:variant>/<int:number>/", lesson.lesson, name="lesson"),
    path("learn/<slug:variant>/<int:number>/menu", lesson.menu, name="lesson-menu"),
    path("learn/<slug:variant>/<int:number>/sheet", lesson.sheet, name="lesson-sheet"),
]
