"""The addresses of editions."""

from django.urls import path

from legation.server.edition import views, writing

app_name = "edition"
urlpatterns = [
    path("games/<slug:slug>/editions/", views.all_of, name="all"),
    path("games/<slug:slug>/editions/address/", views.address, name="address"),
    path("games/<slug:slug>/editions/draft/", writing.draft, name="draft"),
    path("games/<slug:slug>/editions/draft.pdf", writing.draft_pdf, name="draft-pdf"),
    path("games/<slug:slug>/editions/draft.svg", writing.draft_picture, name="draft-picture"),
    path("games/<slug:slug>/editions/<int:number>/", views.edition, name="edition"),
    path("games/<slug:slug>/editions/<int:number>.txt", views.as_text, name="text"),
    path("games/<slug:slug>/editions/<int:number>.pdf", views.as_pdf, name="pdf"),
    path("games/<slug:slug>/editions/<int:number>.svg", views.picture, name="picture"),
]
