"""What key fields look like in English and Chinese: a table of patterns, the most telling kind first.

Every quantifier is bounded, so that a search is linear in the text.
"""

from __future__ import annotations

import re

from hindsight.domain.patterns import compiled

_MONTH = (
    r"(?:January|February|March|April|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?![A-Za-z])\.?"
)
_MAY = r"(?:(?<=in )|(?<=by )|(?<=since )|(?<=last )|(?<=next )|(?<=this )|(?<=until )|(?<=of ))May(?![A-Za-z])"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_WEEKDAY = (
    r"(?:Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|weekdays?|weekends?"
    r"|(?-i:Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun)(?![A-Za-z]))"
)
_SMALL = r"(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|a couple of)"
_SPAN_UNIT = r"(?:second|minute|hour|day|night|week|fortnight|month|quarter|year|decade)s?"
_ZH_DIGIT = r"[\d零〇一二两三四五六七八九十百千万亿半几.]"
_ZH_UNIT = (
    r"(?:毫秒|秒钟?|分钟|个?小时|个钟头|天|个?星期|周岁?|个?月|年|岁|次|遍|回|个|只|条|台|辆|套|间|块钱?|元|美元"
    r"|欧元|日元|港币|人民币"
    r"|万元|亿元|人|位|名|口|本|张|件|份|杯|瓶|颗|粒|公里|千米|米|厘米|毫米|英?寸|斤|公斤|千克|克|毫克|升|毫升|度|楼"
    r"|层|号楼|室|平米|平方米|平"
    r"|行|页|字|核|兆|折|倍|成|分|季度|步|集|章|场|局|轮|期|届|路|站|门|节|家|座|所|支|把|双|对|顿|趟|笔|项|种|批"
    r"|人次|并发|转|磅|颗星|等|毛钱?|百万|帧|赫兹|瓦|伏|(?:GB|MB|TB|KB|G|M|K)(?![A-Za-z])|%)"
)
_ZH_COUNTED = r"(?:(?<=个)(?!小时|钟头|星期|礼拜|月)[\u4e00-\u9fff]{1,4}(?=$|[，。、；！!,.\s]))?"
_PRODUCT = (
    r"(?:Python|PostgreSQL|Postgres|MySQL|MariaDB|SQLite|MongoDB|Redis|Node(?:\.js)?|Deno|Bun|Java|JDK|Go|Ruby|Rails"
    r"|PHP"
    r"|Rust|Swift|Kotlin|Scala|TypeScript|Django|Flask|FastAPI|Spring(?: Boot)?|React|Vue|Angular|Next\.js|Svelte"
    r"|Ubuntu"
    r"|Debian|Fedora|CentOS|RHEL|macOS|iOS|Android|Windows|Kubernetes|Helm|Terraform|Ansible|Docker|Nginx|Kafka"
    r"|RabbitMQ"
    r"|Elasticsearch|OpenSearch|Qdrant|Neo4j|Milvus|GCC|Clang|LLVM|CUDA|PyTorch|TensorFlow|NumPy|pandas|polars|pydantic"
    r"|Gradle|Maven|Unity|Unreal|Qt|\.NET|C\+\+|Linux|kernel|version|release|版本号?(?:是|为|：)?)"
)

_URL = r"(?:https?|ftp|wss?|postgres(?:ql)?|redis|s3|ssh|git)://[^\s，。；！？、（）“”《》<>\"']{1,500}"
_PATH = (
    r"(?<![A-Za-z0-9_./~-])(?:(?:~|\.{1,2})?/[A-Za-z0-9_.@+-]{1,80}(?:/[A-Za-z0-9_.@+-]{1,80}){0,12}/?"
    r"|[A-Za-z]:\\[A-Za-z0-9_.\\ -]{1,200}[A-Za-z0-9_]"
    r"|[A-Za-z_][A-Za-z0-9_.-]{1,60}(?:/[A-Za-z0-9_.-]{1,60}){1,10}"
    r"|[A-Za-z0-9_-]{1,60}\.(?:py|js|ts|tsx|go|rs|java|rb|sh|sql|ya?ml|toml|json|jsonl|md|txt|csv|xlsx?|docx?|pdf|pptx?"
    r"|html|css|ini|cfg|conf|env|lock|log|ipynb|png|jpe?g|svg|zip|tar\.gz)(?![A-Za-z0-9]))"
)
_ADDRESS = (
    r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
    r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?(?!\d|\.\d)"
    r"|(?<![A-Za-z0-9@.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev|cn|internal|local|example|test|lan"
    r"|corp)(?::\d{2,5})?"
    r"(?![A-Za-z0-9])|localhost:\d{2,5}"
)
_VERSION = (
    r"(?<![A-Za-z0-9.])v?\d{1,4}\.\d{1,4}\.\d{1,6}(?:[-.]?(?:rc|alpha|beta|dev|post|a|b)\.?\d{0,4})?(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9])v\d{1,4}(?:\.\d{1,4}){0,2}(?![A-Za-z0-9])"
)
_PRODUCT_VERSION = rf"(?<![A-Za-z]){_PRODUCT}\s?(?P<value>\d{{1,4}}(?:\.(?:\d{{1,4}}|x)){{0,3}})(?![A-Za-z0-9%])"
_ISO_DATE = r"(?<!\d)\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)"
_DATE = (
    r"(?<!\d)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)"
    rf"|(?<![A-Za-z0-9])(?:the )?{_DAY}(?: of)? (?:{_MONTH}|May(?![A-Za-z]))(?:,? \d{{4}}(?!\d))?"
    rf"|(?<![A-Za-z])(?:(?:early|mid|late|end of|last|next|this)[ -])?(?:{_MONTH}(?: {_DAY}(?![\d:%]))?|May "
    rf"{_DAY}(?![\d:%])|{_MAY})(?:,? \d{{4}}(?!\d))?"
    rf"|(?<![A-Za-z])(?:(?:every other|every|each|last|next|this|coming) )?{_WEEKDAY}(?: (?:morning|afternoon"
    rf"|evening|night)s?)?"
    r"|(?<![A-Za-z])(?:the day (?:before yesterday|after tomorrow)|(?:yesterday|today|tomorrow)(?: (?:morning"
    r"|afternoon|evening|night))?"
    r"|tonight|last night|this (?:morning|afternoon|evening)|every ?day|daily|weekly|monthly|nightly)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:every|each|last|next|this|past) (?:other )?(?:week(?:end)?|month|year|quarter|spring|summer"
    r"|autumn|fall|winter|semester|term"
    r"|morning|afternoon|evening|night|sprint)(?![A-Za-z])"
    rf"|(?<![A-Za-z0-9]){_SMALL} {_SPAN_UNIT} (?:ago|from now|later)|(?<![A-Za-z])in {_SMALL} (?:day|week|month|year"
    rf"|hour|minute)s?(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:Q[1-4]|H[12])(?: \d{4}| of \d{4})?(?![A-Za-z0-9])|(?<![A-Za-z0-9])(?:the )?(?:[12]\d|3[01]"
    r"|[1-9])(?:st|nd|rd|th)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:in|since|by|from|until|during|of|before|after) (?:early |mid-?|late )?(?:19|20)\d\d(?!\d)"
    rf"|(?:(?:\d{{2,4}}|[零〇一二三四五六七八九]{{2,4}}|去|今|明|前|后)年)?(?:初|底)?(?:(?:\d{{1,2}}"
    rf"|[一二三四五六七八九十]{{1,3}}|上个?|下个?|这个?|本)月(?:份)?)"
    r"(?:\d{1,2}[日号]|[一二三四五六七八九十]{1,3}[日号]|[初中底末]|上旬|中旬|下旬)?"
    r"|(?:(?:\d{2,4}|[零〇一二三四五六七八九]{2,4})年|[去今明前后]年)(?:春节|国庆|中秋|元旦|端午|五一|暑假|寒假"
    r"|年?[初底末]|春天|夏天|秋天|冬天|上半年|下半年)?"
    r"|(?<!\d)\d{1,2}[日号](?![楼线院门])"
    r"|(?:每个?|每隔?[一二两三]个?|上上?个?|下下?个?|这个?|本)?(?:(?<![一每])周(?![一二三四五六]天(?!气))|每?周(?![一二三四五六]天(?!气))|星期|礼拜)[一二三四五六日天末]"
    r"|(?:上上?个?|下下?个?|这个?|本|每个?|每[一二两三]个?)(?:周|星期|礼拜|季度|学期|年|月)"
    r"|(?:大?前天|昨[天晚]|今[天早晚]|明[天早晚]|大?后天|每[天日晚]|隔天|当天)|春节|国庆节?|中秋节?|元旦|端午节?"
    r"|清明节?|[月年]底|[月年]初"
    r"|(?<![A-Za-z])(?:in |by |since |until |before |after |last |next |this |every |over |around |at |the |late "
    r"|early )"
    r"(?:the )?(?:spring|summer|autumn|winter|Easter|Christmas|New Year(?:'s(?: Eve| Day)?)?|Ramadan|Diwali"
    r"|Thanksgiving|Halloween|Chinese New Year|Lunar New Year)(?![A-Za-z])"
    r"|(?<![A-Za-z])the (?:first|second|third|fourth|last) (?:working day|day|week"
    rf"|{_WEEKDAY}) of (?:the|each|every) (?:month|quarter|year|week)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:end|middle|start|beginning) of (?:the |this |next )?(?:week|month|year|quarter"
    r"|sprint)(?![A-Za-z])"
    r"|(?:(?:农历|阴历|阳历)\s?)?(?:正|腊|冬|[一二三四五六七八九十]{1,2})月(?:初|十|廿|二十|三十)[一二三四五六七八九十]?|除夕|腊八|元宵节?"
    r"|重阳节?|七夕|前[两几]天|这[两几]天|前[一二两三几]个?(?:周|月|年)|[月周年]末"
    rf"|{_ZH_DIGIT}{{1,6}}个?(?:天|周|星期|礼拜|月|年|小时|分钟)(?:以?前|之前|以?后|之后)|半年前|半个月前"
)
_TIME = (
    r"(?<![\d:.])\d{1,2}:\d{2}(?:\s?[ap](?:m(?![a-z])|\.m\.))?(?![\d:])|(?<![\d:.])\d{1,2}\s?[ap](?:m(?![a-z])|\.m\.)|(?<![A-Za-z])(?:noon"
    r"|midnight)(?![A-Za-z])"
    r"|(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜)?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半"
    r"|整|[一三]刻|(?:\d{1,2}|[零一二三四五六七八九十]{1,3})分?)?(?![个击])"
)
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|fifteen|twenty|thirty|forty|fifty|hundred|dozen)"
)
_EN_UNIT = (
    r"(?:%|percent|milliseconds?|ms|seconds?|secs?|s(?![A-Za-z])|minutes?|mins?|hours?|hrs?|h(?![A-Za-z])|days?"
    r"|nights?|weeks?|months?|years?(?: old)?"
    r"|[KMGT]i?B|[KMGT](?![A-Za-z])|bytes?|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|m(?![A-Za-z])|cm|mm|feet|ft"
    r"|inch(?:es)?|kg|kilos?|grams?|g(?![A-Za-z])|mg|lbs?|pounds?"
    r"|ml|lit(?:er|re)s?|cores?|CPUs?|[mM]?[HG]z|requests?|rps|qps|times?|people|users?|seats?|rows?|lines?|tokens?"
    r"|retries|replicas?|nodes?|workers?|threads?"
    r"|[€£]|euros?|dollars?|bucks|USD|EUR|GBP|CNY|RMB|yuan|yen|quid|[kKmM]illion|billion|thousand|k(?![A-Za-z])|kcal"
    r"|calories|degrees|°[CF]?|fps|dpi|px|watts?|volts?|kW|kWh|mph|km/h|bpm|mmHg|stories|storeys|floors|pages"
    r"|(?:working|business) days?)"
)
# What is counted, where the noun is followed by a mark or a small word: "80 guests, …", no verb ("8080 serves pages").
_COUNTED = (
    r"(?:[a-z]{2,12} )??(?!this|was|has|does|always|perhaps|sometimes|its|plus)[a-z]{2,14}s(?=$|[\s]{0,2}[,.;:!?)]"
    r"|\s(?:and|or|in|on|at|per|an?|each|for|from|to|of|with|by|is|are|were|was|have|pass|passed|failed|every|so|but|now"
    r"|this|next|last|max(?:imum)?|total|only|instead|because|plus|who|that|which)(?![a-z]))"
)
_NUMBER = (
    r"[$€£¥￥]\s?\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,4})?(?:\s?(?:k|m|bn|million|billion|万|亿)(?![A-Za-z]))?"
    r"(?:\s?(?:/|per |a )(?:month|year|quarter|day|hour|week|mo|yr|seat|user|night))?"
    rf"|(?:每(?:秒|分钟|小时|天|周|月"
    rf"|年)\s?)?(?<![A-Za-z0-9_.])(?<!UTF-)(?<!UTF)(?<!GB)\d{{1,12}}(?:,\d{{3}}){{0,4}}(?:\.\d{{1,9}})?"
    rf"\s?[万亿千百]?多?\s?{_ZH_UNIT}{_ZH_COUNTED}"
    rf"(?:每(?:秒|分钟|小时|天|周|月|年)|/(?:秒|分钟|小时|天))?"
    r"|(?<![A-Za-z0-9_.])\d{1,12}(?:\.\d{1,9})?\s?[万亿]"
    r"|(?<![A-Za-z0-9_.])\d{1,2}:\d{2}:\d{2}(?!\d)"
    rf"|(?<![A-Za-z0-9_.])(?<!UTF-)(?<!UTF)(?<!GB)\d{{1,12}}(?:,\d{{3}}){{0,4}}(?:\.\d{{1,9}})?(?:[- "
    rf"]?{_EN_UNIT}(?![A-Za-z])|[ -](?-i:{_COUNTED}))?(?:\s?(?:/"
    rf"|per |an? )(?:s|sec|second|min|minute|h|hr|hour|day|week|month|year|key|user)(?![A-Za-z]))?(?![\d])"
    rf"|(?<![A-Za-z]){_NUMBER_WORD}(?:[ -](?:{_EN_UNIT}(?![A-Za-z])|hundred|thousand|(?-i:{_COUNTED})))?"
    rf"(?:\s(?:per|an?) (?:second|minute|hour"
    rf"|day|week|month|year)(?![A-Za-z]))?(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:once|twice) (?:an?|per|every) (?:day|week|month|year)"
    rf"|(?:每(?:秒|分钟|小时|天|周|月"
    rf"|年)\s?)?[零〇一二两三四五六七八九十百千万亿半]{{1,10}}[多来几]?{_ZH_UNIT}{_ZH_COUNTED}(?<!一个)(?<!一下)(?<!一些)"
    r"|(?<![一-鿿])?[一二两三四五六七八九十]{1,4}[万亿](?![一])|(?<=是)[一二三四五六七八九十]{2,6}"
    r"|(?<=[是到在涨降顶为款金价费租约要花共卖])[一二两三四五六七八九]{1}(?:[千百万][零一二两三四五六七八九十百千]{0,6}|十[一二三四五六七八九]?万)"
    r"(?![一-鿿]?[年月日号])"
)

_FLAGS = re.IGNORECASE

FIELD_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, compiled(pattern, _FLAGS))
    for name, pattern in (
        ("url", _URL),
        ("date", _ISO_DATE),
        ("path", _PATH),
        ("address", _ADDRESS),
        ("version", _VERSION),
        ("version", _PRODUCT_VERSION),
        ("date", _DATE),
        ("time", _TIME),
        ("number", _NUMBER),
    )
)
"""In the order of search. A group ``value`` is the value where the pattern needs words around it."""
