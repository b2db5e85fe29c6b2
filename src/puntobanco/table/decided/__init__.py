"""What is decided: every command with its decision, one file per noun, on what several of them do."""
