from hindsight.domain.text import count_tokens


def clean(text: str, longest: int) -> str:
    """About the first ``longest`` tokens of ``text``, without what breaks a C string or a request.

    NUL would end the text for C, half a surrogate pair has no UTF-8 form.
    """
    head = text[: 4 * longest]
    if len(head) > longest:
        head = head[: len(head) * longest // max(longest, count_tokens(head))]
    return head.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")
