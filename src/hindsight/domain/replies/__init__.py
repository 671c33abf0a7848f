"""What language models reply, read tolerantly: thoughts, fences, prose, echoes and broken JSON around the answer."""

from hindsight.domain.replies.answer import Failure, Reply, read_reply
from hindsight.domain.replies.loose_json import Parsed, parse

__all__ = ["Failure", "Parsed", "Reply", "parse", "read_reply"]
