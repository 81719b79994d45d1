"""The addresses of the lobby."""

from django.urls import path

from legation.server.lobby.views import (
    front,
    guest,
    joining,
    keys,
    listing,
    mail,
    making,
    player,
    taking,
)

urlpatterns = [
    path("play-alone/", front.play_alone, name="play-alone"),
    path("about/", listing.about, name="about"),
    path("players/<str:name>/", player.player, name="player"),
    path("rules/", listing.rules, name="rules"),
    path("accounts/sign-out/", guest.SignOut.as_view(), name="sign-out"),
    path("keep/", guest.keep, name="keep"),
    path("keep/end/", guest.end, name="guest-end"),
    path("keep/<str:token>/", guest.kept, name="kept"),
    path("mail/off/<str:token>/", mail.stop, name="mail-off"),
    path("games/", listing.lobby, name="lobby"),
    path("games/new/", listing.variants, name="new-games"),
    path("games/new/<str:variant>/", making.new_game, name="new-game"),
    path("games/new/<str:variant>/taken-over/", taking.take_over, name="take-over"),
    path("games/<slug:slug>/about/", joining.about, name="game-about"),
    path("games/<slug:slug>/act/<slug:what>/", joining.act, name="game-act"),
    path("games/<slug:slug>/key/<str:token>/", keys.by_link, name="game-key"),
    path("games/<slug:slug>/enter/", keys.by_password, name="game-enter"),
]
