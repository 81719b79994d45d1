"""Reading and writing what other programs of the hobby write (see ``docs/formats.md``)."""
