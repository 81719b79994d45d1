"""The addresses of the desk, and of what players read of it."""

from django.urls import path

from legation.server.desk import desks, views
from legation.server.desk.views import correcting, inviting, open_pages

app_name = "desk"
urlpatterns = [
    path("desks/", desks.desks, name="desks"),
    path("games/<slug:slug>/desk/", views.desk, name="desk"),
    path("games/<slug:slug>/desk/correct/", correcting.correct, name="correct"),
    path("games/<slug:slug>/desk/<slug:what>/", views.act, name="act"),
    path("games/<slug:slug>/log/", open_pages.log, name="log"),
    path("games/<slug:slug>/rulings/", open_pages.rulings, name="rulings"),
    path("games/<slug:slug>/invitations/", inviting.invitations, name="invitations"),
    path("games/<slug:slug>/invited/<str:code>/", inviting.invited, name="invited"),
    path("letters/off/<str:token>/", inviting.letters_off, name="letters-off"),
    path("games/<slug:slug>/seat/<str:token>/", open_pages.accept, name="accept"),
]
