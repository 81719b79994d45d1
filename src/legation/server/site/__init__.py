"""What all pages share: the base template, the style sheet, the faces of type."""
