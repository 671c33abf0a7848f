"""Input for `make demo`, written for this project: a bilingual conversation, agent transcripts, questions to ask.

Every person, company and address in it is invented.
"""
