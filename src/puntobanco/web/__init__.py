"""The server: requests become commands of the house, records become what each person may see. It decides nothing."""
