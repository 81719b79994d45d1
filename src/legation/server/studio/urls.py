"""The addresses of the studio."""

from django.urls import path

from legation.server.studio.views import changing, editions, pages, trying, working

app_name = "studio"
urlpatterns = [
    path("studio/", pages.all_of, name="drafts"),
    path("studio/new/", pages.new, name="new"),
    path("studio/edition/<slug:name>/", editions.edition, name="edition"),
    path("studio/edition/<slug:name>/folder.zip", editions.folder, name="edition-folder"),
    path("studio/<slug:key>/", pages.draft, name="draft"),
    path("studio/<slug:key>/draft/", changing.draft, name="document"),
    path("studio/<slug:key>/undo/", changing.undo, name="undo"),
    path("studio/<slug:key>/redo/", changing.redo, name="redo"),
    path("studio/<slug:key>/steps/", changing.earlier, name="steps"),
    path("studio/<slug:key>/preview/", changing.preview, name="preview"),
    path("studio/<slug:key>/tables/", pages.change_table, name="tables"),
    path("studio/<slug:key>/build/", working.build, name="build"),
    path("studio/<slug:key>/check/", working.check, name="check"),
    path("studio/<slug:key>/lab/", working.lab, name="lab"),
    path("studio/<slug:key>/lab/page/", working.lab_page, name="lab-page"),
    path("studio/<slug:key>/publish/", working.publish, name="publish"),
    path("studio/<slug:key>/sandbox/", working.sandbox, name="sandbox"),
    path("studio/<slug:key>/jobs/<int:number>/", working.job, name="job"),
    path("studio/<slug:key>/board.svg", working.board, name="board"),
    path("studio/<slug:key>/folder.zip", pages.folder, name="folder"),
    path("studio/<slug:key>/kept.zip", pages.kept, name="kept"),
    path("studio/<slug:key>/delete/", pages.delete, name="delete"),
    path("rules/<slug:variant>/bots/", trying.ask, name="try"),
    path("rules/<slug:variant>/bots/<slug:key>/", trying.page, name="tried"),
]
