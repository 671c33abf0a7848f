"""Secrets: by format, and by being said to be one ("password is ...", "密码：...") with a value that looks like it."""

from __future__ import annotations

import re

from hindsight.domain.guard.model import Hit, Rule, scan
from hindsight.domain.guard.secret_formats import SECRET_FORMATS
from hindsight.domain.patterns import compiled

_PLACEHOLDER = compiled(
    r"(?i)(?:your|insert|enter|example|sample|dummy|placeholder|change|replace|redacted|hidden"
    r"|masked)[a-z_-]{0,30}\d{0,3}"
    r"|(?:process\.env|os\.environ|os\.getenv|system\.getenv|getenv|env|secrets|vault|op|config"
    r"|settings|self|args|file)"
    r"[.:(\[].{0,200}"
    r"|[<$%{\[(@].{0,200}|.{0,100}(?:\*{3}|x{4}|\.{3}|…|<|\$\{|\{\{|\(\)).{0,100}|arn:.{0,200}"
)
_ADDRESS = compiled(
    r"(?i)[a-z][a-z0-9+.-]{1,20}://.*|(?:~|\.{1,2})?/[\w.~/-]{2,200}|[a-z]:\\.*"
    r"|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z.]{2,30}"
)
_IDENTIFIER = compiled(
    r"[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,8}"
    r"|(?:[A-Z]?[a-z]{1,30}(?:[A-Z][a-z]{1,30}){0,5}|[A-Z]{1,30})(?:[-_./'][A-Za-z]{1,30}){0,8}[!?]?"
    r"|[a-z_]{1,30}(?:\.[a-z_]{1,30}){1,6}[(\[]?"
)
_ALGORITHM = compiled(
    r"(?i)(?:sha|hmac|pbkdf2|b?s?crypt|argon2|aes|rsa|ecdsa|ed25519|[hre]s(?:256|384|512)|rfc|utf|base"
    r"(?:32|64)|oauth|jwt|x509|tls|md5|sm[234]|fips|cl100k|o200k|iso|win|v?\d{1,4}\.\d)[\w.+/-]{0,30}"
)
_QUANTITY = compiled(r"[\d.,:/+~%#T-]{1,30}[a-zA-Z%+]{0,10}")
_CLASSES = tuple(compiled(p) for p in ("[a-z]", "[A-Z]", r"\d", r"[^A-Za-z0-9]"))


def _char_classes(value: str) -> int:
    return sum(1 for char_class in _CLASSES if char_class.search(value))


def looks_secret(value: str) -> bool:
    """Two kinds of character and 8 of them, or three kinds and 5; not a placeholder, name, path or quantity."""
    if len(value) < 5:
        return False
    for harmless in (_IDENTIFIER, _QUANTITY, _PLACEHOLDER, _ADDRESS, _ALGORITHM):
        if harmless.fullmatch(value):
            return False
    kinds = _char_classes(value)
    return kinds >= 3 or (kinds >= 2 and len(value) >= 8)


def _stated(match: re.Match[str]) -> bool:
    """`password is <value>`: digits alone are a password too when there are six of them."""
    value = match["value"]
    return looks_secret(value) or (value.isdigit() and len(value) >= 6 and "pass" in match["key"].lower())


def _adjacent(match: re.Match[str]) -> bool:
    """`password <value>`, nothing between: three kinds of character, one a digit."""
    value = match["value"]
    return len(value) >= 8 and _char_classes(value) >= 3 and any(c.isdigit() for c in value) and looks_secret(value)


def _chinese(match: re.Match[str]) -> bool:
    value, stated = match["value"], bool(match["sep"].strip())
    if value.rstrip("#*").isdigit():
        return len(value) >= (4 if stated else 6)
    if match["key"].startswith("授权码") and re.fullmatch(r"[a-z]{12,20}", value):
        return True
    return looks_secret(value)


def _json_value(match: re.Match[str]) -> bool:
    """A quoted field named password holds one unless it holds a schema word or a placeholder."""
    value = match["value"]
    if _PLACEHOLDER.fullmatch(value) or _ADDRESS.fullmatch(value):
        return False
    return len(value) >= 4 and any(not c.isalpha() for c in value) and not _IDENTIFIER.fullmatch(value)


def _adjacent_key(match: re.Match[str]) -> bool:
    """A long random word after "key": a bare hash there is more often a cache key."""
    value = match["value"]
    if match["key"].lower() == "key" and re.fullmatch(r"[0-9a-f-]+", value):
        return False
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and looks_secret(value)


def _on_command_line(match: re.Match[str]) -> bool:
    return looks_secret(match["value"])


def _login(match: re.Match[str]) -> bool:
    value = match["value"]
    return "/" not in value and any(c.isdigit() for c in value) and looks_secret(value)


_PW_WORD = r"pass[ _-]?(?:word|wd|phrase|code)|pwd"
_WORD = (
    rf"{_PW_WORD}|credentials?|secret(?:[ _-]?(?:access[ _-]?)?key)?|token"
    r"|(?:api|access|private|encryption|encoding|signing|signature|master|account|storage|license"
    r"|service|ssh|root|app|wi-?fi|wlan|wpa2?"
    r"|auth|session|mch|aes|sas|webhook|shared|admin|deploy|registry)[ _-]?key"
    r"|(?:api|access|invite|recovery|backup|auth)[ _-]?(?:secret|code)|(?<![a-z])pass(?=\s{0,3}[:=])"
)
_SUFFIX = r"(?:_[A-Z0-9]{1,16}){0,2}[\"'`]?(?: (?:for|of|to|on|at|in) [^\n:=]{1,40}?)?"
_SEPARATOR = (
    r"(?:\s{0,4}(?:[:=]{1,2}>?|->|→)\s{0,4}|\s{1,3}(?:is|was|are|now is|is now|set to|changed to|reset"
    r" to|will be|used to be|has been|is still|remains|changed from)\s{0,2}:?\s{1,4}|\s{0,2}(?:就?是"
    r"|改?为|改成|设为|叫)\s{0,2}:?\s{0,2})"
)
_VALUE = (
    r"(?:[\"'`“‘「](?P<quoted>)|)(?P<value>(?(quoted)[^\s\"'`”’」]"
    r"|[^\s\"'`,;“”‘’「」。、\u3400-\u9fff]){3,256}?)(?=[\"'`,;\s“”‘’「」。、\u3400-\u9fff]"
    r"|[.?)\]}>]{1,3}(?:\s|$)|$)"
)
_CN_WORD = r"密码|口令|密钥|秘钥|私钥|令牌|凭证|凭据|验证码|校验码|动态码|授权码|通行码|密匙"
_CN_SEP = (
    r"(?P<sep>\s{0,3}(?:已经|已|现在|目前|仍|还|就|被)?\s?(?:更?改(?:成|为)了?|更新为|换成了?|设"
    r"(?:置)?(?:成|为)了?|[:=]|是|为|叫|→|->)?\s{0,3}[:=]?\s{0,3})"
)

KEYWORD_RULES: tuple[Rule, ...] = (
    Rule(
        name="password_field",
        pattern=compiled(
            rf"(?i)[\"'](?P<key>[\w-]{{0,20}}?(?:{_PW_WORD}|secret|token"
            rf"|api[_-]?key))[\"']\s{{0,3}}:\s{{0,3}}([\"'])(?P<value>[^\"'\n]{{4,256}})\2"
        ),
        hints=("pass", "pwd", "secret", "token", "key"),
        group="value",
        check=_json_value,
    ),
    Rule(
        name="stated_secret",
        # The first letter is looked at before some forty words are tried: six times quicker in text without any.
        pattern=compiled(rf"(?i)(?=[abcdeilmprstw])(?P<key>{_WORD}){_SUFFIX}{_SEPARATOR}{_VALUE}"),
        hints=("pass", "pwd", "secret", "token", "key", "credential", "access", "invite", "recovery", "backup", "auth"),
        group="value",
        check=_stated,
    ),
    Rule(
        name="adjacent_secret",
        pattern=compiled(rf"(?i)(?P<key>{_PW_WORD}|pass)\s{{1,3}}{_VALUE}"),
        hints=("pass", "pwd"),
        group="value",
        check=_adjacent,
    ),
    Rule(
        name="adjacent_key",
        pattern=compiled(
            r"(?i)(?<![a-z])(?P<key>secret|token|key|密钥"
            r"|令牌)\s{1,3}(?P<value>[A-Za-z0-9+/_-]{24,200}={0,2})(?![A-Za-z0-9])"
        ),
        hints=("secret ", "token ", "key ", "密钥", "令牌"),
        group="value",
        check=_adjacent_key,
    ),
    Rule(
        name="changed_secret",
        pattern=compiled(
            rf"(?i)(?P<key>{_PW_WORD})[^\n]{{0,20}}?(?:changed|reset|rotated|updated) from \S{{3,64}} to"
            rf" {_VALUE}"
        ),
        hints=("pass", "pwd"),
        group="value",
        check=_stated,
    ),
    Rule(
        name="command_line_password",
        pattern=compiled(
            r"(?:sshpass\s{1,3}-p\s{0,3}|mysql\w{0,10}\s[^\n]{0,80}?\s-p|redis-cli\s[^\n]{0,60}?-a\s{1,3}"
            r"|curl\s[^\n]{0,120}?(?:-u|--user)\s{1,3}[\"']?[^\s:\"']{1,64}:|docker"
            r" login\s[^\n]{0,80}?-p\s{1,3}"
            r"|(?<!\w)--?(?:password|passwd|token|secret|api-key)[= ])"
            rf"{_VALUE}",
            re.ASCII,
        ),
        hints=("sshpass", "mysql", "redis-cli", "curl", "docker login", "-pass", "-token", "-secret", "-api-key"),
        group="value",
        check=_on_command_line,
    ),
    Rule(
        name="pin",
        pattern=compiled(
            r"(?i)(?<![a-z])(?:pin(?: ?code| number)?|otp|cvv2?|cvc|(?:verification|security|access|door"
            r"|one-time) (?:pass)?code)"
            r"(?: (?:for|of|to|on) [^\n:=]{1,40}?)?\s{0,3}(?:[:=]|is"
            r"|was)\s{0,3}[\"'`]?(?P<value>\d{3,8})(?![\d.,/-]*\d|\s?(?:digits|times|min|bytes|ms))"
        ),
        hints=("pin", "otp", "cvv", "cvc", "code"),
        group="value",
    ),
    Rule(
        name="stated_secret_zh",
        pattern=compiled(rf"(?P<key>{_CN_WORD}|(?i:pin)码){_CN_SEP}{_VALUE}"),
        hints=("密", "口令", "钥", "令牌", "凭", "码"),
        group="value",
        check=_chinese,
    ),
    Rule(
        name="login_pair",
        pattern=compiled(
            r"(?i)(?:login|log in|accounts?|credentials?|creds|username|账号|账户|用户名|登录)[^\n/]{0,40}?"
            r"(?:(?<=[\s:=是为])[^\s/:=]{2,64} / |(?<=is )[^\s/]{2,64}/|(?<=[:=] )[^\s/]{2,64}/"
            r"|(?<=[:=是为])[^\s/]{2,64}/)"
            rf"{_VALUE}"
        ),
        hints=("login", "log in", "account", "cred", "username", "账", "用户名", "登录"),
        group="value",
        check=_login,
    ),
)

SECRET_RULES: tuple[Rule, ...] = SECRET_FORMATS + KEYWORD_RULES


def find_secrets(text: str, low: str) -> list[Hit]:
    return scan(SECRET_RULES, text, low)
