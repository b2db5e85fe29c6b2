"""What people meet in a browser, tried in Debian's chromium against a demo house."""
