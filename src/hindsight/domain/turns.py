"""Which turns are worth a look at all: cheap rules before extraction (W1), English and Chinese alike.

A turn is dropped only when *nothing* in it can be a statement: small talk throughout, or a question throughout.
Everything finer is decided a sentence at a time in :mod:`hindsight.domain.rules`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from hindsight.domain.conversation import Role
from hindsight.domain.patterns import pattern
from hindsight.domain.text import sentences

_PHRASES_EN: Final = """
ok|okay|okey|kk|k|alright|all right|right|sure|sure thing|yes|yeah|yea|yep|yup|ya|no|nope|nah|thanks|thank you
|thank u|thx|ty|cheers|ta|much appreciated|appreciate it|appreciated|great|cool|nice|awesome|perfect|lovely
|wonderful|excellent|fantastic|amazing|brilliant|superb|good|very good|fine|neat|sweet|beautiful|super|got it
|gotcha|i see|i understand|understood|makes sense|that makes sense|sounds good|sounds great|sounds like a plan
|looks good|looks great|lgtm|will do|never mind|nevermind|no problem|no worries|no thanks|lol|lmao|rofl|haha|ha
|hehe|hmm|hm|um|uh|er|well|hi|hello|hey|hiya|howdy|yo|bye|goodbye|bye bye|good morning|morning|good afternoon
|good evening|good night|night|see you|see ya|see you later|see you soon|see you tomorrow|talk soon
|talk to you soon|talk to you later|talk later|catch you later|ttyl|take care|have a good one|have a nice day
|have a great day|have a good day|have a good weekend|you're welcome|you are welcome|welcome|of course|exactly
|indeed|absolutely|definitely|totally|agreed|i agree|totally agree|fair enough|fair|my pleasure|works now
|it works|it works now|that works|that worked|works|nice one|well done|good job|good work|great job|interesting
|wow|whoa|oh|ah|aha|ooh|ugh|oops|phew|yay|yum|damn|as always|not really|me too|same here|same|please|yes please
|go ahead|continue|go on|carry on|next|again|more|done|all good|all set|that's all|that is all|that's it
|that's right|correct|true|so true|for sure|no idea|i don't know|dunno|idk|let me think|let me see|let me check
|one moment|one sec|give me a second|give me a minute|wait|hold on|let's call it a day|let's go|let's do it
|bravo|congrats|congratulations|happy birthday|happy new year|merry christmas|good luck|sorry|my bad|excuse me
|nice to meet you|how are you|i'm fine|i'm good|i'm back|so much|very much|a lot|a bunch|again|everyone|all
|there|man|mate|buddy|dude|then|now|for now|today|really|that|it|and|so|too|i|for everything|for your help
|for the help|for that|for now|you rock|you're the best|obviously|long time no see|long time no talk|time flies
|good to see you|great to hear from you|good to hear|great to hear|no way|you bet|anytime|any time|likewise
|ditto|bless you|my goodness|oh my god|omg|wtf|whatever|meh|btw
"""
_PHRASES_ZH: Final = """
好|好的|好吧|好嘞|好滴|好哒|好呀|行|行吧|中|成|可以|可以了|可以的|没问题|嗯|哦|噢|喔|啊|哈|嘿|嗨|哟|哎|唉|诶|欸
|哇|呃|额|呵|嘻|呜|是|是的|是啊|对|对的|对啊|没错|确实|同意|赞同|当然|当然可以|谢谢|谢啦|谢了|多谢|感谢|非常感谢
|十分感谢|谢谢你|谢谢您|感恩|太感谢了|辛苦了|辛苦|麻烦了|麻烦你了|收到|明白|明白了|懂了|懂|知道了|晓得了|了解
|了解了|清楚了|原来如此|原来是这样|这样啊|这样子|没事|没事的|没关系|不客气|不用谢|不谢|别客气|再见|拜拜|拜|晚安
|早安|午安|早|早上好|上午好|中午好|下午好|晚上好|你好|您好|大家好|在吗|在不在|在|不错|挺好|挺好的|真好|真棒
|太棒了|很棒|棒|牛|牛啊|牛逼|厉害|太厉害了|太好了|好极了|完美|赞|点赞|优秀|绝了|搞定|搞定了|解决了|好了|算了
|不用了|不用|不必了|不要了|先这样|先这样吧|就这样|就这样吧|先下了|下了|回头聊|回聊|下次聊|改天聊|回头见|明天见
|明天继续|加油|恭喜|恭喜恭喜|祝贺|抱歉|对不起|不好意思|没意思|有意思|有趣|真有意思|笑死|笑死我了|无语|周末愉快
|新年快乐|节日快乐|生日快乐|中秋快乐|圣诞快乐|一路顺风|我想想|让我想想|想想|等等|等一下|稍等|等我一下|继续
|继续吧|接着说|下一个|再来|随便|都行|都可以|无所谓|看情况|再说|再说吧|还行|还好|还可以|一般般|凑合|不是|不|不行
|没有|没|没了|不知道|不清楚|我不知道|我也不知道|说实话|真的|真的吗|是吗|怪不得|难怪|天哪|天啊|我去|我靠|卧槽
|妈呀|呀|啦|呢|吧|哒|哈喽|你|您|大家|了|的|啊啊|太|非常|很|真|先|那|就|也|老铁|兄弟|亲|朋友|好久不见
|很高兴认识你|请多关照|请继续|请说|写得真好|说得对|说得好|有道理|听着就香|忘了说|不好说|没怎么|哪里哪里|客气了
|打扰了
"""


def _table(phrases: str) -> str:
    words = sorted({w.strip() for w in phrases.replace("\n", "").split("|") if w.strip()}, key=len, reverse=True)
    return "|".join(map(re.escape, words))


_SMALL_TALK = re.compile(
    rf"(?:{_table(_PHRASES_EN)})(?![a-z0-9'])|(?:{_table(_PHRASES_ZH)})|haha[ha]{{0,40}}|o{{2,20}}h|hm{{2,20}}"
)
_BETWEEN = re.compile(r"[\W_]{0,400}")
_LETTER = re.compile(r"[^\W_]")
_MAX_SMALL_TALK: Final = 160
"""Characters; nothing longer is small talk throughout."""

_REMEMBER = pattern(
    r"""
    ^[\s,，。.!！]{0,5}(?:(?:ok|okay|hey|and|also|please|pls|so|one more thing|oh|btw|by the way|请你?|麻烦你?|帮我
    |帮忙|另外|还有|对了)[\s,，:：]{0,3}){0,3}(?:(?:can|could|would
    |will) you (?:please )?)?(?:(?:please )?(?:remember|memori[sz]e|note|don't forget|do not forget|never forget
    |keep in mind|make a note|take note|save|store|bear in mind|write down|jot down|record)(?: (?:this|that|down
    |the following|for (?:later|next time|the future|me)|it|of this|of that|in memory|to memory
    |the fact)){0,3}(?:\s?[:：,，\-–—]\s?|(?<=that) |(?<=fact) (?=that))|(?:please )?(?:remember|note|keep in mind
    |don't forget|bear in mind) (?:that )?(?=(?:I|my|we|our|the|he|she|they|it)(?:'|\s))|(?:note to self
    |for the record|fyi|heads[ -]up|important|note|nb|reminder)\s?[:：]\s?|(?:你?要?(?:记住|记一下|记下来|记下|记好
    |牢记|记着|别忘了|不要忘了|记录一下|备注一下|存一下|保存一下|帮我记)(?:这个|这点|这一点|这件事|一下|了|哦
    |啊)?(?:\s?[:：,，]\s?|(?=(?!了|吗|没)[\u4e00-\u9fff]{3})))|(?:备注|重要|注意|划重点)\s?[:：]\s?)
    """
)
_ASKED = pattern(
    r"""
    ^[\s,，。.!！]{0,5}(?:(?:ok|okay|hey|hi|and|also|please|so|oh|btw|by the way|请问?|麻烦|另外|还有|对了)
    [\s,，:：]{0,3}){0,3}(?:(?:(?:can|could|would|will) you (?:please )?(?:remember|memori[sz]e|note
    |keep in mind|bear in mind|make a note|take note|save|store|write down|jot down|record)(?: down| it down)? that\s
    |(?:please )?remind me\s?[:：]\s?|提醒我(?:一下)?\s?[:：]\s?)
    |(?:你|您)?(?:能不能|可不可以|可以|能否|能|麻烦你?|请你?)(?:请)?(?:帮我|替我|给我|帮忙)?(?:记一下|记下来?|记住|记录一下|记着
    |备注一下|存一下)(?![^？?\n]{0,60}(?:什么|谁|哪|多少|几[点号个岁]))[，,：:\s]{0,3}(?=[^？?\n]{0,60}(?:\d|[是在叫有不住爱会用]|喜欢|过敏)))(?=\S)
    """
)
"""An order to remember in the form of a question or a reminder: what follows is stated all the same."""
_ASKING_END = re.compile(r"(?:[吗嘛][\s?？。.]{0,5}|[\s?？]{1,5})$")
_QUESTION_TAIL = re.compile(r"[?？][\s\W]{0,10}$")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a turn goes on to extraction. ``reason``: ``remember``, ``substance``, ``empty``, ``small_talk``, "
    "``question``,
    ``system``, ``tool_output``.
    """

    keep: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Command:
    """An explicit "remember this": ``start`` is where the words to keep begin, ``end`` where they end.

    "Can you remember that my shoe size is 39?" asks for no answer: its question mark is not among them.
    """

    start: int
    end: int


def substance(text: str, role: Role = "user") -> Verdict:
    """The filter of W1. Deterministic, linear, no model; "remember this" always passes."""
    if remember_command(text) is not None:
        return Verdict(keep=True, reason="remember")
    if role in {"system", "tool"}:
        return Verdict(keep=False, reason="system" if role == "system" else "tool_output")
    if _LETTER.search(text) is None:
        return Verdict(keep=False, reason="empty")
    if is_small_talk(text):
        return Verdict(keep=False, reason="small_talk")
    spans = sentences(text)
    if all((_QUESTION_TAIL.search(text[a:b]) and _one_clause(text[a:b])) or is_small_talk(text[a:b]) for a, b in spans):
        return Verdict(keep=False, reason="question")
    return Verdict(keep=True, reason="substance")


def remember_command(text: str) -> Command | None:
    """Where the statement begins after "remember this:" / 记住：, or None without such a command."""
    asked = _ASKED.match(text)
    if asked is not None:
        tail = _ASKING_END.search(text, asked.end())
        return Command(asked.end(), tail.start() if tail else len(text))
    match = _REMEMBER.match(text)
    if match is None or not text[match.end() :].strip() or _QUESTION_TAIL.search(text):
        return None
    return Command(match.end(), len(text))


def is_small_talk(text: str) -> bool:
    """Whether ``text`` is nothing but greetings, thanks, fillers, acknowledgements and marks."""
    if len(text) > _MAX_SMALL_TALK:
        return False
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    position = _skip(folded, 0)
    while position < len(folded):
        match = _SMALL_TALK.match(folded, position)
        if match is None:
            return False
        position = _skip(folded, match.end())
    return True


def _skip(text: str, position: int) -> int:
    match = _BETWEEN.match(text, position)
    return match.end() if match else position


def _one_clause(sentence: str) -> bool:
    """A question that states nothing before it asks."""
    return not re.search(r"[,，;；:：—]", sentence)
