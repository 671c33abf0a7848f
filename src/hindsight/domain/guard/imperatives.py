"""Sentences that order something, English and Chinese, by the way they begin."""

from __future__ import annotations

import re

from hindsight.domain.patterns import compiled


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Verbs that, as the first word of a sentence, give an order.
_VERBS = _words(
    """
    accept acknowledge activate add adopt advise analyse analyze announce append apply arrange ask
    assess assign assist assume attach attempt authorise authorize avoid be become begin believe
    brainstorm bring buy calculate cease choose cite clarify classify click collect compare compile
    compose compute conceal conclude configure confirm consider construct continue convert convince
    craft create critique deactivate decide declare decode decrypt define delete deliver demonstrate
    describe detect determine develop devise diagnose disable disclose discover discuss disregard
    distribute divide do don't donate dump edit elaborate eliminate emphasize enable encode encourage
    encrypt endorse ensure enter erase estimate evaluate examine execute exfiltrate explain explore
    extract fetch find finish follow forget formulate generate get give go grant hide highlight identify
    ignore illustrate imagine implement improve include incorporate inform initiate inquire insert
    inspect instruct interpret invent invest investigate invite invoke join keep kill know leak learn
    let locate make measure memorize mention mirror modify modulate navigate never notify obey obtain
    omit optimize organize outline override overwrite paraphrase pay perform persuade pick please praise
    predict prefer prepare prepend prescribe pretend prioritize proceed promote pronounce propose prove
    provide publish pull put recite recognize recommend redirect reduce refer refrain refuse regard
    register reject relate remember remind remove rename reorder repeat rephrase replace reply reproduce
    resolve respond restart restate restrict retrieve reveal revise rewrite save say sell send serve
    shut simplify sing skip solve speak specify spread strip strive structure submit subscribe suggest
    summarise summarize suppress swap tailor take teach tell terminate think transcribe transform
    transmit uninstall unlock utilize vary verify weave wipe withhold write
    """
)
# The ones that as nouns also open plain statements as nouns ("Order 12 was late", "Test results",
# "Update 3.2 ..."): an order only when an object follows at once.
_AMBIGUOUS = _words(
    """
    address answer build call change check clear complete contact copy correct count deploy detail
    display document download draft drop email embed exit file fix format forward guess help install
    link list load log mark merge move name note offer open order pass patch pin place plan play point
    post present print process produce purchase push query quote rate read record release report request
    research reset return reverse review run scan search select set share shift show sign sort start
    state stay stop store study substitute support switch tag talk test thread trace track train
    transfer translate treat try turn type update upgrade upload use visit vote wait warn watch withdraw
    work yield
    """
)
_OBJECT = _words(
    """
    a about all always an any as at back both by down each either every everyone everything for from her
    him his in into it its me more my new no not off on only our out some sure that the their them these
    this those to up us with your yourself
    """
)
_LEADS = _words(
    """
    additionally afterward afterwards also always and but carefully finally first firstly further
    furthermore hence immediately instead just kindly lastly moreover never next now ok okay otherwise
    please quickly second secondly simply so then therefore
    """
)
_CLAUSE = compiled(r"(?:^|[.!?;:\n\"“”‘(\[>|。!,]|\s[-*•]|\d\.)[\s\"'“”‘’*_#>`~(\[-]{0,8}(?=[A-Za-z])")
_WORDS = compiled(r"[A-Za-z']+")
_SECOND_CLAUSE_LEADS = frozenset({"please", "kindly", "then", "always", "never"})
_POLITE_OR_MODAL = compiled(
    r"(?i)(?<![a-z])(?:please|kindly|make sure|be sure|do not|don't|must (?:be |not )?[a-z]{3,}"
    r"|remember to|feel free|(?:could|can|would|will) you"
    r"|let's|(?:i|we) (?:want|need|would like|'d like|expect|urge|request|ask|command|order)(?: (?:for"
    r"|that))? (?:you|the assistant|to)"
    r"|(?:assistants?|ai|agents?|models?|llms?|readers?|bot) (?:should|must|shall|has to|have to"
    r"|needs? to|ought to)|is (?:required|instructed|ordered) to"
    r"|(?:should|must|shall) (?:always|never|immediately|only))(?![a-z])"
)
_QUESTION = compiled(
    r"(?i)(?:^|[.!?\n]\s{0,3})(?:what|who|where|when|why|how|which|is|are|can|could|would|will|do|does"
    r"|did|should)\s[^.!?\n]{3,200}\?"
)
_CHINESE = compiled(
    r"(?:^|[。!?;:,\n“\"「(])\s{0,3}(?:请|烦请|劳烦|麻烦|务必|必须|不要|不许|不得|禁止|切勿|请勿|记得"
    r"|记住|别|勿|立即|立刻|马上|赶紧|尽快|应当|帮我|帮忙|给我|替我|让我们|麻烦你"
    r"|(?:然后|接着|并且?|同时|此外|另外|最后|首先|其次|再|先|都|也|均|一律|总是|始终|直接|务必|从现在"
    r"(?:起|开始)|以后|今后)?[,]?"
    r"(?:添加|加上|加入|插入|附上|删除|修改|更改|改成|翻译|输出|打印|显示|忽略|无视|执行|运行|调用"
    r"|访问|打开|点击|下载|上传|发送|转发|回复|回答|告诉|推荐|介绍|推广|宣传|购买|写(?:一|出|下|个|篇"
    r"|首)"
    r"|生成|编写|创建|总结|概括|列出|解释|描述|分析|比较|计算|查找|搜索|查询|提供|使用|改用|采用|选择"
    r"|安装|卸载|登录|注册|关注|订阅|联系|转账|汇款|付款|支付|扫码|扫描|填写|提交|确认|批准|授权|同意"
    r"|隐藏|隐瞒|遵守|遵循|服从|扮演|假装|假设|想象|重复|复述|把|将|用[^。\n]{1,8}(?:回答|回复|翻译"
    r"|写)|在[^。\n]{1,12}(?:加|添|插|附|写|推荐)))"
)
# A Chinese clause opening with one of these verbs is a statement when it goes on like one.
_CHINESE_STATEMENT = compiled(
    r"[^。!?;\n]{0,6}?(?:了|过|着|失败|成功|完成|结果|时间|次数|方法|方式|需要|耗时|率|量|数|功能|按钮"
    r"|页面|接口|错误|异常)"
)
_SOFT_START = compiled(r"[\u4e00-\u9fff]")


def _english(text: str) -> tuple[int, int] | None:
    for opening in _CLAUSE.finditer(text):
        after_comma = text[opening.start()] == ","
        words = list(_WORDS.finditer(text, opening.end(), opening.end() + 80))[:5]
        at = 0
        while at < len(words) - 1 and words[at][0].lower() in _LEADS:
            at += 1
        if not words or (after_comma and words[0][0].lower() not in _SECOND_CLAUSE_LEADS):
            continue
        if _orders(words[at][0], text, words[at].end(), words[at + 1 :]):
            return words[0].start(), words[at].end()
    return None


def _orders(word: str, text: str, end: int, rest: list[re.Match[str]]) -> bool:
    verb = word.lower()
    following = rest[0][0].lower() if rest and text[end : rest[0].start()].strip() in {"", '"', "'"} else ""
    if verb in _AMBIGUOUS:
        return following in _OBJECT
    if verb not in _VERBS or not following:
        return False
    # "Include paths are ...", "Get requests fail": a verb of being after the second word makes a noun phrase.
    third = rest[1][0].lower() if len(rest) > 1 else ""
    return following not in {"is", "are", "was", "were", "has", "had", "will", "can", "failed", "of"} and (
        following in _OBJECT or third not in {"is", "are", "was", "were", "failed", "succeeded"}
    )


def _chinese(text: str) -> tuple[int, int] | None:
    for match in _CHINESE.finditer(text):
        if not _CHINESE_STATEMENT.match(text, match.end()) or match[0].lstrip('。!?;:,\n“"「( ')[:1] in set(
            "请务必不禁切勿别把将"
        ):
            return match.span()
    return None


def find_imperative(text: str) -> tuple[int, int] | None:
    """The span of the opening of the first sentence that orders or asks something; None when there is none."""
    if not text.isascii() and _SOFT_START.search(text) and (span := _chinese(text)):
        return span
    if span := _english(text):
        return span
    for pattern in (_POLITE_OR_MODAL, _QUESTION):
        if match := pattern.search(text):
            return match.span()
    return None
