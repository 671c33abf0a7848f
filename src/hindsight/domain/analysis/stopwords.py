"""Words that carry no subject: dropped from a query when other terms remain. They are indexed all the same."""

from __future__ import annotations

from hindsight.domain.patterns import pattern

_ENGLISH = """
a about above after again all also am an and any anyone anything are as at be because been before being below
between both but by can could did do does doing done down during each etc few for from further get gets getting
got had has have having he her here hers herself him himself his how i if in into is it its itself just kind
let lot make many may me might more most much must my myself no nor not now of off on once only or other our
ours out over own please same shall she should so some someone something such tell than that the their theirs
them themselves then there these they this those through to too under until up upon us very was we were what
when where whether which while who whom whose why will with would you your yours yourself ain't aren't can't
couldn't didn't doesn't don't hadn't hasn't haven't he's i'd i'll i'm i've isn't it's let's she's shouldn't
that's there's they're wasn't we're weren't what's won't wouldn't you're you've
"""
ENGLISH = frozenset(_ENGLISH.split())

_CHINESE = """
什么 怎么 怎样 如何 哪里 哪儿 哪个 哪些 哪一 多少 几个 是谁 谁的 为何 为什 么时 时候 是不 不是 是否 有没 没有
有什 是什 么样 请问 问一 一下 告诉 诉我 我的 你的 他的 她的 它的 我们 你们 他们 她们 咱们 这个 那个 这些 那些
这里 那里 这样 那样 一个 一些 可以 能不 不能 能否 还是 就是 但是 而是 只是 或者 以及 因为 所以 如果 虽然 已经
的是 是的 了吗 的吗 的呢 了呢 吗我 么是 是我 在哪 我想 想问 知道 道我 现在 关于 对于
另外 而且 其实 然后 以下 刚才 刚刚
"""
ASIDE = pattern(
    r"""
    (?<![a-z])(?:(?:in\s)?(?:these|those)\sdays|at\s(?:the|this)\smoment|as\sof\s(?:now|today)|for\sthe\stime\sbeing|by\sthe\sway)(?![a-z])
    """
)
"""Phrases of words that say something elsewhere: "which editor do I use these days" is not about days."""
CHINESE = frozenset(_CHINESE.split())
"""Two-character pieces, as the analyser cuts Chinese."""

PARTICLES = frozenset("的了着过吗呢吧啊呀嘛么和与及或是在有就都也还把被让给对从向")
"""Characters that say little; a piece that holds one counts less, since 目的 and 了解 are words."""
