"""``make play``: the server on this machine, with games in mid-play to try it on."""
