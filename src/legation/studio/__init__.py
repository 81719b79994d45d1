"""The studio: a variant as one document, its folder, its preview and its faults; no server."""
