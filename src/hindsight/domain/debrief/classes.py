"""S2 and S5: the class of an error, and whether such a class passes by itself. Tables first."""

import re
from collections.abc import Mapping

from hindsight.domain.tools import named

# Exception name (without its dotted prefix) -> class.
CANON: Mapping[str, str] = {
    "FileNotFoundError": "ENOENT",
    "NoSuchFileError": "ENOENT",
    "NotADirectoryError": "ENOTDIR",
    "IsADirectoryError": "EISDIR",
    "FileExistsError": "EEXIST",
    "PermissionError": "EACCES",
    "PermissionDenied": "EACCES",
    "AccessDeniedException": "EACCES",
    "AccessDenied": "EACCES",
    "RateLimitError": "HTTP_429",
    "TooManyRequestsError": "HTTP_429",
    "ThrottlingException": "HTTP_429",
    "AuthenticationError": "HTTP_401",
    "UnauthorizedError": "HTTP_401",
    "PermissionDeniedError": "HTTP_403",
    "ForbiddenError": "HTTP_403",
    "NotFoundError": "HTTP_404",
    "BadRequestError": "HTTP_400",
    "ConflictError": "HTTP_409",
    "UnprocessableEntityError": "HTTP_422",
    "InternalServerError": "HTTP_500",
    "ServiceUnavailableError": "HTTP_503",
    "ServiceUnavailable": "HTTP_503",
    "ConnectionRefusedError": "ECONNREFUSED",
    "ConnectionResetError": "ECONNRESET",
    "ConnectionAbortedError": "ECONNRESET",
    "RemoteDisconnected": "ECONNRESET",
    "BrokenPipeError": "ECONNRESET",
    "gaierror": "DNS",
    "NameResolutionError": "DNS",
    "MemoryError": "OOM",
    "OutOfMemoryError": "OOM",
    "ModuleNotFoundError": "ImportError",
    "ValidationError": "SCHEMA",
    "SchemaError": "SCHEMA",
    "InvalidParamsError": "SCHEMA",
    "NoSuchElementException": "ELEMENT_NOT_FOUND",
    "ElementNotFoundError": "ELEMENT_NOT_FOUND",
    "StaleElementReferenceException": "ELEMENT_NOT_FOUND",
    "ToolNotFoundError": "TOOL_NOT_FOUND",
    "LockError": "LOCKED",
    "LockNotAvailable": "LOCKED",
}

# Names that say only "something went wrong": the text below them says more.
GENERIC = named(
    "Error Exception BaseException OSError IOError EnvironmentError ToolError ToolException McpError APIError ApiError",
    "NewConnectionError MaxRetryError ProtocolError URLError WebDriverException RequestException ConnectionError",
    "HTTPError APIStatusError ClientError OperationalError",
)

ERRNO: Mapping[str, str] = {
    "ENOENT": "ENOENT",
    "EACCES": "EACCES",
    "EPERM": "EACCES",
    "EEXIST": "EEXIST",
    "EISDIR": "EISDIR",
    "ENOTDIR": "ENOTDIR",
    "ENOTEMPTY": "ENOTEMPTY",
    "ENOSPC": "ENOSPC",
    "EADDRINUSE": "EADDRINUSE",
    "EMFILE": "EMFILE",
    "ECONNREFUSED": "ECONNREFUSED",
    "ECONNRESET": "ECONNRESET",
    "EPIPE": "ECONNRESET",
    "ECONNABORTED": "ECONNRESET",
    "ENOTFOUND": "DNS",
    "EAI_AGAIN": "EAI_AGAIN",
    "ETIMEDOUT": "TIMEOUT",
    "ESOCKETTIMEDOUT": "TIMEOUT",
    "EBUSY": "LOCKED",
    "ENOMEM": "OOM",
}
_ERRNO_NUMBER: Mapping[str, str] = {
    "1": "EACCES",
    "2": "ENOENT",
    "12": "OOM",
    "13": "EACCES",
    "16": "LOCKED",
    "17": "EEXIST",
    "20": "ENOTDIR",
    "21": "EISDIR",
    "24": "EMFILE",
    "28": "ENOSPC",
    "32": "ECONNRESET",
    "39": "ENOTEMPTY",
    "98": "EADDRINUSE",
    "104": "ECONNRESET",
    "110": "TIMEOUT",
    "111": "ECONNREFUSED",
}

# The first phrase that occurs decides: narrow ones stand first.
PHRASES: tuple[tuple[str, str], ...] = (
    (
        "CMD_NOT_FOUND",
        r"command not found|is not recognized as an internal|: not found$|命令未找到|未找到命令|不是内部或外部命令",
    ),
    (
        "TOOL_NOT_FOUND",
        (
            r"(?:unknown|no such|unsupported) (?:tool|function)\b|tool [^\n]{0,80}? ?(?:not found"
            r"|does not exist|is not available)"
            r"|工具[^\n]{0,40}?(?:不存在|未找到|不可用)|未知(?:的)?工具"
        ),
    ),
    (
        "ELEMENT_NOT_FOUND",
        (
            r"\bref \S{1,40} not found|no such element|element[^\n]{0,60}? (?:not found|not visible"
            r"|is not attached|not attached)"
            r"|stale element|waiting for (?:selector|locator)|(?:找不到|未找到)(?:页面)?元素"
            r"|元素[^\n]{0,20}?(?:不存在|未找到|已失效)"
        ),
    ),
    (
        "HTTP_429",
        (
            r"rate.?limit|too many requests|quota exceeded|throttl|请求(?:过于|太)频繁|访问(?:过于|太)频繁"
            r"|频率(?:限制|超限|过高)|限流"
        ),
    ),
    (
        "HTTP_401",
        (
            r"\bunauthori[sz]ed|invalid (?:api.?key|token|credentials)|authentication (?:failed|required)"
            r"|not logged in"
            r"|token (?:has )?expired|(?:未登录|未授权|认证失败|登录(?:已)?过期|令牌(?:已)?(?:过期|失效)"
            r"|密钥(?:无效|错误))"
        ),
    ),
    (
        "SCHEMA",
        (
            r"invalid (?:arguments?|params?|parameters?|input|request body|type)"
            r"|missing (?:\d{1,3} )?(?:required|argument|parameter)"
            r"|(?:is|are) required\b|required (?:property|field|parameter|argument)|validation error|schema"
            r""
            r"|(?:unexpected|unknown|unrecogni[sz]ed) "
            r"(?:keyword arguments?|arguments?|property|parameters?|fields?|options?)"
            r"|must be (?:an?|one of|in)\b|expected (?:type|an?) "
            r"|is not of type|参数(?:[^\n]{0,20}?)(?:错误|无效|缺失|不合法|不正确)|缺少(?:必填"
            r"|必要)?(?:的)?(?:参数|字段)|必填|格式(?:不正确"
            r"|错误)|类型(?:错误|不匹配)"
        ),
    ),
    ("ECONNREFUSED", r"connection refused|actively refused|连接(?:被)?拒绝|拒绝连接"),
    (
        "ECONNRESET",
        r"connection (?:was )?(?:reset|aborted|closed)|broken pipe|socket hang up|连接(?:被)?(?:重置|中断|断开)",
    ),
    (
        "DNS",
        (
            r"name or service not known|could ?n.t resolve host|could not resolve host"
            r"|temporary failure in name resolution"
            r"|getaddrinfo|nodename nor servname|err_name_not_resolved|域名解析|无法解析(?:主机|域名)"
        ),
    ),
    (
        "LOCKED",
        (
            r"database is locked|resource busy|lock(?:ed)? by another|could not (?:get|obtain|acquire) lock"
            r"|deadlock|被锁定|资源(?:正)?忙|已被占用"
        ),
    ),
    ("OOM", r"out of memory|cannot allocate memory|oom.?kill|java heap space|内存(?:不足|溢出)"),
    (
        "TIMEOUT",
        r"time[d]?.?out|deadline exceeded|took too long|超时",
    ),
    (
        "EACCES",
        (
            r"permission denied|access (?:is )?denied|not permitted|insufficient (?:privilege|permission)|forbidden"
            r"|权限(?:不足|不够|被拒绝)|没有权限|无权(?:限)?|拒绝访问"
        ),
    ),
    (
        "ENOENT",
        (
            r"no such file|file (?:\S{1,200} )?(?:not found|does not exist|doesn't exist)"
            r"|cannot find (?:the )?(?:file|path)"
            r"|(?:path|directory|folder) (?:\S{1,200} )?(?:not found|does not exist)"
            r"|(?:文件|目录|路径)(?:[^\n]{0,60}?)(?:不存在|未找到)|(?:找不到|没有那个"
            r"|未找到)(?:指定的?)?(?:文件|目录|路径)"
        ),
    ),
)
_PHRASES = tuple((name, re.compile(pattern, re.IGNORECASE | re.MULTILINE | re.ASCII)) for name, pattern in PHRASES)

# The same failure of these classes is worded in many ways: the template does not tell them apart.
CANONICAL = named(
    "TIMEOUT ECONNREFUSED ECONNRESET DNS EAI_AGAIN LOCKED OOM ENOENT EACCES CMD_NOT_FOUND TOOL_NOT_FOUND",
    "NO_RESULT EMPTY UnicodeDecodeError UnicodeEncodeError UnicodeError",
)

_TRANSIENT = named("TIMEOUT ECONNREFUSED ECONNRESET ECONNABORTED DNS EAI_AGAIN LOCKED EXIT_124 EXIT_143") | {
    f"HTTP_{code}" for code in (408, 425, 429, 500, 502, 503, 504, *range(520, 530))
}
_PERMANENT = named(
    "ENOENT EACCES EEXIST EISDIR ENOTDIR SCHEMA CMD_NOT_FOUND TOOL_NOT_FOUND EXIT_126 EXIT_127 EXIT_2",
    "UnicodeDecodeError UnicodeEncodeError UnicodeError JSONDecodeError KeyError TypeError ValueError AttributeError",
    "ImportError SyntaxError IndentationError NameError IndexError AssertionError IntegrityError",
) | {f"HTTP_{code}" for code in (400, 401, 403, 404, 405, 409, 410, 413, 415, 422)}

_EXCEPTION = re.compile(
    r"(?<![\w.])(?:[A-Za-z_]\w{0,60}\.){0,8}([A-Za-z_]\w{0,60}(?:Error|Exception|Timeout|Interrupt)|gaierror)\b",
    re.ASCII,
)
_CANON_ONLY = re.compile(
    r"(?<![\w.])(?:[A-Za-z_]\w{0,60}\.){1,8}(PermissionDenied|AccessDenied|ServiceUnavailable|RemoteDisconnected"
    r"|LockNotAvailable)\b",
    re.ASCII,
)
_HTTP = re.compile(
    r"(?:\bHTTP(?:/[0-9.]{1,4})?|\bstatus(?:\s?code)?"
    r"|状态码)\s?[:=]?\s?([45][0-9]{2})(?![0-9])",
    re.IGNORECASE | re.ASCII,
)
_HTTP_ERROR = re.compile(r"(?:HTTPError|APIStatusError|HTTPStatusError)[^\n]{0,80}?\b([45][0-9]{2})\b", re.ASCII)
_HTTP_REASON = re.compile(
    r"\b([45][0-9]{2}) (?:Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Conflict|Gone"
    r"|Too Many Requests"
    r"|Unprocessable|Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time)",
    re.IGNORECASE | re.ASCII,
)
_ERRNO = re.compile(r"\b(E[A-Z]{3,14}|EAI_AGAIN)\b", re.ASCII)
_ERRNO_FIELD = re.compile(r"\[Errno ([0-9]{1,3})\]")
_EXIT_STATUS = re.compile(r"non-zero exit status ([0-9]{1,3})", re.ASCII)
_SCAN = 20_000


def error_class(text: str, *, http_status: int | None = None, exit_code: int | None = None) -> str:
    """HTTP_n, then the last exception name, errno, a phrase (English or Chinese), EXIT_n, ERROR: the first known.

    Only the first and the last 10,000 characters are looked at.
    """
    if len(text) > _SCAN:
        text = f"{text[: _SCAN // 2]}\n{text[-_SCAN // 2 :]}"
    http = _http(text, http_status)
    if http:
        return http
    names = _EXCEPTION.findall(text) or _CANON_ONLY.findall(text)
    name = names[-1] if names else ""
    if name and name not in GENERIC:
        called = CANON.get(name) or ("TIMEOUT" if "timeout" in name.lower() else name)
        status = _EXIT_STATUS.search(text)
        return f"EXIT_{status[1]}" if called == "CalledProcessError" and status else called
    more = _errno(text) or _phrase(text)
    if more:
        return more
    if name and name not in ("Error", "Exception", "BaseException"):
        return name
    return f"EXIT_{exit_code}" if exit_code else "ERROR"


def nature_of(cls: str, text: str) -> str:
    """transient, permanent or unknown by the tables; what the run itself shows comes later and wins."""
    lowered = text[:4000].lower()
    if cls == "HTTP_403" and ("rate limit" in lowered or "频繁" in lowered):
        return "transient"
    if cls == "HTTP_400" and ("overloaded" in lowered or "繁忙" in lowered):
        return "transient"
    if cls in _TRANSIENT:
        return "transient"
    return "permanent" if cls in _PERMANENT else "unknown"


def transient_class(cls: str) -> bool:
    return cls in _TRANSIENT


def worded_variously(cls: str) -> bool:
    """Whether the template is left out of the key of this class."""
    return cls in CANONICAL or cls.startswith("HTTP_")


def _http(text: str, http_status: int | None) -> str:
    if http_status is not None and http_status >= 400:
        return f"HTTP_{http_status}"
    found = _HTTP_ERROR.search(text) or _HTTP.search(text) or _HTTP_REASON.search(text)
    return f"HTTP_{found[1]}" if found else ""


def _errno(text: str) -> str:
    named = next((ERRNO[name] for name in _ERRNO.findall(text) if name in ERRNO), "")
    if named:
        return named
    number = _ERRNO_FIELD.search(text)
    return _ERRNO_NUMBER.get(number[1], "") if number else ""


def _phrase(text: str) -> str:
    return next((name for name, pattern in _PHRASES if pattern.search(text)), "")
