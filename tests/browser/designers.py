"""A designer and a friend of hers, signed in, on the database of a running server: told as JSON."""

import json
import os
import sys
from pathlib import Path

import django

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]


def main() -> None:
    """Makes both."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server_settings"
    django.setup()
    import boards
    from sessions import sessions_of

    users = {name: boards.user(name) for name in ("Dora", "Fred")}
    print(json.dumps({"sessions": sessions_of(users)}))


if __name__ == "__main__":
    main()
