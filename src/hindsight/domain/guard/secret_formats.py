"""Keys that can be told by their looks: vendors' prefixes, key blocks, tokens in headers and URLs."""

from __future__ import annotations

import re

from hindsight.domain.guard.model import Rule
from hindsight.domain.patterns import compiled

_START, _END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"


def _key(name: str, body: str, *hints: str) -> Rule:
    return Rule(name=name, pattern=compiled(f"{_START}(?:{body}){_END}"), hints=hints)


def _random_enough(match: re.Match[str]) -> bool:
    """A credential has digits and letters; the words of a sentence do not."""
    return bool(re.search(r"\d", match["value"]) and re.search(r"[A-Za-z]", match["value"]))


_PLACEHOLDER_PASSWORD = compiled(
    r"(?i)pass(?:word|wd)?|pwd|secret|token|your[\w-]{0,20}|example|changeme|[*x.…]{2,20}"
    r"|[<$%{\[].{0,80}|.{0,20}\*{3}.{0,20}"
)


def _real_password(match: re.Match[str]) -> bool:
    return _PLACEHOLDER_PASSWORD.fullmatch(match["value"]) is None


VENDOR_KEYS: tuple[Rule, ...] = (
    _key("openai_key", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,200}", "sk-"),
    _key("anthropic_key", r"sk-ant-[A-Za-z0-9_-]{20,200}", "sk-ant-"),
    _key("aws_key_id", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}", "akia", "asia", "abia", "acca"),
    _key("aliyun_key", r"LTAI[A-Za-z0-9]{12,30}", "ltai"),
    _key("tencent_key", r"AKID[A-Za-z0-9]{13,48}", "akid"),
    _key("huawei_key", r"HPUA[A-Z0-9]{16}", "hpua"),
    _key("volcengine_key", r"AKLT[A-Za-z0-9_-]{20,64}", "aklt"),
    _key("baidu_key", r"bce-v3/ALTAK-[A-Za-z0-9]{10,40}/[0-9a-f]{30,60}", "altak-"),
    _key("github_token", r"gh[pousr]_[A-Za-z0-9]{30,255}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _key("github_pat", r"github_pat_[A-Za-z0-9_]{36,255}", "github_pat_"),
    _key("gitlab_token", r"gl(?:pat|ptt|dt|rt|cbt|oas|soat|ft)-[A-Za-z0-9_.-]{20,120}", "gl"),
    _key("gitee_or_bitbucket", r"ATBB[A-Za-z0-9]{24,64}", "atbb"),
    _key("slack_token", r"xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{10,250}", "xox", "xapp-"),
    _key(
        "stripe_key",
        r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,120}|whsec_[A-Za-z0-9]{24,80}",
        "k_live_",
        "k_test_",
        "whsec_",
    ),
    _key("google_key", r"AIza[A-Za-z0-9_-]{35}", "aiza"),
    _key("google_oauth", r"GOCSPX-[A-Za-z0-9_-]{20,40}|ya29\.[A-Za-z0-9_-]{20,400}", "gocspx-", "ya29."),
    _key("huggingface_token", r"hf_[A-Za-z0-9]{30,60}|api_org_[A-Za-z0-9]{30,60}", "hf_", "api_org_"),
    _key("npm_token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _key("pypi_token", r"pypi-[A-Za-z0-9_-]{50,250}", "pypi-"),
    _key("sendgrid_key", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}", "sg."),
    _key("mailgun_key", r"key-[0-9a-f]{32}", "key-"),
    _key("mailchimp_key", r"[0-9a-f]{32}-us\d{1,2}", "-us"),
    _key("twilio_key", r"SK[0-9a-f]{32}", "sk"),
    _key("telegram_token", r"\d{8,10}:[A-Za-z0-9_-]{35}", ":"),
    _key("discord_token", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}", "."),
    _key("digitalocean_token", r"do[opr]_v1_[0-9a-f]{64}", "_v1_"),
    _key("shopify_token", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", "shp"),
    _key("databricks_token", r"dapi[0-9a-f]{32}(?:-\d)?", "dapi"),
    _key("vault_token", r"hv[sbr]\.[A-Za-z0-9_-]{24,200}", "hvs.", "hvb.", "hvr."),
    _key("terraform_token", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,80}", ".atlasv1."),
    _key("pulumi_token", r"pul-[0-9a-f]{40}", "pul-"),
    _key("postman_key", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", "pmak-"),
    _key("linear_key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}", "lin_"),
    _key("notion_token", r"(?:secret|ntn)_[A-Za-z0-9]{40,50}", "secret_", "ntn_"),
    _key("newrelic_key", r"NR(?:AK|JS|II|RA|IQ)-[A-Za-z0-9]{18,64}", "nr"),
    _key("grafana_token", r"gl(?:sa|c)_[A-Za-z0-9+/=_]{30,400}", "glsa_", "glc_"),
    _key("sentry_token", r"sntry[su]_[A-Za-z0-9+/=_-]{30,400}", "sntry"),
    _key("square_token", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,50}|EAAA[A-Za-z0-9_-]{60}", "sq0", "eaaa"),
    _key("facebook_token", r"EAA[A-Za-z0-9]{80,300}", "eaa"),
    _key("docker_token", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,60}", "dckr_"),
    _key("atlassian_token", r"AT(?:ATT|CTT)3x[A-Za-z0-9_=-]{60,300}", "3x"),
    _key("xai_key", r"xai-[A-Za-z0-9]{60,120}", "xai-"),
    _key("groq_key", r"gsk_[A-Za-z0-9]{40,80}", "gsk_"),
    _key("replicate_token", r"r8_[A-Za-z0-9]{30,50}", "r8_"),
    _key("perplexity_key", r"pplx-[A-Za-z0-9]{32,64}", "pplx-"),
    _key("nvidia_key", r"nvapi-[A-Za-z0-9_-]{40,90}", "nvapi-"),
    _key("tavily_key", r"tvly-[A-Za-z0-9_-]{20,64}", "tvly-"),
    _key("airtable_token", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}", "pat"),
    _key("doppler_token", r"dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9_.-]{40,60}", "dp."),
    _key("figma_token", r"fig[dour]_[A-Za-z0-9_-]{36,60}", "fig"),
    _key("asana_token", r"[12]/\d{12,17}(?:/\d{12,17})?:[0-9a-f]{32}", "/"),
    _key("dropbox_token", r"sl\.[A-Za-z0-9_-]{100,1200}", "sl."),
    _key("planetscale_token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}", "pscale_"),
    _key("rubygems_key", r"rubygems_[0-9a-f]{48}", "rubygems_"),
    _key("fly_token", r"FlyV1 fm\d_[A-Za-z0-9+/=_,-]{60,600}|fo1_[A-Za-z0-9_-]{40,60}", "flyv1", "fo1_"),
    _key("supabase_key", r"sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,60}", "sbp_", "sb_secret_"),
    _key("cloudflare_key", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,200}", "v1.0-"),
    _key("heroku_key", r"HRKU-[A-Za-z0-9_-]{36,80}", "hrku-"),
    _key("age_key", r"AGE-SECRET-KEY-1[A-Z0-9]{50,60}", "age-secret-key-"),
    _key("hindsight_key", r"hs_[A-Za-z0-9]{4,16}_[A-Za-z0-9_-]{24,80}", "hs_"),
)

_JWT = r"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{4,4000}\.[A-Za-z0-9_-]{10,1000}"

SHAPES: tuple[Rule, ...] = (
    Rule(
        name="private_key",
        pattern=compiled(
            r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^-]{0,8000}(?:-----END"
            r" [A-Z0-9 ]{0,40}-----)?"
        ),
        hints=("private key",),
    ),
    Rule(name="putty_key", pattern=compiled(r"PuTTY-User-Key-File-\d"), hints=("putty-user-key",)),
    _key("jwt", _JWT, "eyj"),
    Rule(
        name="authorization_header",
        pattern=compiled(r"(?i:(?<![a-z])(?:bearer|basic|token))[ :]{1,3}(?P<value>[A-Za-z0-9._~+/-]{16,2000}={0,2})"),
        hints=("bearer", "basic", "authorization"),
        group="value",
        check=_random_enough,
    ),
    Rule(
        name="url_password",
        pattern=compiled(
            r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/:@]{0,80}:(?P<value>[^\s/@]{1,128})@(?=[\w\[])"
        ),
        hints=("://",),
        group="value",
        check=_real_password,
    ),
    Rule(
        name="slack_webhook",
        pattern=compiled(r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/]{20,100}"),
        hints=("hooks.slack",),
    ),
    Rule(
        name="discord_webhook",
        pattern=compiled(r"discord(?:app)?\.com/api/webhooks/\d{15,21}/[A-Za-z0-9_-]{40,90}"),
        hints=("api/webhooks",),
    ),
    Rule(
        name="chat_robot_webhook",
        pattern=compiled(
            r"(?:qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key="
            r"|oapi\.dingtalk\.com/robot/send\?access_token="
            r"|open\.feishu\.cn/open-apis/bot/v2/hook/)[A-Za-z0-9-]{20,80}"
        ),
        hints=("webhook/send", "robot/send", "v2/hook"),
    ),
    Rule(
        name="signed_url",
        pattern=compiled(
            r"[?&](?:sig|Signature|X-Amz-Signature|X-Goog-Signature)=(?P<value>[A-Za-z0-9%+/=_-]{20,600})"
        ),
        hints=("sig=", "signature="),
        group="value",
    ),
    Rule(
        name="seed_phrase",
        pattern=compiled(
            r"(?i)(?:seed|recovery|mnemonic|backup)[ -]phrase[^a-z\n]{0,6}(?:is\W{1,3})?"
            r"(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}|助记词[^A-Za-z\n]{0,6}"
            r"(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}"
        ),
        hints=("phrase", "助记词"),
    ),
)

SECRET_FORMATS: tuple[Rule, ...] = VENDOR_KEYS + SHAPES
