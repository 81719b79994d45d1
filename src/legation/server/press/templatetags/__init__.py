"""What the templates of press can say."""
