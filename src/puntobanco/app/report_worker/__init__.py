"""Reports, rounds told, proofs, bundles and verifications, made in a process of their own."""
