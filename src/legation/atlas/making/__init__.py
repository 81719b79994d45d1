"""Making a board: geometry at authoring time, with shapely; nothing here is needed to draw."""
