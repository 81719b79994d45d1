"""The addresses of what teaches."""

from django.urls import re_path

from legation.server.learn import primer

urlpatterns = [
    re_path(r"^rules/(?P<variant>[a-z0-9_]+)/different/$", primer.primer, name="primer"),
]
