"""What is decided: commands, each with its decision."""
