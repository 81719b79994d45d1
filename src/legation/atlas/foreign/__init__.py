"""Maps of other programs, read for what they state: places, borders, centres, units."""
