"""Papers over HTTP: who may have which, and the processes that make them."""
