"""Ways for data to leave: templated URLs, tracking images, known sinks, send-to-address orders, piped installers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from hindsight.domain.guard.model import Rule, phrase
from hindsight.domain.patterns import compiled

_PRIVATE_HOST = compiled(
    r"(?i)localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\."
    r"(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}"
    r"|::1|host\.docker\.internal|[a-z0-9-]{1,63}|(?:[a-z0-9-]{1,63}\.){1,4}(?:local|localhost"
    r"|internal|lan|svc|test)"
)
# Build badges carry a query and tell nobody anything; the installers people do pipe into a shell.
_BADGE_HOSTS = frozenset(
    {"img.shields.io", "badge.fury.io", "codecov.io", "badges.gitter.im", "github.com", "app.codacy.com"}
)
_INSTALLERS = frozenset(
    {
        "astral.sh",
        "sh.rustup.rs",
        "get.docker.com",
        "bun.sh",
        "deno.land",
        "ollama.com",
        "install.python-poetry.org",
        "get.k3s.io",
    }
)


def host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _external(match: re.Match[str]) -> bool:
    return _PRIVATE_HOST.fullmatch(host_of(match["url"])) is None


def _image(match: re.Match[str]) -> bool:
    return _external(match) and host_of(match["url"]) not in _BADGE_HOSTS


def _piped(match: re.Match[str]) -> bool:
    return _external(match) and host_of(match["url"]) not in _INSTALLERS


def _addressed(match: re.Match[str]) -> bool:
    url = match["url"]
    return url is None or _PRIVATE_HOST.fullmatch(host_of(url)) is None


_URL = r"(?P<url>https?://[^\s\"'<>)\]]{1,400})"
_PAGING = (
    r"(?:page|size|id|limit|offset|version|host|port|lang|locale|sort|start|end|date|q|query|name|slug"
    r"|tag|branch)"
)
_DATA = (
    r"(?:conversation|chat(?: history| log)?|transcript|dialog(?:ue)?|messages?|history|system prompt"
    r"|prompt|memor(?:y|ies)|context"
    r"|credentials?|passwords?|api[ _-]?keys?|tokens?|secrets?|private keys?|ssh keys?|\.env|cookies?"
    r"|environment variables"
    r"|user(?:'s)? (?:data|question|input|message|name|email|info\w{0,8}|files?)|personal (?:data"
    r"|info\w{0,8})|contacts?(?: list)?|customer (?:list|data)|files?|documents?|attachments?|emails?"
    r"|invoices?)"
)
_SENSITIVE = (
    r"(?:conversation|chat (?:history|log)s?|transcript|system prompt|memor(?:y|ies)|credentials?"
    r"|passwords?|api[ _-]?keys?|(?:access )?tokens"
    r"|secrets|private keys?|ssh keys?|id_rsa|\.env|cookies|environment variables|user'?s? (?:data"
    r"|question|input|messages?|files?)|users'? data|personal (?:data|info\w{0,8})|customer (?:list"
    r"|data)|(?:every|all|each|any) (?:incoming |new )?(?:messages?|e-?mails?|repl(?:y|ies)|answers?"
    r"|inputs?|prompts?"
    r"|queries|files))"
)
_TRIGGER = (
    r"(?:when(?:ever)?|if|(?:each|every|any) ?time|once|before|after|upon)\s[^.!?\n]{0,60}?"
    r"(?:task|user|quer|answer|repl|respon|conversation|message|request|question|prompt|session|turn)\w{0,8}"
)
_SEND = (
    r"(?:send|forward|e-?mail|post|upload|transmit|exfiltrate|leak|copy|cc|bcc|submit|report|share"
    r"|deliver|push|relay|mirror)"
)
_ADDRESS = r"(?:[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,3}|(?P<url>https?://[^\s\"'<>)]{4,300}))"
_ZH_DATA = (
    r"(?:聊天记录|对话|会话|系统提示词|密码|密钥|口令|令牌|私钥|凭据|用户(?:的)?[^\s,。]{0,6}(?:问题"
    r"|数据|资料|信息|输入|隐私|文件|消息|内容)|个人信息|身份证|通讯录|记忆|环境变量|cookie|token|附件"
    r"|\.env|id_rsa)"
)


EXFIL_RULES: tuple[Rule, ...] = (
    phrase(
        "template_in_url",
        r"(?P<url>https?://[^\s\"'<>)\]{}$]{1,300})"
        rf"(?:(?<=[?&=/#])|[^\s{{}}$]{{0,200}})"
        rf"(?:\{{\{{|\$\{{(?!{_PAGING}\}})|%7B%7B|\[(?:{_DATA})\]|<(?:{_DATA})>|\{{(?:{_DATA})\}})",
        "{",
        "%7b%7b",
        "[",
        "<",
        check=_external,
    ),
    phrase(
        "image_with_query",
        r"!\[[^\]\n]{0,200}\]\(\s?(?P<url>https?://[^)\s?]{1,300}\?[^)\s]{1,2000})",
        "![",
        check=_image,
    ),
    phrase(
        "image_with_query",
        r"<img\s[^>]{0,200}?src\s?=\s?[\"']?(?P<url>https?://[^\"'>\s?]{1,300}\?[^\"'>\s]{1,2000})",
        "<img",
        check=_image,
    ),
    phrase(
        "known_sink",
        r"(?:webhook\.site/[\w-]{8,80}|[\w-]{4,80}\.(?:oast\.(?:pro|live|fun|site|online|me)|oastify\.com"
        r"|burpcollaborator\.net"
        r"|interact\.sh|dnslog\.cn|ceye\.io|requestbin\.(?:com|net)|m\.pipedream\.net|requestcatcher\.com"
        r"|webhook\.site|canarytokens\.com|free\.beeceptor\.com)"
        r"|(?:requestbin\.com|hookb\.in|ptsv2\.com|pipedream\.com)/[\w/-]{4,80})",
        "webhook.site",
        "oast",
        "collaborator",
        "interact.sh",
        "dnslog",
        "ceye.io",
        "requestbin",
        "pipedream",
        "requestcatcher",
        "canarytokens",
        "beeceptor",
        "hookb.in",
        "ptsv2",
    ),
    phrase(
        "open_query",
        r"(?P<url>https?://[^\s\"'<>]{1,300}[?&][\w.-]{1,40}=)[\"'`)]?[\s,]{0,3}"
        r"(?:and |then |with |by |plus |\+ ?|& ?)*(?:append|plus|concat\w{0,6}|follow\w{0,4} by"
        r"|fill\w{0,4}|add|the|your|user|\+|加上|拼接|拼上|附上|带上|后面|再加|接上|填入)",
        "http",
        check=_external,
    ),
    phrase(
        "data_into_url",
        r"(?:append|attach|add|put|insert|include|encode|embed"
        rf"|place)\s[^.!?\n]{{0,40}}?{_SENSITIVE}[^.!?\n]{{0,40}}?\s(?:to|in|into|as|at)\s[^.!?\n]{{0,30}}?"
        r"(?:url|link|query|image|request|https?://|markdown)",
        "url",
        "link",
        "query",
        "image",
        "request",
        "http",
        "markdown",
    ),
    phrase(
        "send_data",
        rf"(?<![a-z]){_SEND}\s[^!?\n]{{0,80}}?{_SENSITIVE}[^!?\n]{{0,80}}?(?<![\w.+-]){_ADDRESS}",
        "@",
        "http",
        check=_addressed,
    ),
    phrase(
        "send_on_trigger",
        rf"(?<![a-z]){_TRIGGER}[^!?\n]{{0,60}}?(?<![a-z]){_SEND}\s[^!?\n]{{0,80}}?(?<![\w.+-]){_ADDRESS}",
        "@",
        "http",
        check=_addressed,
    ),
    phrase(
        "send_on_trigger",
        rf"(?<![a-z]){_SEND}\s[^!?\n]{{0,80}}?(?<![\w.+-]){_ADDRESS}[^!?\n]{{0,20}}?(?<![a-z])(?:before"
        rf"|after|whenever|on every|with every|with each|every time|each time)\s[^.!?\n]{{0,30}}?(?:answer"
        r"|repl|respon|message|conversation|task|request|turn|question)",
        "@",
        "http",
        check=_addressed,
    ),
    phrase(
        "send_data_zh",
        rf"(?:把|将)[^。\n]{{0,30}}?{_ZH_DATA}[^。\n]{{0,30}}?(?:发送|发到|发给|发往|转发|上传|提交|寄|抄送"
        rf"|传给|传到|泄露|推送|同步)[^。\n]{{0,20}}?(?<![\w.+-]){_ADDRESS}",
        "@",
        "http",
        check=_addressed,
    ),
    phrase(
        "send_data_zh",
        rf"(?:发送|转发|上传|提交|抄送|泄露|传输)[^。\n]{{0,20}}?{_ZH_DATA}[^。\n]{{0,20}}?(?:到|给|至"
        rf"|往)[^。\n]{{0,10}}?(?<![\w.+-]){_ADDRESS}",
        "@",
        "http",
        check=_addressed,
    ),
    phrase(
        "send_on_trigger_zh",
        rf"(?:每次|每当|凡是|一旦|遇到|只要|当)[^。\n]{{0,30}}?(?:发送|发到|发给|转发|上传"
        rf"|抄送)[^。\n]{{0,20}}?(?<![\w.+-]){_ADDRESS}",
        "@",
        "http",
        check=_addressed,
    ),
    phrase(
        "data_into_request_zh",
        rf"(?:https?://|链接|网址|url|接口|请求参数|图片地址)[^。\n]{{0,80}}?(?:加上|拼接|拼上|附上|带上"
        rf"|填入|后面跟)[^。\n]{{0,12}}?{_ZH_DATA}",
        "http",
        "链接",
        "网址",
        "url",
        "接口",
        "请求参数",
        "图片地址",
    ),
    phrase(
        "piped_shell",
        r"(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod"
        r"|fetch)\s[^|\n]{0,120}?(?P<url>https?://[^\s|\"'`)]{1,300})[^|\n]{0,100}\|\s{0,3}(?:sudo\s{1,3}"
        r"(?:-\w{1,4}\s)?)?(?:/bin/)?(?:ba|z|da|k)?(?:sh|iex|python\d?|perl|node|ruby)(?![a-z])",
        "|",
        check=_piped,
    ),
    phrase(
        "piped_shell",
        r"(?:(?:ba|z)?sh|source|eval|python\d?)\s{1,3}(?:-c\s{1,3})?[\"']?(?:<|\$)\(\s?(?:curl"
        r"|wget)\s[^)\n]{0,120}?(?P<url>https?://[^\s)\"']{1,300})",
        "curl",
        "wget",
        check=_piped,
    ),
    phrase(
        "encoded_shell",
        r"powershell(?:\.exe)?\s[^\n]{0,80}?-e(?:nc|ncodedcommand)?\s{1,3}[A-Za-z0-9+/=]{16,}",
        "powershell",
    ),
    phrase(
        "encoded_shell",
        r"base64\s{1,3}(?:-d|-D|--decode)[^|\n]{0,60}\|\s{0,3}(?:sudo )?(?:ba|z|da)?sh(?![a-z])",
        "base64",
    ),
    phrase(
        "upload_file",
        r"curl\s[^\n]{0,200}?(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|-T|--form"
        r"|--upload-file)[ =]?[\"']?(?:\w{1,20}=)?(?:@|\$\(|`|~/|/etc/"
        r"|\.env)[^\n]{0,200}?(?P<url>https?://[^\s\"']{1,300})",
        "curl",
        check=_external,
    ),
    phrase(
        "dns_leak",
        r"(?:nslookup|dig|ping|host)\s{1,3}(?:-\w{1,2} ?\d{0,3}\s)?[\"']?(?:\$\("
        r"|`)[^\n]{1,80}?[)`]\.[\w-]{1,60}\.\w{2,10}",
        "nslookup",
        "dig",
        "ping",
        "host",
    ),
    phrase(
        "reverse_shell",
        r"/dev/tcp/[\w.-]{3,80}/\d{1,5}|(?<![a-z])nc\s[^\n]{0,40}-e\s{0,3}/bin/(?:ba)?sh",
        "/dev/tcp",
        "/bin/",
    ),
)
