"""Documents that people write: read by one reader, with every fault in its place.

`shape` says whether data is what a declared type asks for, `toml` reads a file
of that kind, `table` one of comma-separated values.
"""
