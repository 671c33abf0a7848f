"""Personal data: numbers proved by their check digits, softer data by shape and the words around."""

from __future__ import annotations

import re

from hindsight.domain.guard.checksums import (
    card_number,
    chinese_id,
    chinese_id_shape,
    hong_kong_id,
    iban,
    iban_length,
    taiwan_id,
)
from hindsight.domain.guard.model import Hit, Rule, scan
from hindsight.domain.patterns import compiled

# Numbers that stand for a person or an account for life; the rest of the rules is softer.
IDENTITY_RULES = frozenset(
    {"chinese_id", "hong_kong_id", "taiwan_id", "card", "bank_account", "ssn", "iban", "passport"}
)

_ORDER = compiled(
    r"(?i)(?:order|invoice|ticket|tracking|part|serial|model|case|trace|request|job|build|isbn|issn"
    r"|sku|ref|id"
    r"|订单|单号|工单|编号|流水号?|运单|快递|发票|批次|型号|序列号|交易号|任务|货号|条码)[^\d\n]{0,10}$"
)
_CARD_WORD = compiled(r"(?i)card|visa|mastercard|amex|unionpay|信用卡|银行卡|储蓄卡|借记卡|卡号|尾号")
_ID_WORD = compiled(r"(?i)身份证|id card|identity card")
_PHONE_WORD = compiled(
    r"(?i)手机|电话|联系|致电|短信|号码|拨打|打给|打我|微信|座机|传真|(?<![a-z])(?:tel|phones?"
    r"|telephone|mobile|cell(?:phone)?"
    r"|call|dial|text|sms|whatsapp|fax|reach|contact|ring|hotline for me)(?![a-z])"
)
_UNIT = compiled(
    r"(?i)\s{0,2}(?:字节|行|条|次|个|元|毫秒|微秒|纳秒|秒|bytes?|rows?|lines?|records?|ms|ns|us"
    r"|[kmg]?b)(?![a-z])"
)
_SIZE = compiled(r"(?i)(?:大小|字节|行数|共|size|bytes|rows?|count|offset|total)[^\d\n]{0,12}$")


def _digits(value: str) -> str:
    return "".join(c for c in value if c.isdigit())


def _before(match: re.Match[str], width: int = 24) -> str:
    return match.string[max(0, match.start() - width) : match.start()]


def _around(match: re.Match[str], before: int = 40, after: int = 24) -> str:
    """The words before and after the match, within its line."""
    head = match.string[max(0, match.start() - before) : match.start()].rpartition("\n")[2]
    tail = match.string[match.end() : match.end() + after].partition("\n")[0]
    return f"{head}\x00{tail}"


def _numbered_thing(match: re.Match[str]) -> bool:
    """The number is introduced as that of an order, a part, a ticket ..."""
    before = _before(match)
    return _ORDER.search(before) is not None and not _ID_WORD.search(before) and not _CARD_WORD.search(before)


def _is_chinese_id(match: re.Match[str]) -> bool:
    number = match[0].replace(" ", "").replace("-", "")
    # Said to be an ID card, a number with a slip in it is still one.
    return chinese_id(number) or (chinese_id_shape(number) and _ID_WORD.search(_before(match, 12)) is not None)


def _is_hong_kong_id(match: re.Match[str]) -> bool:
    return hong_kong_id(re.sub(r"[()\s]", "", match[0]))


def _is_taiwan_id(match: re.Match[str]) -> bool:
    return taiwan_id(match[0]) and not _numbered_thing(match)


def _is_card(match: re.Match[str]) -> bool:
    digits = _digits(match[0])
    if not card_number(digits) or _numbered_thing(match):
        return False
    # Thirteen digits are more often a time in milliseconds than an old Visa card.
    return len(digits) > 13 or _CARD_WORD.search(_around(match)) is not None


def _is_ssn(match: re.Match[str]) -> bool:
    return not _numbered_thing(match)


def _is_mobile(match: re.Match[str]) -> bool:
    if _UNIT.match(match.string, match.end()) or _SIZE.search(_before(match)) or _numbered_thing(match):
        return False
    return len(match.string) <= 20 or _PHONE_WORD.search(_around(match)) is not None


def _is_intl_phone(match: re.Match[str]) -> bool:
    return 9 <= len(_digits(match[0])) <= 15 and not _UNIT.match(match.string, match.end())


def _has_phone_word(match: re.Match[str]) -> bool:
    return _PHONE_WORD.search(_around(match)) is not None


_ROLE = compiled(
    r"(?i)(?:no-?reply|do-?not-?reply|git|support|info|hello|help|sales|press|postmaster|webmaster"
    r"|abuse|security)@"
)
_FILE_LIKE = frozenset(
    (
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "webp",
        "service",
        "timer",
        "socket",
        "mount",
        "local",
        "internal",
        "py",
        "js",
        "ts",
        "md",
    )
)


def _is_email(match: re.Match[str]) -> bool:
    return match[0].rpartition(".")[2].lower() not in _FILE_LIKE and not _ROLE.match(match[0])


_PLATE_WORD = compiled(r"(?i)车牌|牌照|车号|开的|license plate")
# Provinces whose sign is also an everyday character.
_COMMON_SIGNS = frozenset("新贵云青宁吉川黑京")


def _is_plate(match: re.Match[str]) -> bool:
    if not any(c.isdigit() for c in match[0][2:]):
        return False
    return match[0][0] not in _COMMON_SIGNS or match[0][2] in "·•." or _PLATE_WORD.search(_around(match)) is not None


_HOME = compiled(
    r"(?i)住址|家住|住在|地址|寄到|收货|家在|搬到|(?<![a-z])(?:live[sd]?|living|home|address"
    r"|reside[sd]?|ship|mail|deliver|moved)(?![a-z])"
)
_FLAT = compiled(r"(?i)栋|幢|单元|室|apt|suite|unit|\b[A-Z]{2} \d{5}")


def _is_address(match: re.Match[str]) -> bool:
    return _FLAT.search(match[0]) is not None or _HOME.search(_before(match, 40)) is not None


PII_RULES: tuple[Rule, ...] = (
    Rule(
        name="chinese_id",
        pattern=compiled(r"(?<![0-9A-Za-z])[1-8]\d{5}[ -]?(?:18|19|20)\d{2}[ -]?\d{4}[ -]?\d{3}[\dXx](?![0-9A-Za-z])"),
        check=_is_chinese_id,
    ),
    Rule(
        name="hong_kong_id",
        pattern=compiled(r"(?<![0-9A-Za-z])[A-Z]{1,2}\d{6} ?\([0-9A]\)"),
        check=_is_hong_kong_id,
    ),
    Rule(name="taiwan_id", pattern=compiled(r"(?<![0-9A-Za-z])[A-Z][12]\d{8}(?![0-9A-Za-z])"), check=_is_taiwan_id),
    Rule(
        name="card",
        pattern=compiled(r"(?<![0-9A-Za-z.])[2-6]\d{2,5}(?:[ -]?\d{2,7}){2,5}(?![ -]?\d|[A-Za-z])"),
        check=_is_card,
    ),
    Rule(
        name="bank_account",
        pattern=compiled(
            r"(?i)(?:银行账号|银行账户|银行卡号|对公账户|收款账号|开户行[^\d\n]{0,20}|bank account(?: number|"
            r" no\.?)?)[^\d\n]{0,8}(?P<value>\d(?:[ -]?\d){7,21})(?![0-9])"
        ),
        hints=("账", "银行", "开户行", "bank account"),
        group="value",
    ),
    Rule(
        name="ssn",
        pattern=compiled(r"(?<![0-9A-Za-z-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![0-9A-Za-z-])"),
        hints=("-",),
        check=_is_ssn,
    ),
    Rule(
        name="ssn",
        pattern=compiled(
            r"(?i)(?<![a-z])(?:ssn|social security(?: number| no\.?)?)[^\d\n]{0,8}(?P<value>\d{3} ?\d{2}"
            r" ?\d{4})(?!\d)"
        ),
        hints=("ssn", "social security"),
        group="value",
    ),
    Rule(
        name="passport",
        pattern=compiled(
            r"(?:护照|(?i:passport))[^\n\d]{0,16}?(?P<value>(?<![A-Za-z0-9])(?:[A-Z]{1,2}\d{7,8}|\d{9}"
            r"|[A-Z]\d[A-Z0-9]\d{6}))(?![0-9A-Za-z])"
        ),
        hints=("护照", "passport"),
        group="value",
    ),
    Rule(
        name="phone",
        pattern=compiled(r"(?<![0-9A-Za-z.+-])1[3-9]\d(?:[ -]?\d{4}){2}(?![0-9A-Za-z]|[.-]\d)"),
        check=_is_mobile,
    ),
    Rule(
        name="phone",
        pattern=compiled(r"(?<![\w+])\+\d{1,3}(?:[ .()-]{0,2}\d{1,5}){2,6}(?!\d)", re.ASCII),
        hints=("+",),
        check=_is_intl_phone,
    ),
    Rule(name="phone", pattern=compiled(r"(?<!\d)\([2-9]\d{2}\) ?\d{3}[ -]\d{4}(?!\d)"), hints=("(",)),
    Rule(
        name="phone",
        pattern=compiled(
            r"(?<![0-9A-Za-z.-])(?!800|888|877|866|400)"
            r"(?:1[ .-])?[2-9]\d{2}[ .-]\d{3}[ .-]\d{4}(?![0-9A-Za-z-])"
        ),
        check=_has_phone_word,
    ),
    Rule(
        name="phone",
        pattern=compiled(r"(?<![0-9A-Za-z.-])\(?0\d{2,3}\)?[ -]\d{7,8}(?![0-9A-Za-z-])"),
        check=_has_phone_word,
    ),
    Rule(
        name="email",
        pattern=compiled(
            r"(?<![A-Za-z0-9._%+/-])[A-Za-z0-9._%+-]{1,64}@"
            r"(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
        ),
        hints=("@",),
        check=_is_email,
    ),
    Rule(
        name="plate",
        pattern=compiled(
            r"(?<![北南东最创])[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]"
            r"[A-HJ-NP-Z][ ·•.]?[A-HJ-NP-Z0-9]{5,6}(?![A-Za-z0-9])"
        ),
        check=_is_plate,
    ),
    Rule(
        name="address",
        pattern=compiled(
            r"(?:[\u4e00-\u9fff]{1,8}[省市区县镇州]){0,4}[\u4e00-\u9fff]{1,8}(?:路|街|大道|道|巷|胡同|弄)"
            r"(?:[东西南北中]段?)?\d{1,5}(?:号|弄)"
            r"(?:[\u4e00-\u9fff]{0,8}[A-Za-z]?\d{0,5}[A-Za-z]?(?:栋|幢|座|号楼|单元|室|楼|层|户)){0,4}"
        ),
        hints=("号", "弄"),
        check=_is_address,
    ),
    Rule(
        name="address",
        pattern=compiled(
            r"(?<![\dA-Za-z])\d{1,6} (?:[NSEW]\.? )?(?:[A-Z][a-z]{1,20} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd"
            r"|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Terrace|Place|Pl)(?![a-z])\.?"
            r"(?:,? (?:Apt|Suite|Unit|#)\.? ?[A-Za-z0-9]{1,6})?(?:, [A-Z][A-Za-z ]{1,30})?(?:,? [A-Z]{2} \d{5}"
            r"(?:-\d{4})?)?"
        ),
        check=_is_address,
    ),
)

PII_NAMES = frozenset(rule.name for rule in PII_RULES) | {"iban"}
_NEEDS = compiled(r"\d|@")
_IBAN = compiled(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}")


def _find_ibans(text: str) -> list[Hit]:
    """The run of capitals and digits may go on after the IBAN; its country says where it ends."""
    hits: list[Hit] = []
    for match in _IBAN.finditer(text):
        places = [i for i in range(match.start(), match.end()) if text[i] != " "]
        size = iban_length(match[0])
        if size is None or len(places) < size:
            continue
        end = places[size - 1] + 1
        if iban(text[match.start() : end].replace(" ", "")):
            hits.append(Hit("iban", match.start(), end))
    return hits


def find_pii(text: str, low: str) -> list[Hit]:
    if not _NEEDS.search(text):
        return []
    return scan(PII_RULES, text, low) + _find_ibans(text)
