"""What runs the pure rooms: the only owner of chance."""
