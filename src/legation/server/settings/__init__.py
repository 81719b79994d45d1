"""The settings of the server, from one file or the environment; docs/operate.md lists them."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from legation.server.settings import environ, file
from legation.server.settings.database import database
from legation.server.settings.mail import mail

_ENV = file.read(os.environ)
if _ENV.get("LEGATION_VARIANTS"):
    os.environ["LEGATION_VARIANTS"] = _ENV["LEGATION_VARIANTS"]  # the engine looks there
_OWN = environ.address(_ENV)

DATA_FOLDER = environ.data_folder(_ENV)
SECRET_KEY = environ.secret_key(_ENV, DATA_FOLDER)
DEBUG = environ.switch(_ENV, "LEGATION_DEBUG")
SITE_URL = _OWN.url
ALLOWED_HOSTS = environ.hosts(_ENV, _OWN)

CONFIRM_MAIL = environ.switch(_ENV, "LEGATION_CONFIRM_MAIL", default=True)
"""Does a new account begin only when its address is confirmed?"""
OPEN_SIGN_UP = environ.switch(_ENV, "LEGATION_SIGN_UP", default=True)
"""May anybody make an account?"""

OPERATORS = environ.addresses(_ENV, "LEGATION_OPERATORS")
"""The addresses of who runs the site: their accounts have the office, reports go there."""

# Work

LEASE_SECONDS = environ.number(_ENV, "LEGATION_LEASE", 60, 2, 3600)
"""How long a worker may hold a deadline or a letter before another takes it."""

MAIL_SECONDS = min(30.0, LEASE_SECONDS / 2)
"""How long one line to the mail server may last, so that no lease of a letter is outlived."""

PUSH_SECONDS = min(10.0, MAIL_SECONDS)
"""How long one line to a push service may last."""
PUSH_ANYWHERE = False
"""May notices go into this server's own network, and in the open? In tests alone."""

POLL_SECONDS = environ.number(_ENV, "LEGATION_POLL_MS", 500, 20, 60_000) / 1000
"""How long a worker, or the stream of events, rests between two looks at the database."""

PATIENCE_SECONDS = environ.number(_ENV, "LEGATION_PATIENCE", 5, 1, 60)
"""How long one waits for a row, or a file, that another holds; then it is said, and tried later."""

# Budgets: what a club never meets, and who means harm does at once

GAMES_A_DAY = environ.number(_ENV, "LEGATION_GAMES_A_DAY", 30, 1, 100_000)
"""Games that an account may make in a day, and as many that it may start."""
LIVE_GAMES = environ.number(_ENV, "LEGATION_LIVE_GAMES", 10, 1, 100_000)
"""Live games of one account that may be played at once."""
ALL_LIVE_GAMES = environ.number(_ENV, "LEGATION_ALL_LIVE_GAMES", 200, 1, 100_000)
"""Live games of all that may be played at once."""
STREAMS = environ.number(_ENV, "LEGATION_STREAMS", 40, 1, 100_000)
"""Open streams of events of one account, in each process."""
ADDRESS_STREAMS = environ.number(_ENV, "LEGATION_ADDRESS_STREAMS", 400, 1, 100_000)
"""Open streams of events from one address, in each process."""
SIGN_INS = environ.number(_ENV, "LEGATION_SIGN_INS", 200, 8, 100_000)
"""Tries to sign in from one address, or one /64, in an hour."""
ACCOUNT_SIGN_INS = environ.number(_ENV, "LEGATION_ACCOUNT_SIGN_INS", 50, 8, 100_000)
"""Tries to sign in to one account, from anywhere, in an hour, after the last good one."""
HASHES = environ.number(_ENV, "LEGATION_HASHES", 2, 1, 64)
"""Passwords that a process hashes at once."""
BODY_KB = environ.number(_ENV, "LEGATION_BODY_KB", 1024, 64, 100_000)
"""How much may be sent at once."""
LETTERS = environ.number(_ENV, "LEGATION_LETTERS", 300, 10, 1_000_000)
"""Letters of games to one account in a day."""
ACCOUNT_LETTERS = environ.number(_ENV, "LEGATION_ACCOUNT_LETTERS", 12, 4, 1000)
"""Letters about accounts, and seats that are offered, to one address in a day."""

STUDIO = environ.switch(_ENV, "LEGATION_STUDIO", default=True)
"""May accounts make variants of their own? Games of editions that there are go on without."""
STUDIO_DRAFTS = environ.number(_ENV, "LEGATION_STUDIO_DRAFTS", 20, 1, 10_000)
"""Drafts of variants that an account may have."""
STUDIO_EDITIONS = environ.number(_ENV, "LEGATION_STUDIO_EDITIONS", 40, 1, 10_000)
"""Editions of them that an account may have."""
STUDIO_JOBS = environ.number(_ENV, "LEGATION_STUDIO_JOBS", 100, 1, 100_000)
"""Boards, checks and trials that an account may have made in a day."""
STUDIO_BUILDERS = environ.number(_ENV, "LEGATION_STUDIO_BUILDERS", 1, 0, 64)
"""How many of these each worker makes at once; 0: another machine's workers make them."""
STUDIO_PREVIEWS = environ.number(_ENV, "LEGATION_STUDIO_PREVIEWS", 120, 10, 100_000)
"""Previews of one account in a minute, and as many times that a draft is saved, in each process."""

# What the server is made of

INSTALLED_APPS = [
    "legation.server.site",
    "legation.server.accounts",
    "legation.server.post",
    "legation.server.devices",
    "legation.server.games",
    "legation.server.board",
    "legation.server.learn",
    "legation.server.running",
    "legation.server.lobby",
    "legation.server.maps",
    "legation.server.votes",
    "legation.server.reports",
    "legation.server.replays",
    "legation.server.proof",
    "legation.server.press",
    "legation.server.desk",
    "legation.server.edition",
    "legation.server.archive",
    "legation.server.studio",
    "legation.server.office",
    "legation.server.api",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
]

MIDDLEWARE = [
    "legation.server.running.metrics.timed",
    "django.middleware.security.SecurityMiddleware",
    "legation.server.site.policy.guarded",
    "legation.server.site.nulls.without_nulls",
    "legation.server.manual.served.Served",
    "django.middleware.gzip.GZipMiddleware",
    "legation.server.running.overload.Overload",
    "legation.server.site.over.Budgets",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "legation.server.studio.doors.Doors",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "legation.server.devices.marks.marked",
    "legation.server.running.damaged.Damaged",
    "legation.server.accounts.middleware.own_zone",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "legation.server.urls"
ASGI_APPLICATION = "legation.server.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["legation.server.site.addresses"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "legation.server.manual.served.linked",
                "legation.server.games.lost.clock",
            ],
        },
    },
]

# The database, and what is kept in it

DATABASES = {
    "default": database(
        _ENV.get("DATABASE_URL", ""),
        DATA_FOLDER,
        environ.number(_ENV, "LEGATION_POOL", 16, 1, 500),
        PATIENCE_SECONDS,
    )
}
CACHES = {  # counts of what reads; a process's own, and nothing of a game
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SESSION_ENGINE = "legation.server.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "legation.server.running.views.csrf_failed"

# Who one is

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "legation.server.accounts.hashing.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24

AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "legation.server.accounts.limits.tried_address"
AXES_CLIENT_IP_CALLABLE = "legation.server.accounts.limits.sender"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in when is nobody's business
AXES_LOCKOUT_CALLABLE = "legation.server.accounts.views.locked_out"
AXES_VERBOSE = False

# The wire

USE_X_FORWARDED_HOST = False
CSRF_TRUSTED_ORIGINS = [_OWN.url]
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _OWN.secure
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if _OWN.secure else 0
SECURE_REDIRECT_EXEMPT = [r"^(health|metrics)$"]  # asked from inside, without a proxy
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # other hosts below this one's name may not be ours to bind
    "security.W021",  # nor is the preload list ours to ask for
]

# Mail

vars().update(mail(_ENV.get("EMAIL_URL", "")))
DEFAULT_FROM_EMAIL = (
    _ENV.get("LEGATION_MAIL_FROM", "").strip() or f"Legation <legation@{_OWN.host}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
if "\n" in DEFAULT_FROM_EMAIL or "@" not in DEFAULT_FROM_EMAIL:
    raise ImproperlyConfigured(
        "LEGATION_MAIL_FROM is an address such as Legation <office@example.org>."
    )

# Static files: as they lie in the source, or collected and named by their content

_STATIC = environ.choice(
    _ENV, "LEGATION_STATIC", ("source", "collected"), "source" if DEBUG else "collected"
)
STATIC_URL = "/static/"
STATIC_ROOT = None if _STATIC == "source" else DATA_FOLDER / "static"
WHITENOISE_USE_FINDERS = _STATIC == "source"
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if _STATIC == "source"
        else "legation.server.running.storage.Collected"
    },
}

_BUILT = Path(__file__).parents[1] / "manual" / "built"
MANUAL = _BUILT if (_BUILT / "index.html").is_file() else None
"""The folder of the manual that `make docs` built; None where it was not built."""

WARM = True
"""Are all boards drawn when a process begins? Not in tests, which look at one or two of them."""

# Who reads the figures of the server, beside this machine

METRICS_TOKEN = _ENV.get("LEGATION_METRICS_TOKEN", "").strip()
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("LEGATION_METRICS_TOKEN has 20 letters at random or more.")

# Words and times

LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "logging.Formatter" if DEBUG else "legation.server.settings.logs.Discreet",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "legation.server.settings.logs.Lines", "debug": DEBUG},
    },
    "filters": {"placeless": {"()": "legation.server.settings.logs.Placeless"}},
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": environ.choice(_ENV, "LEGATION_LOG_FORMAT", ("plain", "json"), "plain"),
            "filters": ["placeless"],
        }
    },
    "root": {
        "handlers": ["terminal"],
        "level": environ.choice(
            _ENV, "LEGATION_LOG", ("debug", "info", "warning", "error"), "warning"
        ).upper(),
    },
}
