"""The addresses of accounts."""

from django.urls import path

from legation.server.accounts import away, views

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-up/", views.sign_up, name="sign-up"),
    path("signed-up/", views.signed_up, name="signed-up"),
    path("confirm/<str:number>/<str:token>/", views.confirm, name="confirm"),
    path("reset/", views.reset, name="reset"),
    path("reset/sent/", views.reset_sent, name="reset-sent"),
    path("reset/<str:uidb64>/<str:token>/", views.ResetConfirm.as_view(), name="reset-confirm"),
    path("profile/", views.profile, name="profile"),
    path("away/", away.away, name="away"),
    path("password/", views.Password.as_view(), name="password"),
    path("export/", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
    path("deleted/", views.deleted, name="deleted"),
]
