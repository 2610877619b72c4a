"""What a program reads of each thing, the same at its own address and in the feed of changes."""
