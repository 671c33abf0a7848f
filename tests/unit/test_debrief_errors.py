"""How a step ended (S1), the class of its error (S2) and its nature (S5), in English and Chinese."""

import pytest

from hindsight.domain.debrief.errors import see
from hindsight.domain.debrief.template import template
from hindsight.domain.trajectory import Step

ERRORS = [
    ("requests.exceptions.HTTPError: 404 Client Error: Not Found for url: http://a/b", "HTTP_404", "permanent"),
    ("openai.RateLimitError: Error code: 429 - {...}", "HTTP_429", "transient"),
    ("anthropic.APIStatusError: 529 overloaded", "HTTP_529", "transient"),
    ("HTTP 400: model overloaded", "HTTP_400", "transient"),
    ("403 Forbidden: rate limit exceeded", "HTTP_403", "transient"),
    ("asyncio.exceptions.TimeoutError", "TIMEOUT", "transient"),
    (
        "playwright._impl._errors.TimeoutError: Timeout 30000ms exceeded. waiting for locator('#a')",
        "TIMEOUT",
        "transient",
    ),
    ("httpx.ReadTimeout: timed out", "TIMEOUT", "transient"),
    ("httpx.ConnectTimeout", "TIMEOUT", "transient"),
    ("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED", "transient"),
    ("sqlite3.OperationalError: database is locked", "LOCKED", "transient"),
    ("psycopg.errors.UniqueViolation: duplicate key value", "ERROR", "unknown"),
    ("ModuleNotFoundError: No module named 'x'", "ImportError", "permanent"),
    ("bash: foo: command not found", "CMD_NOT_FOUND", "permanent"),
    ("curl: (6) Could not resolve host: a.b", "DNS", "transient"),
    ("getaddrinfo ENOTFOUND a.b", "DNS", "transient"),
    ("Unknown tool: foo", "TOOL_NOT_FOUND", "permanent"),
    ("文件不存在：data/a.csv", "ENOENT", "permanent"),
    ("权限不足，无法访问该表", "EACCES", "permanent"),
    ("请求超时，请稍后重试", "TIMEOUT", "transient"),
    ("请求过于频繁", "HTTP_429", "transient"),
    ("未登录", "HTTP_401", "permanent"),
    ("缺少必填参数 end", "SCHEMA", "permanent"),
    ("找不到元素 #submit", "ELEMENT_NOT_FOUND", "unknown"),
    ("内存不足", "OOM", "unknown"),
    ("连接被拒绝", "ECONNREFUSED", "transient"),
    ("json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)", "JSONDecodeError", "permanent"),
    ("TypeError: f() missing 1 required positional argument: 'x'", "TypeError", "permanent"),
    ("pydantic_core._pydantic_core.ValidationError: 1 validation error for X", "SCHEMA", "permanent"),
    ("java.lang.NullPointerException: foo", "NullPointerException", "unknown"),
    ("OSError: [Errno 28] No space left on device", "ENOSPC", "unknown"),
    ("PermissionError: [Errno 13] Permission denied: '/etc/x'", "EACCES", "permanent"),
    ("subprocess.CalledProcessError: Command 'x' returned non-zero exit status 2.", "EXIT_2", "permanent"),
    ("Error: ENOENT: no such file or directory, open 'a.txt'", "ENOENT", "permanent"),
    ("Error: Element not found: #foo", "ELEMENT_NOT_FOUND", "unknown"),
    ("Error: user not found", "ERROR", "unknown"),
    ("UNIQUE constraint failed: users.email", "ERROR", "unknown"),
    ("sqlalchemy.exc.IntegrityError: (sqlite3.IntegrityError) UNIQUE", "IntegrityError", "permanent"),
    ("socket.gaierror: [Errno -2] Name or service not known", "DNS", "transient"),
    (
        "requests.exceptions.ConnectionError: Pool(host='a') (NewConnectionError: [Errno 111] Connection refused)",
        "ECONNREFUSED",
        "transient",
    ),
    ("status: 503", "HTTP_503", "transient"),
    ("返回状态码 500", "HTTP_500", "transient"),
]
RESULTS = [
    ("bash", {"command": "make"}, "make: *** [all] Error 2", {"exit_code": 2}, ("error", "EXIT_2")),
    ("bash", {"command": "git status"}, "fatal: not a git repository", {"exit_code": 128}, ("error", "EXIT_128")),
    ("bash", {"command": "python a.py"}, "Killed", {"exit_code": 137}, ("error", "EXIT_137")),
    ("bash", {"command": "timeout 5 x"}, "", {"exit_code": 124}, ("error", "EXIT_124")),
    ("bash", {"command": "pytest"}, "2 failed, 3 passed\nexit code: 1", {}, ("error", "EXIT_1")),
    ("bash", {"command": "npm test"}, "Process exited with code 1", {}, ("error", "EXIT_1")),
    ("bash", {"command": "wc -l x"}, "total 5 errors in log", {}, ("ok", "")),
    ("bash", {"command": "cat server.log"}, "ERROR: x in log\nfoo", {}, ("ok", "")),
    (
        "bash",
        {"command": "tail -100 server.log"},
        "Traceback (most recent call last):\n File\nValueError: x",
        {"exit_code": 0},
        ("ok", ""),
    ),
    ("bash", {"command": "cat a | grep foo"}, "", {"exit_code": 1}, ("negative", "")),
    ("bash", {"command": "diff a b"}, "", {"exit_code": 1}, ("negative", "")),
    ("bash", {"command": "grep x a"}, "grep: a: No such file", {"exit_code": 2}, ("error", "ENOENT")),
    ("api", {}, '{"success": false, "message": "Invalid date"}', {}, ("error", "ERROR")),
    ("api", {}, '{"error": null, "data": 1}', {}, ("ok", "")),
    ("api", {}, '{"ok": true}', {}, ("ok", "")),
    ("api", {}, '{"error": {"code": 404, "message": "Not Found"}}', {}, ("error", "ERROR")),
    ("api", {}, "[]", {}, ("empty", "EMPTY")),
    ("search", {}, "没有结果", {}, ("empty", "EMPTY")),
    ("search", {}, "No results found.", {}, ("empty", "EMPTY")),
    ("get_user", {}, "Error: user not found", {}, ("error", "ERROR")),
    ("read_file", {}, "FileNotFoundError: [Errno 2] No such file or directory: 'x'", {}, ("error", "ENOENT")),
    ("read_file", {}, "TimeoutError is raised when the upstream is slow", {}, ("ok", "")),
    (
        "edit_file",
        {},
        "Your proposed edit has introduced new syntax error(s).\nERRORS:\n- E999",
        {},
        ("error", "ERROR"),
    ),
    ("api", {}, "失败：库存不足", {}, ("error", "ERROR")),
    ("api", {}, "错误处理文档已更新", {}, ("ok", "")),
    ("api", {}, "Failed tests: 0. All passed", {}, ("ok", "")),
    ("api", {}, "Error handling improved in v2", {}, ("ok", "")),
    ("api", {}, "Unknown parameter: foo", {}, ("error", "SCHEMA")),
    ("api", {}, "done", {"status": "completed"}, ("ok", "")),
    ("api", {}, "x", {"status": "timeout"}, ("error", "TIMEOUT")),
    ("api", {}, "Usage: foo [options]", {}, ("error", "ERROR")),
    ("api", {}, "usage is 5 GB", {}, ("ok", "")),
    ("api", {}, "The operation was successful. exit code 0", {}, ("ok", "")),
    ("api", {}, "<!DOCTYPE html><title>502 Bad Gateway</title>", {"http_status": 502}, ("error", "HTTP_502")),
]
TEMPLATES = [
    ("GET https://a.example/x?id=5 failed", "GET <url> failed"),
    ("mail to ann@example.org failed", "mail to <email> failed"),
    ("job 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed", "job <uuid> failed"),
    ("failed at 2026-03-18T07:30:00Z", "failed at <time>"),
    ("no data for 2026-03-18: failed", "no data for <date>: failed"),
    ("failed at 0x7fff12", "failed at <hex>"),
    ("commit 9c41d07ab failed", "commit <hex> failed"),
    ("cannot open /srv/data/a.csv: failed", "cannot open <path>.csv: failed"),
    ("C:\\tmp\\a.txt: failed", "<path>.txt: failed"),
    ("127.0.0.1:5432 failed", "<ip> failed"),
    ("column 'x' failed", "column <str> failed"),
    ("字段“金额”失败", "字段<str>失败"),
    ("failed after 30 s", "failed after <dur>"),
    ("等待 30 秒后失败", "等待 <dur>后失败"),
    ("3 of 5 failed", "<n> of <n> failed"),
    ("\x1b[31mfailed\x1b[0m   twice", "failed twice"),
    ('{"error": {"message": "quota 5 reached"}}', "quota <n> reached"),
    ('400 {"message": "Value for \'lang\' not supported."}', "<n> Value for <str> not supported."),
    ('HTTP 422: {"detail": [{"msg": "mark-up refused"}]}', "HTTP <n>: mark-up refused"),
    ('failed {"a": 1} and {"message": "x"}', "failed {<str>: <n>} and {<str>: <str>}"),
    ("Traceback (most recent call last):\n  File x\nKeyError: 'a'", "KeyError: <str>"),
    ("first line\nthe upload failed\nlast line", "the upload failed"),
]


@pytest.mark.requirement("X10")
@pytest.mark.parametrize("text, cls, nature", ERRORS)
def test_the_class_and_nature_of_an_error(text, cls, nature):
    found = see(Step(i=0, tool="call_api", error=text))
    assert (found.status, found.cls, found.nature) == ("error", cls, nature)


@pytest.mark.parametrize("tool, args, text, fields, expected", RESULTS)
def test_the_status_of_a_result(tool, args, text, fields, expected):
    found = see(Step(i=0, tool=tool, args=args, result=text, **fields))
    assert (found.status, found.cls) == expected


@pytest.mark.parametrize("text, masked", TEMPLATES)
def test_the_variables_of_an_error_are_masked(text, masked):
    assert template(text, "ERROR") == masked


def test_the_name_of_a_parameter_is_kept_in_a_schema_error():
    assert template('"end" is required', "SCHEMA") == '"end" is required'


def test_a_template_is_at_most_160_characters():
    assert len(template("failed " * 100, "ERROR")) == 160
