"""S11 and S12: how executable a piece of advice is, and whether it is a platitude.

"Be careful with formats" helps nobody; "set encoding to gb18030" does. The weights were fitted on our own labelled
sentences in English and Chinese; the pattern names double as what a writer is told is missing.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

_ANCHORS_MAX = 4000
PLATITUDE_BELOW = 0.25

_CODE = re.compile(
    r"`[^`\n]{1,200}`"
    r"|\b[A-Za-z][A-Za-z0-9]{0,60}(?:_[A-Za-z0-9]{1,60}){1,8}\b"  # snake_case, CONSTANT_CASE
    r"|\b[a-z]{1,40}[A-Z][A-Za-z0-9]{1,40}\b"  # camelCase
    r"|(?<![\w-])--?[a-zA-Z][\w-]{0,40}\b"  # --flag
    r"|\b[\w-]{1,60}\.(?:py|js|ts|json|ya?ml|toml|csv|xlsx?|md|txt|sh|sql|log|cfg|ini|html|xml|pdf|env|lock|go"
    r"|rs|java)\b"
    r"|(?<![\w.])(?:~|\.{1,2})?/[\w.-]{1,60}(?:/[\w.-]{1,60}){0,10}"
    r"|\b[A-Za-z_]\w{0,60}(?:\.\w{1,60}){0,5}\(\S{0,80}?\)"
    r"|\b[A-Za-z]{1,20}[0-9]{2,12}\b|\b[A-Za-z]{2,20}-[0-9]{1,6}(?:-[a-z]{1,8})?\b"  # gb18030, utf-8
    r"|\bv?[0-9]{1,4}\.[0-9]{1,4}(?:\.[0-9]{1,6})?\b"
    r"|\b[A-Za-z_]\w{0,40}(?:==|>=|<=|~=)[\w.+-]{1,40}"
    r"|\bYYYY\S{0,20}|\b(?:GET|POST|PUT|PATCH|DELETE) /\S{1,100}"
    r"|\bhttps?://\S{3,200}|\b[A-Z]{2,10}[_-][A-Z]{2,20}\b"
    r"|(?<![\w])['\"“「][^'\"”」\n]{1,60}['\"”」](?!\w)"
    r"|\{\s?\"[^\n]{1,200}\}",
    re.ASCII,
)
_ASSIGNMENT = re.compile(
    r"\b[A-Za-z_][\w.-]{0,60}\s?=\s?[^\s=]{1,60}"
    r"|\bset (?:the )?[\w.`\"'-]{1,60}(?: [\w`-]{1,30}){0,3} (?:to|=|as) "
    r"|\b(?:raise|lower|increase|decrease|reduce|change) (?:the )?[\w.`-]{1,60}(?: [\w`-]{1,30}){0,2}"
    r" (?:from [^\n]{1,60}? )?(?:to|by) [`\"']?[\w.]{1,60}"
    r"|\bpass [\w.`-]{1,60} (?:as|in|=) "
    r"|[\w`.一-鿿-]{1,60}\s?(?:设为|设成|设置为|改为|改成|调到|调高到|调低到|调整为|等于|传入?)\s?[`\"'“「]?"
    r"(?!更|合|正确|适|好)[A-Za-z0-9一-鿿]"
    r"|\bwith (?:an? |the )?[\w-]{1,30} as (?:an? |the )?[\w-]{3,30}"
    r"|\b(?:units?|separator|delimiter|encoding|format|type|time ?zone|port|path|version|currency|column|field)"
    r" (?:is|are|must be|should be) (?!correct|right|valid|good|appropriate|proper|clear|consistent|accurate)\w"
    r"|(?:单位|分隔符|编码|格式|类型|时区|端口|路径|版本|默认值|货币|列名|字段名)(?:是|为|用)(?!否|正确|合适|对的)\S"
    r"|(?:→|->)\s?[`\w]",
    re.IGNORECASE | re.ASCII,
)
_QUANTITY = re.compile(
    r"(?<![\w.])[0-9]{1,9}(?:\.[0-9]{1,6})?\s?"
    r"(?:(?:ms|s|secs?|seconds?|min|mins|minutes?|h|hours?|days?|[KMGT]i?B|bytes?|rows?|lines?|times|items?"
    r"|records?|tokens?"
    r"|px|x|retries|attempts|pages?|workers?|characters|chars)\b|%|/(?:s|min|h|sec|hour|day)\b"
    r"|毫秒|秒|分钟|小时|天|次|条|行|个|页|字节|兆|倍|字|元|并发)",
    re.IGNORECASE | re.ASCII,
)
_ERROR_NAME = re.compile(
    r"\b\w{0,40}[a-z](?:Error|Exception)\b|\bE(?:NOENT|ACCES|CONN\w{3,8}|EXIST|TIMEDOUT)\b"
    r"|\b(?:HTTP|status|code|error|返回|状态码|错误码|报)\s?[45][0-9]{2}\b|\b(?:401|403|404|409|422|429|500"
    r"|502|503|504)\b"
    r"|\bexit code [0-9]{1,3}",
    re.ASCII,
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|once|until|for (?:files?|dates?|requests?|queries|responses?)|on (?:a "
    r"|an )?(?:HTTP|4|5|timeout|error))\b"
    r"|\bfor \w{2,30} (?:in|with|over|under|above|from) \w"
    r"|(?:失败|出错|报错|超时|过期|冲突|为空|不存在|被拒绝)(?:时|后|的话|则)"
    r"|如果|当[^\n]{0,40}时|若|除非|一旦|遇到|的时候|时[，,]",
    re.IGNORECASE | re.ASCII,
)
_CONTRAST = re.compile(
    r"\binstead of\b|\brather than\b|,? not (?:in |as |by |the |a )?[\w`\"']|\bnever\b|而不是|不要|不能|改用"
    r"|换成|代替|别用|不用",
    re.IGNORECASE | re.ASCII,
)
_VERBS = (
    r"set|use|add|pass|run|call|retry|remove|delete|drop|create|install|raise|lower|increase|reduce|decrease"
    r"|wait|read|write|open|click"
    r"|fetch|query|send|convert|parse|encode|decode|replace|rename|move|copy|split|sort|filter|limit|batch"
    r"|quote|escape|login|log in"
    r"|refresh|take|start|stop|restart|check|list|select|insert|update|export|import|switch|skip|close|put"
    r"|include|specify|store|search|log|keep the|compress|pull|push|fill|scroll|download|upload"
    r"|do not|don't|never|give|end"
)
_ACTION = re.compile(
    rf"(?:^|[,;:.] ?(?:then |first |and )?|\bfirst |\bthen )(?:{_VERBS})\b"
    r"|\b(?:pass|use|set) (?!of\b)"
    r"|(?:^|[，；。：、]|先|再|要|应|需|把|可|请|就)\s?(?:用|使用|改用|调用|设置?|把|将|加上?|补上?|传入?"
    r"|运行|执行|重试|删除?|去掉|创建|新建|安装|调高|调低|等待?|读取?"
    r"|写入?|打开|点击|查询?|发送|转换|替换|重命名|移动|复制|拆分?|分批|排序|过滤|限制|登录|刷新|启动|停止"
    r"|重启|切换|跳过|指定|压缩|上传|下载|换用|换成|备份|重新|不要|不能|改|取|按)|时(?:先|换用|改用|用|重试)",
    re.IGNORECASE | re.ASCII,
)
_VOCABULARY = re.compile(
    r"\b(?i:api|endpoint|header|encoding|file|directory|folder|path|query|sql|table|column|index|token|cache"
    r"|session|cookie|selector"
    r"|snapshot|argument|parameter|param|flag|command|shell|request|response|payload|json|csv|yaml|schema|field"
    r"|timeout|page|button"
    r"|branch|commit|container|port|database|key|id|url|ref|transaction|lock|script|package|dependency"
    r"|environment|permission|unit|amount|price|cents|separator|delimiter|quote|form|proxy|mirror|row|record)s?\b"
    r"|(?<![A-Za-z])(?!(?:DO|NOT|AND|ALL|NEVER|ALWAYS|MUST|ANY|THE|TODO)\b)[A-Z]{3,5}(?![A-Za-z])|(?<![A-Za-z])(?:pip|npm|git|docker|curl)(?![A-Za-z])"
    r"|接口|请求头?|编码|文件|目录|路径|查询|表|列|索引|令牌|缓存|会话|选择器|快照|参数|命令|请求|响应|字段"
    r"|超时|页面|按钮|分支|提交|容器|端口"
    r"|数据库|密钥|地址|事务|脚本|依赖|环境变量|权限|单元格|工作表|日期|单位|金额|引号|分号|逗号|镜像源?|表单|登录态|订单号|字符串|用户名",
    re.ASCII,
)
_ORDERING = re.compile(
    r"\bfirst\b[^\n]{2,200}\b(?:then|before|after)\b|\b(?:before|after) (?:\w{1,30}ing|the|each|every|any|a|it"
    r"|you|calling)\b"
    r"|[\w`)] before [\w`]|[\w`)] after [\w`]|先[^\n]{1,80}?(?:再|然后|才|后)|之前|之后|然后再|以后再"
    r"|后[^\n，。]{0,20}?再(?!说)|前(?:先|要|必须|应)|(?:完成|成功|出现|消失|加载)后"
    r"|\bright before\b",
    re.IGNORECASE | re.ASCII,
)
_PLATITUDES = re.compile(
    r"\bbe (?:more |very |extra )?(?:careful|mindful|cautious|aware|thorough|precise|patient|proactive"
    r"|systematic|specific|flexible)\b"
    r"|\bpay (?:close |more |special )?attention\b|\bdouble.?check|\bmake sure\b|\b(?:always |please )?ensure\b"
    r"|\bbest practices?\b"
    r"|\b(?:as|if|when|where) (?:needed|necessary|appropriate|possible|required)\b"
    r"|\b(?:carefully|properly|correctly|appropriately|thoroughly|gracefully|effectively|efficiently|accurately"
    r"|robustly|diligently)\b"
    r"|\b(?:keep|bear) in mind\b|\bremember to\b|\balways (?:verify|check|validate|test|plan|think|review|confirm)\b"
    r"|\bstep by step\b|\bthink (?:before|twice|carefully|about|through)|\bplan (?:ahead|first|better)"
    r"|\bsmaller (?:steps|parts|pieces|tasks|chunks)\b"
    r"|\b(?:more|better|improve|enhance|strengthen) (?:the )?(?:error handling|robust|robustness|quality"
    r"|communication|planning|testing|attention|understanding)"
    r"|\btry (?:a )?different (?:approach|way|method|strateg)|\b(?:consider|explore) (?:other|all|alternative"
    r"|different|various)"
    r"|\bdon't (?:give up|rush|assume)|\bavoid (?:mistakes|errors|repeating|making)|\bunderstand the\b"
    r"|\bread the (?:docs|documentation|error)"
    r"|\bhandle (?:all |any |edge |errors|exceptions)|\bedge cases\b|\bstay (?:focused|calm|organi[sz]ed)"
    r"|\bclear(?:ly)? (?:communicat|understand|defin)"
    r"|\blearn from\b|\bgood (?:habit|practice|idea)|\bsuitable\b|\bappropriate\b|\brelevant\b|\breliable\b"
    r"|\bquality\b"
    r"|注意|小心|仔细|认真|确保|务必|合理|适当|妥善|做好|加强|提高|提升|避免(?:出错|错误|犯错|重复|类似)|多加"
    r"|谨慎|全面|充分|尽量|及时|必要时|合适的|正确的?(?:处理|使用|理解)"
    r"|正确地?|更好地?|多(?:检查|思考|测试|尝试|沟通)|检查(?:清楚|一下|无误)|最佳实践|总结经验|吸取教训"
    r"|举一反三|一步一步|考虑周全|灵活|优化(?:一下|流程|方案)|换(?:个"
    r"|一种)(?:思路|方法|方式)"
    r"|理解(?:任务|问题|要求|清楚)|想清楚|思考|保持|规范|养成|耐心|深入理解|充分理解|理解需求|出错时",
    re.IGNORECASE | re.ASCII,
)
_WORD = re.compile(r"[A-Za-z0-9_'-]+|[一-鿿]", re.ASCII)
_CJK = re.compile(r"[一-鿿]")


class _Sign(NamedTuple):
    gives: str
    pattern: re.Pattern[str]
    weight: float
    anchor: bool = False


_SIGNS = (
    _Sign("an identifier or code", _CODE, 0.22, anchor=True),
    _Sign("a parameter with its value", _ASSIGNMENT, 0.25, anchor=True),
    _Sign("a number with its unit", _QUANTITY, 0.15, anchor=True),
    _Sign("the error it answers", _ERROR_NAME, 0.12, anchor=True),
    _Sign("a condition", _CONDITION, 0.10),
    _Sign("a contrast", _CONTRAST, 0.08),
    _Sign("an action", _ACTION, 0.10),
    _Sign("a term of the tool", _VOCABULARY, 0.10),
    _Sign("an order of steps", _ORDERING, 0.20),
)


@dataclass(frozen=True, slots=True)
class Assessment:
    """`score` 0..1; `has` and `missing` name the parts; `reason` says why a platitude is one, else ""."""

    score: float
    platitude: bool
    has: tuple[str, ...]
    missing: tuple[str, ...]
    reason: str = ""


def assess(text: str) -> Assessment:
    """Score the text and name what it has and lacks. At most 4,000 characters are looked at."""
    text = text.strip()[:_ANCHORS_MAX]
    if not text:
        return Assessment(
            score=0.0,
            platitude=True,
            has=(),
            missing=tuple(sign.gives for sign in _SIGNS),
            reason="it is empty",
        )
    found = [sign for sign in _SIGNS if sign.pattern.search(text)]
    anchored = any(sign.anchor for sign in found)
    score = sum(sign.weight for sign in found)
    score += 0.08 * (_variety(_CODE, text) > 1) + 0.05 * (_variety(_VOCABULARY, text) > 1)
    phrases = tuple(dict.fromkeys(match[0].strip().lower() for match in _PLATITUDES.finditer(text)))
    score -= min(len(phrases), 2) * (0.06 if anchored else 0.30)
    score = round(min(max(score - _length_penalty(text), 0.0), 1.0), 4)
    platitude = not anchored and (bool(phrases) or score < PLATITUDE_BELOW)
    said = f'it says "{phrases[0]}" and names' if phrases else "it names"
    return Assessment(
        score=score,
        platitude=platitude,
        has=tuple(sign.gives for sign in found),
        missing=tuple(sign.gives for sign in _SIGNS if sign not in found),
        reason=f"{said} no parameter, value, step or condition to act on" if platitude else "",
    )


def concreteness(text: str) -> float:
    """How executable the advice is, 0..1 (S11)."""
    return assess(text).score


def _variety(pattern: re.Pattern[str], text: str) -> int:
    return len({match[0].lower() for match in pattern.finditer(text)})


def _length_penalty(text: str) -> float:
    words = len(_WORD.findall(text))
    if _CJK.search(text):
        words = (words + 1) // 2  # about two characters make a Chinese word
    return 0.20 if words < 4 and not _CODE.search(text) else 0.10 if words > 160 else 0.0
