"""The addresses of the board."""

from django.urls import path, re_path

from legation.server.board import ahead, course, late, looks, places, rules, views, whatif

_HASH = "(?P<digest>[0-9a-f]{12})"

urlpatterns = [
    path("games/<slug:slug>/", views.board, name="game"),
    path("games/<slug:slug>/menu", views.menu, name="board-menu"),
    path("games/<slug:slug>/menu/steps", views.steps, name="board-steps"),
    path("games/<slug:slug>/sheet", views.sheet, name="board-sheet"),
    path("games/<slug:slug>/late", late.late, name="board-late"),
    path("games/<slug:slug>/lists/", places.lists, name="board-lists"),
    path("games/<slug:slug>/standings/", course.course, name="board-standings"),
    path("games/<slug:slug>/later/", ahead.later, name="later"),
    path("games/<slug:slug>/for/<str:power>/", views.board, name="board-for"),
    path("games/<slug:slug>/for/<str:power>/menu", views.menu, name="menu-for"),
    path("games/<slug:slug>/for/<str:power>/menu/steps", views.steps, name="steps-for"),
    path("games/<slug:slug>/for/<str:power>/sheet", views.sheet, name="sheet-for"),
    path("games/<slug:slug>/for/<str:power>/lists/", places.lists, name="lists-for"),
    path("games/<slug:slug>/for/<str:power>/later/", ahead.later, name="later-for"),
    path("games/<slug:slug>/what-if/<int:number>", whatif.what_if, name="what-if"),
    re_path(r"^rules/(?P<variant>[a-z0-9_]+)/$", rules.rules, name="rules-of"),
    re_path(rf"^looks/(?P<variant>[a-z0-9_]+)\.{_HASH}\.css$", looks.look, name="look"),
    re_path(rf"^looks/(?P<name>[a-z-]+)\.{_HASH}\.woff2$", looks.face, name="face"),
]
