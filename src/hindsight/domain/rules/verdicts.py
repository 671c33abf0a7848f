"""Whether a clause states something worth keeping, and if not, why (W1, W2)."""

from __future__ import annotations

import re
from typing import Final

from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.patterns import pattern
from hindsight.domain.rules import cues
from hindsight.domain.rules.claims import LOOSE, find_general_claim
from hindsight.domain.rules.general import names_subject, subject_of
from hindsight.domain.rules.passing import passing
from hindsight.domain.text import Script
from hindsight.domain.turns import is_small_talk

_I: Final = re.IGNORECASE
_SUBJECT: Final = pattern(
    r"""
    (?<![a-z])(?:i|we|my|our|us|me|i'm|i've|we're|we've|he|she|they|his|her|their|he's|she's|they're)(?![a-z])
    |^(?:dad|mum|mom|grandma|grandpa|granny|gran|nana|papa|mama)(?:'s)? (?=[a-z])
    |^(?:everyone|everybody|nobody|no one|none|everything|half|most|one|both)(?:'s)? (?:at|in|on|of|but|from|except|is
    |here)(?![a-z])
    |^[a-z-]{3,20} (?:for|of|in|at|on|from|to) (?:the|my|our) [\w-]+
    |^(?:insurance|rent|parking|breakfast|lunch|dinner|work|school|daycare|nursery|practice|training|rehearsals?
    |standup|payday
    |checkout|check-in|bedtime|heating|electricity|broadband|bills|deliver(?:y|ies)|bin day|lessons|classes|choir
    |therapy|physio
    |production|staging|prod|invoices|backups|releases|deploys|builds|tickets|passwords|payments|orders|customers
    |visitors
    |guests|parcels|mail)\s
    |^(?:the|a|an|this|there|one of|both|all|some|half|most)\s[\w'-]+\s[\w'-]+
    """
)
_NAMED_PERSON: Final = pattern(
    r"""
    ^(?-i:[A-Z])[a-z'-]+(?:\s(?-i:[A-Z])[a-z'-]+)?\s(?:is|isn't|has|hasn't|no longer|doesn't|does|lives|works|plays
    |signs|handles
    |runs|owns|leads|teaches|speaks|likes|loves|hates|prefers|drives|manages|looks after|takes care|sings|writes
    |studies|eats
    |drinks|wears|keeps|wants|needs|knows|visits|comes|goes|sleeps|helps|pays|sends|reviews|approves|reports|answers
    |starts
    |turned|joined|left|moved)\s
    """
)
_NAMED: Final = re.compile(
    r"^[A-Z][\w.'-]*(?:\s[A-Z][\w.'-]*){0,3}(?:'s\s[\w -]{2,30})?\s[a-z]|(?<=[a-z,] )[A-Z][a-z]+"
)
_ZH_SUBJECT: Final = re.compile(
    r"我|咱|他|她|公司|团队|项目|客户|家里|孩子|服务|系统|线上|数据|本人|组里|部门|同事|医生|老师"
)
_ZH_OURS: Final = pattern(
    r"""
    压测|代码风格|缩进|规范|编码|环境|服务器|集群|接口|后台|日志|会议|周会|例会|合同|快递|房租|停车|食堂|班车|报销
    |发版|版本|仓库|备份|工位|办公室|电梯|空调|航班|课程|作业|论文|脚本|网关|证书|域名|账号|预算|需求|排期|供应商
    |甲方|乙方|用户|老板|实习生|同学|家|猫|狗|车|票|药|体检|手术|订单|库存|面试|婚礼|生日|演出|比赛|培训|上线|下线
    |烤箱|冰箱|洗衣机|打印机|显示器|路由器|机器|仪器|实验室|密码|钥匙|wifi|膝盖|颈椎|血压|腰椎|保险|租约|幼儿园|导师
    |店里?|摊位|组里|工资|水电|物业|驾照|护照
    |爷爷|奶奶|爸|妈|闺女|儿子|女儿|对象|嫂子|哥哥|姐姐|弟弟|妹妹|舅|阿姨|迁移|数据库|主键|缓存|队列|流水线|测试|部署
    |了[。！]?$|不[吃喝用去来接住穿看听能会收支]
    """
)
_GENERIC: Final = pattern(
    r"""
    ^(?-i:[A-Z])?[a-z]{3,20}(?:sis|tion|ity|ism)\s(?:is|are|can|does|has|often|usually|always|converts?
    |means)\s(?!(?:[a-z]+ ){0,6}(?:my|our|us|me|we|i|yesterday|today|tomorrow)(?![a-z]))[a-z' ]{3,60}[.!]?$|^(?:an?
    |the (?:sun|moon|earth|world|sky|human|brain|internet))\s(?!(?:colleague|friend|customer|client|neighbou?r
    |cousin)(?![a-z]))(?![^.]{0,80}(?<![a-z])(?:my|our|us|me|we|i|yesterday|today|tomorrow|last
    |ago)(?![a-z]))[a-z' -]{2,60}(?:is|are|can|has|converts?|contains?)(?![a-z])|^(?![^，。]{0,30}(?:我|咱|他|她
    |公司|团队|项目|客户|昨|今|明|上周|下周|去年|了[。！]?$))[^，。]{1,12}(?:是一[种个门类款]|一般(?:都)?(?:能|会|要
    |是)|通常(?:能|会|要|是)|能够?把|把.{1,12}转化|属于|指的是|又称|一天能|大约有|离.{1,6}约|可以分为|由.{1,12}组成)
    """
)
_EVENT: Final = pattern(
    r"""
    (?<![a-z])(?:went|met|visited|bought
    |(?<!'ve )(?<!have )(?<!has )(?<!'s )got|had|saw|made|took|gave|found|lost|won|broke|fell|told|said|asked|joined
    |left|started|finished|attended|celebrated|moved|came|ate|ran|drove|flew|wrote|learned|learnt|taught|built|fixed
    |shipped|deployed|released|reported|signed|booked|cancelled|received|sent|passed|failed|hired|fired|married|born
    |died|graduated|planned|decided|organi[sz]ed|hosted|volunteered|adopted|painted|cooked|tried|applied|talked
    |spoke|played|watched|(?<!is )(?<!are )(?<!be )(?<!'s )(?<!been )(?<!'m )(?<!'re )[a-z]{3,12}(?<!ne)(?<!bas)(?<
    !call)(?<!us)ed)(?![a-z])
    """
)
_ZH_EVENT: Final = pattern(
    r"""
    打算|计划(?:在|去|于)|准备(?:去|在)|开会|出差|参加|举行|举办|安排|约了|见了|中断|上线了|下线了|回滚|发布了|去了
    |来了|聊|聚|旅游|爬山|面试|考试|比赛|复查|体检|住院|摔|坏了|丢了|晚点|延误|开业|毕业|生病|吃了|看了|买了|收到
    |发现|完成|通过了|搞砸|吵|发生
    """
)
_RECURS: Final = pattern(
    r"每|逢|every|each|daily|weekly|monthly|nightly|[a-z]+days$|weekends?$|[a-z]+days? (?:morn|even)ings$"
)
_POINT: Final = pattern(
    r"""
    \d{1,2}(?:st|nd|rd|th)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|tomorrow|(?:last|next
    |this)\s
    |ago
    |\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov
    |dec)[a-z]* \d{1,2}(?!\d)
    |\d{4}-\d|\d/\d|[\d一二三四五六七八九十][日号]|周[一二三四五六日天末]|星期|礼拜|[昨今明前后]天|[昨今明]晚|今早
    |今晨|[上下这本]个?(?:周|月|季|星期)|去年|前年|明年|前[几天]|月[底初]
    """
)
"""A point in time, which happens once; a month, a year or a clock time alone may be a habit."""
_HABITUAL: Final = pattern(
    r"""
    (?<![a-z])(?:every|each|usually|always|normally|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|the (?:first|second
    |third|last) \w+day of|as of|since)(?![a-z])|每|隔|逢|平时|一般|总是|通常|固定|都(?:在|是|要|去|会)
    |起(?:就|我|都|开始)
    """
)
_ENDS: Final = pattern(
    r"""
    (?<![a-z])(?:expires?|runs? out|is due|are due|ends?|renews?)(?![a-z])|到期|过期|截止|截稿|有效期|为止|推[到迟至]
    |挪[到至]|提到|改[在到]|停了|断了|戒了|满[\d一二三四五六七八九十]
    """
)
_ASIDE: Final = pattern(r"(?:,\s|\s)(?:since|because|after|before|when|which|who|until|once|while|though)\s.*$")
_AGENT_EN: Final = pattern(
    r"""
    ^(?:(?:done|ok|okay|all set|finished|great|good news)[:,.!–—-]?\s)?(?:i(?:'ve| have)?|we(?:'ve
    | have)?)\s(?:just |now |also |already |successfully )?(?:created|added|updated|fixed|deployed|opened|merged
    |pushed|committed|changed|renamed|removed|deleted|installed|configured|set(?! that)|wrote|migrated|moved
    |refactored|implemented|ran|rebuilt|restarted|rolled back|upgraded|downgraded|bumped|pinned|reverted|replaced
    |switched|generated|exported|imported|saved|sent|scheduled|booked|ordered|tested|found|reproduced|closed|tagged
    |released|published|enabled|disabled|increased|reduced|raised|lowered|applied|completed|uploaded|downloaded
    |copied|cleaned|dropped|split|rewrote|resolved|identified|cancelled|registered|converted|archived|rotated|built
    |finished|measured|benchmarked|backed up|restored|tracked|traced)(?![a-z])|^(?:created|added|updated|fixed
    |deployed|merged|pushed|changed|renamed|removed|deleted|installed|configured|migrated|refactored|upgraded
    |reverted|released|booked|completed|rolled back|all \d+ tests|the (?:tests?|build|deploy(?:ment)?|migration|job
    |backup|import|export|pipeline|script|bug|pull request|pr) (?:now )?(?:passe[sd]|failed|succeeded|finished
    |completed|was|is (?:now )?(?:green|merged|deployed|live|fixed)))(?![a-z])
    """
)
_AGENT_ZH: Final = pattern(
    r"""
    ^(?:好的?[，,])?(?:我|已经?|刚刚?|现在)(?:已经?|刚刚?|把|将|帮你|为你|给你|替你)?(?:把
    |将)?[^，。？?]{0,40}?(?:改成|改为|改好|改了|创建|新建|添加|加了|加上了|加入了|删除|删掉|删了|修复|修好|更新
    |部署|上线|提交|合并|推送|发布|回滚|重启|升级|降级|安装|装好|配置好|迁移|重构|写完|写好了|实现了|跑完|跑通
    |测试了|测完|导出|导入|保存|生成了|发送|发给|预订|订好|订了|取消|完成|替换|换成|关闭|打开了|启用|禁用|切换|清理
    |备份|恢复|调整|调到|设为|设成|定位到|找到了|查到|开了)|^(?:已|已经)(?:将|把|经)?[^，。？?]{2,40}|^(?:测试|构建
    |部署|迁移|任务|备份|导入|导出|编译)(?:已|已经|全部|都)?(?:通过|失败|完成|成功)
    """,
    0,
)
_AGENT_RESULT: Final = pattern(
    r"""
    ^(?:i|we)(?:'ve| have)? (?:\w+ly |just |also |now )?(?!(?:noted|need|guessed|thought|assumed|wanted|hoped
    |recommended|suggested|mentioned|explained|listed|included|agreed|used to)(?![a-z]))(?:[a-z]{3,14}ed|ran|wrote
    |sent|found|built|made|took|put|got|split|cut|began|kept|left|set|hit)(?![a-z])
    |^(?![^.?!]{0,120}(?<![a-z])(?:century|centuries|ancient|founded|invented|discovered|born|in version|in \d{4}
    |because|people|humans?|usually|traditionally|originally|first (?:made|used|built))(?![a-z]))(?:(?:the |all |both
    |your )?[\w#./ -]{2,50} (?:was|were|has been|have been|is now|are now|went|came|now) (?:\w+ly )?(?:[a-z]{2,14}ed
    |sent|built|set|green|red|live|up|down|out|through|back|written|done|made|run|runs|gone|ready)(?![a-z])
    |(?:the |your )[\w#./ -]{2,30} (?:is|are) ready(?![a-z])
    |(?:[\w#./-]+ ){1,6}(?:passed|failed|succeeded|finished|completed|returned|crashed|merged|landed
    |deployed)(?![a-z]))
    |^(?!恭喜|听说|听起来|看来|看起来|原来|那|这|你|您|可以|先|一般|通常|建议|应该|如果|需要|请|我还?以为|希望|要是)
    (?![^，。]{0,30}(?:可以|建议|应该|告诉我|说过|写错|吗|就[^，。]{0,6}了$))[^，。？?]{0,30}(?:(?:已经?|都|全部|全
    |均)
    [^，。？?]{0,14}(?:[完好成]|通过|成功|失败|[改删移建传推升降切换合并发布部署修复清重]\S{0,8})了?
    |[改删移建传推升降切换合跑写修查找订发配搬导存装清]\S{0,12}[了到好完]|完成|通过|成功|失败|完毕)[^，。？?]{0,10}$
    """
)
_AGENT_EMPTY: Final = pattern(
    r"""
    noted|made a note|congratulations|sorry to hear|put that right|remember(?:ed)?|got it|updated my (?:notes|memory)
    |记下|记住|改过来|知道了|明白|更新好了$
    |summari[sz]ed (?:it|the above)|below|以下|如下
    """
)
_OF_A_CASE: Final = frozenset({"date", "time", "url", "path", "address", "version"})
_YEAR: Final = pattern(r"^(?:in |since |by )?\d{4}年?$")
_ELLIPTIC: Final = pattern(
    r"""
    ^(?:gonna|been|going|working|trying|researching|started|finished|just|still|always|never|got|had|took|went
    |thinking|planning|looking|loving|\d+ (?:years?|months?|weeks?))(?![a-z])|^it(?:'s| is| was|'s been| has been
    |'ll be) (?:\w+ ){0,3}(?:a|an|the|my|our|for|about|with|full)(?![a-z])
    """
)
_MIN_WORDS: Final = 3
_MIN_HAN: Final = 4
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")


def objection(clause: str) -> str | None:
    """Why a user's clause is no statement to keep, or None; whether it states anything: :func:`lacks_case`."""
    if is_small_talk(clause):
        return "small_talk"
    if cues.asks(clause):
        return "question"
    if cues.TASTE.search(clause):
        return None
    for reason, cue in (
        ("request", cues.REQUEST),
        ("hypothetical", cues.HYPOTHETICAL),
        ("undecided", cues.UNDECIDED),
        ("mood", cues.MOOD),
        ("reaction", cues.REACTION),
        ("meta", cues.META),
        ("moment", cues.MOMENT),
        ("task", cues.TASK),
    ):
        if cue.search(clause):
            return reason
    if cues.once(clause):
        return "request"
    return "about_listener" if cues.ABOUT_LISTENER.search(clause) else passing(clause)


def agent_objection(clause: str, script: Script) -> str | None:
    """Why a clause of the assistant is not kept: only what it did or found in the user's world is."""
    if cues.asks(clause) or _AGENT_EMPTY.search(clause):
        return "assistant"
    done = _AGENT_ZH if script == "zh" else _AGENT_EN
    return None if done.search(clause) or _AGENT_RESULT.search(clause) else "assistant"


def happened(clause: str, script: Script) -> bool:
    """Whether the clause tells an event or a plan, not a state."""
    if cues.BECAME.search(clause) or _ENDS.search(clause):
        return False
    main = _ASIDE.sub("", clause)
    dated = [field.value for field in key_fields_of(main) if field.name in {"date", "time"}]
    recurs = _HABITUAL.search(main) is not None
    if any(_POINT.search(value) and not _RECURS.match(value) for value in dated) and not recurs:
        return True
    if dated and not recurs and script == "en" and not subject_of(main) and not _RECURS.match(dated[0]):
        return True
    return (_ZH_EVENT if script == "zh" else _EVENT).search(main) is not None


def lacks_case(clause: str, script: Script, *, among_people: bool) -> str | None:
    """Why a clause without a claim is not kept: ``general`` knowledge, or ``no_statement`` about anyone's case.

    ``among_people``: the speakers have names; what they tell each other is kept generously, subject or not.
    """
    if among_people and _ELLIPTIC.search(clause) and len(clause.split()) > _MIN_WORDS:
        return None
    if _GENERIC.search(clause):
        return "general"
    return None if _states(clause, script) else "no_statement"


def _states(clause: str, script: Script) -> bool:
    if script == "zh":
        fields = [field.value for field in key_fields_of(clause)]
        if clause in fields or (len(_HAN.findall(clause)) < _MIN_HAN and not fields):
            return False
        found = find_general_claim(clause, script)
        if found is not None and found.claim.attribute not in LOOSE:
            return True
        return bool(_ZH_SUBJECT.search(clause) or _calendar(clause) or _ZH_OURS.search(clause))
    if len(clause.split()) < _MIN_WORDS:
        return False
    return bool(_SUBJECT.search(clause) or names_subject(clause) or _NAMED_PERSON.search(clause) or _calendar(clause))


def _calendar(clause: str) -> bool:
    """A date, a clock time, a place in the project: things that general knowledge lacks."""
    return any(field.name in _OF_A_CASE for field in key_fields_of(clause) if not _YEAR.search(field.value))
