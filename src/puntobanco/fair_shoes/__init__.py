"""Shoes that anyone can verify: commitment, seeds, shuffle, card tree, proofs. Chance and time come from outside."""
