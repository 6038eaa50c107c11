"""What writes the example site: the words (`text/`), the grammar that deals them out, the articles and the pages."""
