"""Values that every package uses: cards, money, texts, canonical JSON."""
