"""What ships with the package as learned, made again from pages with gold."""
