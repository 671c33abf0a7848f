"""A small deterministic world of tools with traps, and an agent that walks into them. Imports nothing of Hindsight."""
