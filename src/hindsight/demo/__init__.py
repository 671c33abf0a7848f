"""Input for `make demo`, written for this project: one conversation, three agent transcripts, the questions to ask of them.

Every person, company and address in it is invented.
"""
