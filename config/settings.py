"""Every switch is an environment variable, read here and nowhere else; a wrong one stops the start.

| variable | meaning | default |
|---|---|---|
| `SERVE` | `hall`: plain http on the club's own Wi-Fi or loopback; `https`: behind a TLS proxy | none |
| `SECRET_KEY` | signs sessions and forms | `hall`: made once and kept in `var/`; `https`: none |
| `ALLOWED_HOSTS` | names the service answers to | `hall`: this machine's own; `https`: none |
| `DATABASE_URL` | `sqlite:///path` or `postgres://user:password@host/name` | `var/right_bower.sqlite3` |
| `BROKER_URL` | Redis, for Celery and the shared cache; empty: tasks run in the process | empty |
| `BACKUP_FOLDER` | for backups after accepted draws and closed rounds; empty: none | `hall`: `var/backups` |
| `ADDRESS` | for links in letters: where the service is, as `https://club.example` | first allowed host |
| `EMAIL_URL` | `smtp+tls://user:password@host:587`, or letters go to the console | `consolemail://` |
| `MAIL_FROM` | whom letters come from | `right-bower@localhost` |
| `LOG_FORMAT` | `json`: a line of JSON for every request too; `line` | `hall`: `line`; `https`: `json` |
| `LOG_LEVEL` | of the log | `INFO` |
| `METRICS_FROM` | addresses that may read `/metrics` | `127.0.0.1,::1` |
| `METRICS_TOKEN` | or who sends this as `Authorization: Bearer` may | empty: nobody |
| `STANDINGS_ASIDE` | without a broker: seconds until a thread computes changed standings | `hall`: `0.5` |
| `BACKUP_KEEP` | how many of the newest backups stay in the folder | `40` |
| `BUILD` | a word that changes with every release; part of every ETag | the version (`hall`: and a mark) |
| `API_RATE` | how often a program's token may ask | `600/min` |
| `TIME_ZONE` | of a club that has not named its own | `UTC` |
| `DEBUG` | Django's error pages | off |
| `DEMO` | the one-click sign-in of `make demo` | off |
"""

import os
import secrets
from hashlib import blake2s
from pathlib import Path

import environ  # type: ignore[import-untyped]
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.hall import own_addresses

HOME = Path(__file__).resolve().parent.parent
VAR = HOME / "var"
VERSION = "0.1.0"

env = environ.Env()


def yes_or_no(name: str) -> bool:
    """A switch that is on or off; anything else is a slip that must not pass for off."""
    words = {
        "1": True,
        "true": True,
        "yes": True,
        "on": True,
        "0": False,
        "false": False,
        "no": False,
        "": False,
    }
    said = env(name, default="")
    if said.lower() not in words:
        raise ImproperlyConfigured(f"Set {name}=1 or {name}=0; it is {said!r}.")
    return words[said.lower()]


DEBUG = yes_or_no("DEBUG")
DEMO = yes_or_no("DEMO")
BUILD = env("BUILD", default=VERSION)
SERVE = env("SERVE", default="")
if SERVE not in {"hall", "https"}:
    raise ImproperlyConfigured(
        "Set SERVE=hall (plain http on the club's own network) or SERVE=https (behind a TLS proxy); "
        f"it is {SERVE!r}."
    )
if DEMO and SERVE != "hall":
    raise ImproperlyConfigured("DEMO lets anybody with the printed link in; it goes with SERVE=hall only.")


def kept_secret_key() -> str:
    """A hall's key is made on the first start and kept beside the database, readable by its owner only."""
    place = VAR / "secret_key"
    VAR.mkdir(exist_ok=True)
    try:
        handle = os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return place.read_text()
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return place.read_text()


HALL = SERVE == "hall"
SECRET_KEY = env("SECRET_KEY", default="") or (kept_secret_key() if HALL else env("SECRET_KEY"))
if HALL and BUILD == VERSION:
    # A second laptop that takes over an address and an older backup must not come to an ETag told before.
    BUILD += f".{blake2s(SECRET_KEY.encode(), digest_size=4).hexdigest()}"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=own_addresses() if HALL else environ.Env.NOTSET)

SECURE_SSL_REDIRECT = not HALL
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^ready/$", r"^metrics$"]  # asked from beside, past the TLS proxy
SECURE_PROXY_SSL_HEADER = None if HALL else ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 0 if HALL else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = not HALL
SECURE_HSTS_PRELOAD = not HALL
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not HALL
SECURE_REFERRER_POLICY = "same-origin"
# On plain http a browser ignores it, and complains at every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None if HALL else "same-origin"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "scoring",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    "tournaments.middleware.AskingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HOME / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- data
# -------------------------------------------------------------------------------------------------------

VAR.mkdir(exist_ok=True)
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'right_bower.sqlite3'}")}
if "ENGINE" not in DATABASES["default"]:
    raise ImproperlyConfigured("Set DATABASE_URL=sqlite:///path or postgres://user:password@host/name.")
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"] |= {
        "ENGINE": "config.sqlite",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
# A connection to SQLite costs a tenth of a request, too: functions and pragmas are set on each.
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}

BACKUP_FOLDER = env("BACKUP_FOLDER", default=str(VAR / "backups") if HALL else "")
if str(VAR / "backups") == BACKUP_FOLDER:
    Path(BACKUP_FOLDER).mkdir(exist_ok=True)  # a folder somebody chose is not made: its stick may be away
BACKUP_KEEP = env.int("BACKUP_KEEP", default=40)

# Seconds until a hall's one process computes standings that changed; 0: at once, while the scorer waits.
STANDINGS_ASIDE = env.float("STANDINGS_ASIDE", default=0.5 if HALL else 0.0)

BROKER_URL = env("BROKER_URL", default="")
if BROKER_URL and not BROKER_URL.startswith(("redis://", "rediss://", "unix://")):
    raise ImproperlyConfigured("Set BROKER_URL=redis://host:port/number, or leave it empty.")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": BROKER_URL}
    if BROKER_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Pages that say the same to every visitor, under the revision they show: each process keeps its own.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 60,
        "OPTIONS": {"MAX_ENTRIES": 200},
    },
}

CELERY_BROKER_URL = BROKER_URL or "memory://localhost/"
CELERY_TASK_ALWAYS_EAGER = not BROKER_URL
CELERY_TASK_EAGER_PROPAGATES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A scorer never waits for a lost broker: one short try, then the sweep.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 1, "max_retries": 0}
CELERY_BEAT_SCHEDULE = {
    "sweep-stale-events": {"task": "tournaments.tasks.sweep_stale_events", "schedule": 10.0},
    "sweep-webhooks": {"task": "tournaments.tasks.sweep_webhooks", "schedule": 60.0},
    "forget-what-is-old": {"task": "tournaments.tasks.forget_what_is_old", "schedule": crontab("17", "4")},
    "mail-ahead": {"task": "tournaments.tasks.mail_ahead", "schedule": crontab("0", "8")},
}

# --- people
# -----------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    *(["sesame.backends.ModelBackend"] if DEMO else []),
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_CLIENT_IP_CALLABLE = "tournaments.actors.asked_from"
AXES_DISABLE_ACCESS_LOG = True  # where an account is signed in is its own page's
OTP_TOTP_ISSUER = "Right Bower"
OTP_ADMIN_HIDE_SENSITIVE_DATA = True
SESAME_MAX_AGE = 24 * 3600
_POST = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = _POST["EMAIL_BACKEND"], _POST["EMAIL_HOST"], _POST["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _POST["EMAIL_HOST_USER"] or "", _POST["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _POST.get("EMAIL_USE_TLS", False), _POST.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("MAIL_FROM", default="Right Bower <right-bower@localhost>")
# Letters that no request asks for still name an address.
ADDRESS = env("ADDRESS", default=f"{'http' if HALL else 'https'}://{([*ALLOWED_HOSTS] or ['localhost'])[0]}")
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "tournaments:me"
LOGOUT_REDIRECT_URL = "tournaments:home"

# --- pages
# ------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env("TIME_ZONE", default="UTC")
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [HOME / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if SERVE == "https"
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = HALL

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# One request's body and fields are bounded; a night of 200 tables typed in one grid fits.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
FILE_UPLOAD_HANDLERS = [
    "tournaments.uploads.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

REST_FRAMEWORK = {
    # A token first: its refusal asks for one (401), and a session is a person's.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.keys.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsing.BoundedJSON"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.HouseSchema",
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer_error",
    "DEFAULT_THROTTLE_RATES": {"table-code": "20/min", "token": env("API_RATE", default="600/min")},
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Right Bower",
    "DESCRIPTION": "People, nights, leagues, results and standings of euchre clubs. See docs/api.md.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # The pages of the API are served from here: no other address is asked for anything.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    # Choices that stand in several shapes, with and without words: one name for each set.
    "ENUM_NAME_OVERRIDES": {
        "EntrantsEnum": "tournaments.models.Series.Entrants",
        "EntrantsPlainEnum": ["players", "pairs"],
        "WindowEnum": "tournaments.models.EventPolicy.Window",
        "WindowPlainEnum": ["next-trump", "next-deal", "signed", "open"],
        "TeamSideEnum": ["home", "visitor"],
    },
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": False, "deepLinking": True},
}

LOG_FORMAT = env("LOG_FORMAT", default="line" if HALL else "json")
if LOG_FORMAT not in {"line", "json"}:
    raise ImproperlyConfigured(f"Set LOG_FORMAT=json or LOG_FORMAT=line; it is {LOG_FORMAT!r}.")
_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"who": {"()": "config.logs.WhoAsks"}},
    "formatters": {
        "line": {"format": _LINE},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": f"{_LINE} %(request_id)s %(actor)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["who"]},
    },
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Two that talk about every task and every start, and say nothing that the night needs.
        "celery.app.trace": {"level": "WARNING"},
        "axes": {"level": "WARNING"},
        # A line for every request: for whoever runs a server, and too much for a hall.
        "right_bower.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- whoever runs it
# -----------------------------------------------------------------------------------------------------

METRICS_FROM = frozenset(env.list("METRICS_FROM", default=["127.0.0.1", "::1"]))
METRICS_TOKEN = env("METRICS_TOKEN", default="")
