"""What the templates of the lobby say of games and people."""
