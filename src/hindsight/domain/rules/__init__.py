"""Extraction by deterministic rules, English and Chinese: what a turn states, with its place in the words (W2, W7)."""

from hindsight.domain.rules.extract import EXTRACTOR, extract

__all__ = ["EXTRACTOR", "extract"]
