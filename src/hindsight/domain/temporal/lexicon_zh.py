"""Chinese words of time, in simplified characters (the lexer maps the traditional ones)."""

from hindsight.domain.temporal import lexicon as lx
from hindsight.domain.temporal.holidays import HALVES, HOLIDAYS_ZH, SEASONS
from hindsight.domain.temporal.lexicon import Entry, Word, words
from hindsight.domain.temporal.periods import Weekly

_WEEK = ("周", "星期", "礼拜")

UNITS = {
    "秒": "second",
    "秒钟": "second",
    "分钟": "minute",
    "分": "minute",
    "小时": "hour",
    "钟头": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "季": "quarter",
    "年": "year",
    "世纪": "century",
    "工作日": "business day",
}


def _weekdays() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for week in _WEEK:
        for number, chars in enumerate(("一1", "二2", "三3", "四4", "五5", "六6", "日天7")):
            for char in chars:
                found[week + char] = (Word("W", Weekly(number), flag="zh"),)
    return found


def _edges() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for unit, name in (("年", "year"), ("月", "month"), ("周", "week"), ("季", "quarter"), ("季度", "quarter")):
        for chars, edge in (("初", "start"), ("中", "mid"), ("底末尾", "end")):
            for char in chars:
                if unit + char not in ("周末", "周中", "季中", "季度中"):
                    found[unit + char] = (Word("G", (edge, name)),)
    for chars, edge in (("上前", "first"), ("下后", "second")):
        for char in chars:
            found[char + "半月"] = (Word("G", (edge, "month")),)
    for char, edge in (("上", "start"), ("中", "mid"), ("下", "end")):
        found[char + "旬"] = found["月" + char + "旬"] = (Word("G", (edge, "month")),)
    return found


_RELATIVE_UNITS: dict[str, object] = {
    "今天|今日|今儿|今儿个": ("day", 0),
    "昨天|昨日|昨儿|昨儿个": ("day", -1),
    "前天|前日|前儿": ("day", -2),
    "大前天|大前日": ("day", -3),
    "大大前天": ("day", -4),
    "明天|明日|明儿": ("day", 1),
    "后天|后日|后儿": ("day", 2),
    "大后天|大后日": ("day", 3),
    "大大后天": ("day", 4),
    "今年|本年度|本年|当年度": ("year", 0),
    "去年|上年度|上一年度|旧年": ("year", -1),
    "前年": ("year", -2),
    "大前年": ("year", -3),
    "明年|来年|下年度|翌年": ("year", 1),
    "后年": ("year", 2),
    "大后年": ("year", 3),
}

_PARTS: dict[str, object] = {
    "早上|早晨|清早|一早|大清早|一大早|上午|晨间": lx.MORNING,
    "清晨|拂晓|黎明|凌晨时分": lx.part(5, 8, "am"),
    "凌晨|后半夜|下半夜": lx.SMALL_HOURS,
    "前半夜|上半夜": lx.NIGHT,
    "中午|正午|晌午|午间": lx.MIDDAY,
    "下午|午后": lx.AFTERNOON,
    "傍晚|黄昏": lx.DUSK,
    "晚上|晚间|夜晚|夜里|夜间|当晚": lx.NIGHT,
    "深夜|半夜|午夜|大半夜": lx.part(22, 26, "night"),
}


def _day_and_part(day: int, part: object) -> Entry:
    return (Word("#", ("day", day)), Word("P", part, flag="zh"))


WORDS: dict[str, Entry] = (
    _weekdays()
    | _edges()
    | words("U", dict(UNITS), flag="zh")
    | words("#", _RELATIVE_UNITS)
    | words("P", _PARTS, flag="zh")
    | words("R", {"上|上个|上一个|上一": -1, "上上|上上个": -2, "上上上|上上上个": -3}, flag="zh")
    | words("R", {"下|下个|下一个|下一": 1, "下下|下下个": 2, "下下下|下下下个": 3}, flag="zh")
    | words("R", {"这|这个|这一|这一个|本|本个|当": 0}, flag="zh")
    | words("L", {"过去|过去的|近|刚过去的|此前|在过去": -1}, flag="zh")
    | words("L", {"最近|最近的": -1}, flag="recent")
    | words("L", {"未来|接下来|接下来的|今后|往后|之后的|未来的": 1}, flag="zh")
    | words("A", {"前|以前|之前|前的": -1, "后|以后|之后|过后": 1}, flag="zh")
    | words("O", {"最后|最后一|最后一个|最后的": -1}, weak="word", flag="zh")
    | words("O", {"头": 1}, weak="word", flag="zh")
    | words("J", {"早些时候|稍早|稍早时候|早前": -1, "晚些时候|稍晚|稍晚时候": 1})
    | words("p", {"早": lx.MORNING, "晚": lx.NIGHT})
    | words("i", {"内|以内|之内|里": None})
    | words("e", {"初|初期": "start", "中|中期": "mid", "底|末|末期|尾": "end"})
    | words("S", {"自从|自": None})
    | words("F", {"从|由": None})
    | words("s", {"以来|起|至今|到现在|到目前为止|迄今": None})
    | words("s", {"开始": None}, flag="begin")
    | words("H", {"这个时候|这时候|这会儿|这个时间|此时此刻": None})
    | words("=", {"整整|正好|刚好|恰好": None})
    | words(
        "U",
        {"那周|那一周|那个星期|那个礼拜|那一个星期|所在周|所在的周": "week", "那一月|那个月": "month"},
        flag="holding",
    )
    | words("u", {"直到|截至|截止|截止到|截至到": None})
    | words("t", {"到|至": None})
    | words("K", {"介于|在": None})
    | words("k", {"之间|期间|间|这段时间|那段时间": None})
    | words("&", {"和|与|跟|及": None})
    | words("v", {"每|每个|每一|每逢|逢": None})
    | words("", {"将近|接近|的|大约|大概|约|差不多|左右|那会儿|前后|那天|当天|那年|那个": None})
    | words("C", {name: value for name, value in SEASONS.items() if not name.isascii()}, weak="name")
    | words(
        "C", {"春": SEASONS["春天"], "夏": SEASONS["夏天"], "秋": SEASONS["秋天"], "冬": SEASONS["冬天"]}, weak="whole"
    )
    | words("C", dict(HOLIDAYS_ZH))
    | words("C", {"上半年": HALVES[1], "下半年": HALVES[2], "前半年": HALVES[1], "后半年": HALVES[2]})
    | words("W", {"周末|双休日|礼拜末": Weekly(5, 2)}, flag="zh")
    | words("z", {"现在|此刻|目前|此时|眼下|当前": "now"}, weak="whole")
    | words("z", {"刚才|刚刚|方才|片刻前|不久前": "moment"})
    | words("z", {"前几天|前些天|前些日子|前阵子|前段时间|前一阵|前一段时间": "other day"})
    | words("z", {"近来|近期|近日|近些天|这段时间": "recent"}, weak="whole")
    | words("z", {"年初至今|今年以来|今年至今": "year", "本月以来|这个月以来": "month", "本周以来|这周以来": "week"})
    | words("T", {"零点|零时|半夜十二点|午夜十二点|午夜12点|午夜零点": lx.MIDNIGHT}, flag="zh")
    # Words that merely contain a time.
    | words(
        "x",
        dict.fromkeys(
            [
                "月饼",
                "周围",
                "周期",
                "周到",
                "周年",
                "周边",
                "周转",
                "周密",
                "今日头条",
                "明日方舟",
                "天气",
                "天津",
                "天空",
                "天才",
                "天使",
            ]
        ),
    )
    | words(
        "x",
        dict.fromkeys(
            [
                "年级",
                "年龄",
                "年轻",
                "年纪",
                "年会",
                "年薪",
                "月薪",
                "月亮",
                "日志",
                "日本",
                "日报",
                "日常",
                "一天到晚",
                "有一点",
                "半点",
            ]
        ),
    )
    | words(
        "x",
        dict.fromkeys(
            [
                "早上好",
                "晚上好",
                "下午好",
                "中午好",
                "上午好",
                "后台",
                "后端",
                "后面",
                "后续",
                "前端",
                "前面",
                "前提",
                "前缀",
                "后缀",
                "中间",
                "中心",
            ]
        ),
    )
    | words(
        "x",
        dict.fromkeys(
            [
                "公元前",
                "后天性",
                "一日三餐",
                "早就",
                "早已",
                "早点",
                "早期",
                "晚点",
                "晚饭",
                "晚餐",
                "晚安",
                "晚会",
                "晚于",
                "早于",
                "早餐",
                "早饭",
                "上下",
                "上面",
                "下面",
                "上次",
                "下次",
                "起来",
                "开始了",
                "内存",
                "内容",
                "里面",
                "里程碑",
                "初始",
                "到底",
                "周末愉快",
            ]
        ),
    )
    | words(
        "x",
        dict.fromkeys(
            [
                "一月一次",
                "三天两头",
                "一时",
                "一时半会",
                "一时半会儿",
                "一时半刻",
                "一下",
                "同时",
                "小时候",
                "时间",
                "明天系",
            ]
        ),
    )
    | {
        "今明两天": (Word("#", ("day", 0, 2)),),
        "明后两天": (Word("#", ("day", 1, 2)),),
        "昨今两天": (Word("#", ("day", -1, 2)),),
        "前昨两天": (Word("#", ("day", -2, 2)),),
        "今晚": _day_and_part(0, lx.NIGHT),
        "今夜": _day_and_part(0, lx.NIGHT),
        "昨晚": _day_and_part(-1, lx.NIGHT),
        "昨夜": _day_and_part(-1, lx.NIGHT),
        "前晚": _day_and_part(-2, lx.NIGHT),
        "明晚": _day_and_part(1, lx.NIGHT),
        "后晚": _day_and_part(2, lx.NIGHT),
        "今早": _day_and_part(0, lx.MORNING),
        "昨早": _day_and_part(-1, lx.MORNING),
        "明早": _day_and_part(1, lx.MORNING),
        "今晨": _day_and_part(0, lx.MORNING),
        "今午": _day_and_part(0, lx.MIDDAY),
    }
)

_BY_FIRST: dict[str, list[str]] = {}
for _name in sorted(WORDS, key=len, reverse=True):
    _BY_FIRST.setdefault(_name[0], []).append(_name)


def longest_word(text: str, at: int) -> str | None:
    """The longest word of the table that begins at this position."""
    return next((name for name in _BY_FIRST.get(text[at], ()) if text.startswith(name, at)), None)


# Traditional and variant characters of the words above, one to one.
TRADITIONAL = str.maketrans(
    "週禮這個號點鐘後兩幾時從間過現內嘗歲節聖慶勞動兒婦軍黨師萬復陽臘誕開來約當還剛無長黃華農曆秋裡裏於",
    "周礼这个号点钟后两几时从间过现内尝岁节圣庆劳动儿妇军党师万复阳腊诞开来约当还刚无长黄华农历秋里里于",
)
