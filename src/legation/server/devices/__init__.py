"""What a browser keeps of the site, and how it is told of what happens while no page is open."""
