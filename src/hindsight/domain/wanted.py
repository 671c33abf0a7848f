"""Which attributes of claims a question asks for: "where do I live?" wants ``lives_in``, whatever the words it was
told in.

"I moved to Bergen" shares no word with the question and little in any embedding; its claim answers it all the same.
"""

from __future__ import annotations

from hindsight.domain.analysis.stopwords import ENGLISH
from hindsight.domain.asking import named
from hindsight.domain.attributes import canonical_attribute, canonical_entity
from hindsight.domain.memo import remembered
from hindsight.domain.memory import Claim, Memory
from hindsight.domain.patterns import pattern
from hindsight.domain.text import normalise

_ASKED = tuple(
    (pattern(text), frozenset(attributes.split()))
    for attributes, text in (
        (
            "lives_in location",
            (
                r"where (?:do|does|did|is|are|am)\s.{0,40}(?:live|living|based|home)(?![a-z])"
                r"|which (?:city|town|country)|home ?town|address"
                r"|住在?(?:哪|什么地方|何处)|哪(?:个|座)?城市|居住|住址|(?:我|他|她|家庭)的?(?:现在|目前)?的?地址|家在哪"
            ),
        ),
        (
            "works_at works_as industry",
            (
                r"where (?:do|does|did)\s.{0,40}work(?![a-z])|employer|which company"
                r"|work(?:s|ing)? (?:for|at|as)(?![a-z])"
                r"|(?:job|occupation|profession)(?![a-z])|for a living|在哪(?:里|儿|家)?(?:工作|上班)|哪家公司|什么工作"
                r"|职业|职位|工作单位"
            ),
        ),
        (
            "allergic_to diet eats constraint",
            (
                r"allerg|intoleran|(?<![a-z])diet|(?:can|may|should|does|do)\s.{0,30}eat(?![a-z])|snack|restaurant|dinner|recipe"
                r"|meal|过敏|忌口|零食|饮食|能吃|可以吃|吃什么|吃的|餐厅|菜谱|晚饭|聚餐"
            ),
        ),
        ("name", r"(?:my|your|his|her|user's?) name(?![a-z])|what .{0,20}called|叫什么|名字|姓名|怎么称呼"),
        (
            "manager",
            r"(?<![a-z])(?:manager|boss|supervisor)(?![a-z])|report to|上司|上级|领导|(?<!产品)(?<!项目)经理|汇报",
        ),
        ("birthday", r"birthday|date of birth|born(?![a-z])|生日|哪天出生"),
        ("age", r"how old|(?<![a-z])age(?![a-z])|多大|几岁|年龄|岁数"),
        ("drinks", r"(?<![a-z])drinks?(?![a-z])|coffee|(?<![a-z])tea(?![a-z])|喝什么|饮料|咖啡|喝茶"),
        (
            "likes prefers favourite",
            (
                r"(?<![a-z])(?:likes?|loves?|enjoys?|favou?rite|prefers?|preferences?|hobb(?:y|ies))(?![a-z])|喜欢|偏好|爱好"
                r"|最爱|口味"
            ),
        ),
        (
            "uses editor os tool version",
            r"which (?:editor|tool|ide|language|framework|database)|用(?:的是)?什么|编辑器|哪个工具",
        ),
        ("has_pet", r"(?<![a-z])pets?(?![a-z])|宠物|养了?什么"),
        ("speaks language", r"(?:which|what) languages?|会说什么|哪些语言|什么语言"),
        ("has_family relationship married_to", r"married|children|siblings|family|结婚|孩子|家人|兄弟|姐妹"),
        ("rate_limit limit", r"rate limit|how (?:many|often|fast) .{0,30}(?:requests?|calls?)|限流|频率|每分钟"),
        ("base_url path", r"base url|endpoint|which url|接口地址|哪个地址|网址"),
    )
)


_ONE = frozenset({"lives_in", "works_at", "works_as", "name", "birthday", "age", "manager"})
"""Of which there is one at a time, so that the claim is the answer and not one of several."""
_BEGINS = {
    "lives_in": pattern(
        r"""
        (?<![a-z])(?:i|we|i['’]ve|we['’]ve)\s(?:[a-z]{1,12}\s){0,3}(?:moved|relocated|settled)\s(?:back\s)?(?:to|in|into|out|here|house)(?![a-z])
        |(?<![a-z])(?:my|our)\snew\s(?:place|home|house|flat|apartment|address)(?![a-z])
        |(?:我|我们|咱们|^|[，。,])(?:[^，。,]{0,6})(?:搬(?:到|去|家|进|来)|定居)|新家|新住处|新地址
        """
    ),
    "works_at": pattern(
        r"""
        (?<![a-z])(?:i|i['’]ve)\s(?:[a-z]{1,12}\s){0,3}(?:joined|joining|switched\sto|moved\sto|(?:got\sa|accepted\san?)\s(?:new\s)?(?:job|offer))
        (?![a-z])|(?<![a-z])(?:start(?:ed|ing)?)\s(?:work(?:ing)?\s|my\snew\sjob\s)?(?:at|with|for)(?![a-z])|(?<![a-z])my\snew\s(?:job|employer|company)
        |跳槽|入职|加入|(?:去|到)[^，。,]{1,12}(?:报到|上班)|新(?:公司|工作|东家)|换了?工作
        """
    ),
    "manager": pattern(
        r"""
        (?<![a-z])i(?:['’]m|\sam)?\s(?:now\s)?report(?:ing)?\s(?:now\s)?to(?![a-z])|(?<![a-z])my\snew\s(?:manager|boss|supervisor)
        |(?:is|as|be)\s(?:now\s)?(?:my|your)\s(?:new\s)?(?:manager|boss|supervisor)
        |我?(?:现在|以后|今后)?(?:直接)?向[^，。,]{1,8}汇报|汇报给|新(?:领导|上司|老板|经理|主管)
        """
    ),
}
"""How one tells that it has begun, by what there is one of."""
_ENGLISH_WORDS = 3
_READ = 500
"""Characters of a turn in which it is looked for that something has begun."""
_HAN = 14
_OF_MINE = pattern(
    r"""
    (?<![a-z])i(?![a-z])|(?<![a-z])my\s(?:(?:current|present|new|own|home|full|last|first)\s){0,2}(?:address|city|town|country
    |employer|job|occupation|profession|name|birthday|age|workplace|company|home|manager|boss|supervisor)(?![a-z'’])
    |我(?!们|家人|[的]?(?:哥|弟|姐|妹|爸|妈|父|母|爷|奶|外[公婆]|老[公婆板师]|女|儿|男|孩|对象|朋友|同[事学]|经理|室友|邻居|狗|猫|宠物|团队))
    """
)
_WORDS = pattern(r"[a-z][a-z'’]{0,40}", 0)
_SIGNS = pattern(r"[\u4e00-\u9fff]")


@remembered(32)
def attributes_wanted(question: str) -> frozenset[str]:
    """The canonical attributes that ``question`` asks for; empty for most. Asked several times in one recall."""
    return frozenset().union(*(attributes for cue, attributes in _ASKED if cue.search(question)))


def answers(memory: Memory, question: str, wanted: frozenset[str], introduced: str = "") -> bool:
    """Whether the claim of ``memory`` is about a wanted attribute, of its speaker, of someone the question names or of
    someone named in ``introduced``: what is known of whom it asks about ("I have a cat, Miso").
    """
    claim = memory.claim
    if claim is None or not wanted or canonical_attribute(claim.attribute) not in wanted:
        return False
    own = canonical_entity(claim.entity) == "user" or claim.entity == memory.source.name
    return own or normalise(claim.entity) in normalise(question) or bool(named(introduced, {claim.entity}))


def settles(memory: Memory, question: str, wanted: frozenset[str]) -> bool:
    """Whether the claim of ``memory`` is the answer: the one thing ``wanted`` of the one person asked about, by name or
    as "I". Only for a brief question: what says more ("when I am in Tokyo") is about more than the claim.
    """
    claim = memory.claim
    if claim is None or claim.negated or canonical_attribute(claim.attribute) not in wanted & _ONE:
        return False
    asked = normalise(question)
    if not _is_brief(asked):
        return False
    if canonical_entity(claim.entity) == "user" or claim.entity == memory.source.name:
        return bool(_OF_MINE.search(asked)) or bool(named(asked, {claim.entity}))
    return bool(named(asked, {claim.entity}))


def own_claims(question: str, wanted: frozenset[str]) -> tuple[str, ...]:
    """The keys of the claims that settle a brief question about whoever asks; none for any other question."""
    asked = normalise(question)
    if not wanted & _ONE or not _is_brief(asked) or not _OF_MINE.search(asked):
        return ()
    return tuple(sorted(Claim(entity="user", attribute=name, value="").key for name in wanted & _ONE))


def begins(memory: Memory, question: str, wanted: frozenset[str]) -> bool:
    """Whether a verbatim turn tells that what a brief question asks of whoever asks has begun: "I joined Initech" for
    where I work. It has no claim to be found by, and no word of the question.
    """
    if not memory.verbatim or not own_claims(question, wanted):
        return False
    text = memory.content[:_READ].lower()
    return any(_BEGINS[name].search(text) for name in wanted & _BEGINS.keys())


def _is_brief(asked: str) -> bool:
    content = [word for word in _WORDS.findall(asked) if word not in ENGLISH]
    return len(content) <= _ENGLISH_WORDS and len(_SIGNS.findall(asked)) <= _HAN
