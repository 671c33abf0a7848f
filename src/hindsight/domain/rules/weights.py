"""Written by ``benchmarks/make_chances.py``: log-odds by feature of :mod:`hindsight.domain.rules.chance`."""

from __future__ import annotations

from typing import Final


def table(text: str) -> dict[str, float]:
    """Rows of ``weight feature``, parted by bars."""
    rows = (row.strip().partition(" ") for row in text.split("|") if row.strip())
    return {name: float(weight) for weight, _, name in rows}


KEEP: Final = table(
    """
    0.18 en | -0.31 en:! | -1.15 en:? | -0.57 en:asks | 0.37 en:denied | -0.1 en:field:address | 1.39 en:field:date |
    0.4 en:field:number | 0.33 en:field:path | 0.64 en:field:time | 0.3 en:field:url | 0.36 en:field:version |
    0.55 en:first:<denial> | 0.16 en:first:<ed> | -0.32 en:first:<ing> | 0.43 en:first:<number> |
    0.27 en:first:<owner> | 0.94 en:first:<person> | -0.15 en:first:<place> | -0.87 en:first:<plural> |
    0.42 en:first:<third person> | -0.48 en:first:<verb> | -0.42 en:first:<word> | -0.26 en:first:a |
    0.2 en:first:any | 0.35 en:first:before | -0.15 en:first:but | -0.14 en:first:can |
    -0.12 en:first:capital <article> | -0.3 en:first:capital <ing> | 0.32 en:first:capital <owner> |
    0.42 en:first:capital <person> | 0.5 en:first:capital <place> | -0.13 en:first:capital <plural> |
    0.22 en:first:capital <third person> | -0.7 en:first:capital <verb> | -0.35 en:first:capital <word> |
    -0.35 en:first:could | -0.15 en:first:do | -0.28 en:first:does | -0.2 en:first:here's | 0.27 en:first:his |
    0.41 en:first:i | 0.4 en:first:i'm | -0.41 en:first:it | 0.41 en:first:it's | 0.62 en:first:last |
    -0.22 en:first:maybe | 0.16 en:first:my | -0.25 en:first:never | 0.78 en:first:no | -0.16 en:first:not |
    -0.08 en:first:ok | -0.23 en:first:on | 0.37 en:first:our | -0.35 en:first:please | -0.15 en:first:she's |
    -0.11 en:first:still | -0.25 en:first:that's | 0.1 en:first:the | 0.15 en:first:then | 0.53 en:first:to |
    0.37 en:first:two | -0.09 en:first:ugh | 0.19 en:first:we're | -0.24 en:first:what | -0.11 en:first:what's |
    0.63 en:first:when | -0.39 en:first:who | -0.08 en:first:would | -0.39 en:first:you | -0.27 en:first:you're |
    0.95 en:known | -0.42 en:last:<denial> | -0.2 en:last:<ed> | -0.43 en:last:<ing> | 0.58 en:last:<manner> |
    0.47 en:last:<number> | -0.28 en:last:<place> | 0.55 en:last:<plural> | -0.2 en:last:<pointer> |
    0.26 en:last:<third person> | -0.22 en:last:<verb> | 0.14 en:last:<word> | 0.53 en:last:again |
    -0.15 en:last:but | 0.13 en:last:first | 0.34 en:last:it | -0.35 en:last:lol | 0.26 en:last:may |
    -0.41 en:last:me | 0.22 en:last:more | -0.22 en:last:not | 0.43 en:last:now | 0.14 en:last:ok |
    -0.25 en:last:one | 0.14 en:last:only | 0.27 en:last:please | -0.41 en:last:that | -0.15 en:last:think |
    0.29 en:last:though | -0.64 en:last:today | 0.19 en:last:up | 0.11 en:last:way | -0.15 en:last:yet |
    -1.22 en:lines | 0.41 en:name | -0.17 en:no verb | -0.93 en:none | 0.95 en:number | 0.24 en:past |
    -1.42 en:quote | -0.28 en:second:<article> | -0.3 en:second:<denial> | -0.2 en:second:<ed> |
    0.43 en:second:<number> | 0.21 en:second:<owner> | 0.42 en:second:<past> | -0.54 en:second:<person> |
    -0.14 en:second:<place> | 0.49 en:second:<plural> | -0.32 en:second:<pointer> | 0.54 en:second:<third person> |
    0.13 en:second:<verb> | -0.23 en:second:<word> | 0.21 en:second:a | -0.27 en:second:anyone | 0.26 en:second:are |
    0.12 en:second:can't | -0.31 en:second:do | 0.11 en:second:does | -0.29 en:second:don't | 0.35 en:second:for |
    -0.72 en:second:get | 0.18 en:second:go | 0.12 en:second:got | -0.13 en:second:had | -0.17 en:second:i |
    -0.23 en:second:in | 0.32 en:second:is | 0.11 en:second:isn't | 0.29 en:second:it | -0.39 en:second:me |
    -0.65 en:second:might | 0.21 en:second:my | -0.21 en:second:need | -0.58 en:second:no | 0.12 en:second:not |
    0.29 en:second:of | 0.48 en:second:old | -0.52 en:second:on | -0.5 en:second:one | 0.24 en:second:says |
    -0.12 en:second:that | -0.49 en:second:the | -0.22 en:second:think | -0.43 en:second:this | 0.59 en:second:to |
    -0.28 en:second:was | -0.27 en:second:we | -0.22 en:second:with | -0.17 en:second:you | -0.28 en:size1 |
    0.16 en:size3 | -0.48 en:size5 | 0.82 en:size6 | 0.1 en:tight | -0.24 en:verb0 | 0.42 en:verb1 | 0.23 en:verb3 |
    -1.03 en:wanted | -0.61 en:word:a | -0.68 en:word:about | 0.1 en:word:after | 0.47 en:word:all |
    0.42 en:word:always | 0.12 en:word:am | 0.62 en:word:any | -0.27 en:word:anyone | 0.28 en:word:anything |
    -0.25 en:word:are | 0.35 en:word:as | 0.52 en:word:back | -0.14 en:word:been | 0.48 en:word:before |
    -0.16 en:word:better | -0.25 en:word:between | -0.37 en:word:bit | -0.27 en:word:can | -0.4 en:word:can't |
    -0.48 en:word:could | -0.1 en:word:do | 0.43 en:word:doesn't | 0.12 en:word:don't | -0.17 en:word:each |
    -0.29 en:word:ever | -0.24 en:word:everything | 0.47 en:word:first | 0.14 en:word:for | 0.15 en:word:from |
    -0.25 en:word:get | -0.27 en:word:good | 0.37 en:word:got | -0.38 en:word:had | 0.48 en:word:half |
    0.21 en:word:has | -0.09 en:word:have | 0.13 en:word:her | -0.44 en:word:here | -0.2 en:word:here's |
    0.34 en:word:his | -0.48 en:word:how | -0.68 en:word:i | -0.15 en:word:i'd | 0.13 en:word:i'm |
    0.12 en:word:instead | -0.25 en:word:into | -0.86 en:word:is | 0.21 en:word:isn't | -0.34 en:word:it |
    0.55 en:word:it's | -0.37 en:word:its | -0.38 en:word:know | 0.35 en:word:last | -0.09 en:word:less |
    0.13 en:word:let | -0.81 en:word:like | -0.47 en:word:lol | -0.15 en:word:look | -0.2 en:word:love |
    -0.12 en:word:make | 0.09 en:word:may | -0.65 en:word:maybe | -0.65 en:word:might | -0.26 en:word:most |
    0.09 en:word:mum's | 0.54 en:word:my | 0.11 en:word:never | 0.09 en:word:new | -0.47 en:word:no |
    0.59 en:word:off | -0.25 en:word:oh | 0.16 en:word:old | 0.28 en:word:on | -0.65 en:word:one | 0.48 en:word:only |
    -0.47 en:word:or | -0.22 en:word:other | 0.7 en:word:our | 0.23 en:word:out | 0.22 en:word:over |
    -0.14 en:word:please | -0.6 en:word:said | -0.5 en:word:say | -0.41 en:word:see | -0.15 en:word:she's |
    0.26 en:word:since | -0.33 en:word:still | -0.27 en:word:than | -1.18 en:word:that | -0.42 en:word:that's |
    0.67 en:word:the | 0.46 en:word:them | 0.37 en:word:then | 0.09 en:word:these | 0.18 en:word:they |
    -0.37 en:word:think | -0.76 en:word:this | -0.32 en:word:those | -0.14 en:word:three | 0.29 en:word:to |
    -0.53 en:word:today | 0.54 en:word:two | -0.09 en:word:ugh | -0.17 en:word:until | -0.14 en:word:up |
    -0.28 en:word:us | -0.35 en:word:way | 0.42 en:word:we're | 0.31 en:word:went | -0.4 en:word:were |
    -1.03 en:word:what | -0.11 en:word:what's | 0.6 en:word:when | -0.32 en:word:whether | -0.3 en:word:which |
    -0.46 en:word:who | -0.59 en:word:why | -0.43 en:word:will | 0.18 en:word:with | -0.4 en:word:would |
    0.41 en:word:yesterday | -0.2 en:word:yet | -0.27 en:word:you're | 0.66 zh | -1.23 zh:? | -0.19 zh:asks |
    0.17 zh:field:address | 0.89 zh:field:date | 0.97 zh:field:number | 0.38 zh:field:version | 0.46 zh:first:上 |
    0.32 zh:first:下 | 0.38 zh:first:不 | 0.13 zh:first:不是 | 0.34 zh:first:不要 | 0.31 zh:first:之前 |
    -0.25 zh:first:也 | -0.82 zh:first:今天 | 0.21 zh:first:从 | -0.09 zh:first:他 | 0.7 zh:first:以 |
    0.49 zh:first:以后 | -0.45 zh:first:你 | -0.55 zh:first:假如 | 0.3 zh:first:先 | 0.56 zh:first:再 |
    0.15 zh:first:叫 | -0.42 zh:first:可能 | -0.15 zh:first:哦 | -0.45 zh:first:如果 | 0.14 zh:first:家 |
    -0.19 zh:first:就 | -0.58 zh:first:帮 | -0.46 zh:first:帮我 | 0.37 zh:first:我 | 0.31 zh:first:我们 |
    -0.8 zh:first:把 | -0.32 zh:first:换 | 0.33 zh:first:改 | 0.12 zh:first:明天 | -0.09 zh:first:是 |
    0.36 zh:first:最 | -0.13 zh:first:有 | 0.22 zh:first:每 | 0.24 zh:first:没 | -0.22 zh:first:现在 |
    0.59 zh:first:看 | -0.29 zh:first:真 | -0.51 zh:first:给 | -0.81 zh:first:给我 | -0.95 zh:first:要 |
    -0.52 zh:first:要是 | -0.32 zh:first:说 | 0.23 zh:first:跟 | -0.43 zh:first:还 | -0.26 zh:first:这 |
    0.11 zh:first:这个 | -0.37 zh:first:那 | -0.09 zh:first:那个 | 1.27 zh:known | -0.42 zh:last:一下 |
    -0.33 zh:last:上 | -0.48 zh:last:下 | 0.09 zh:last:不 | -0.7 zh:last:了 | -0.26 zh:last:人 | 0.15 zh:last:会 |
    -0.49 zh:last:吗 | -0.42 zh:last:吧 | -0.63 zh:last:呢 | -0.4 zh:last:啊 | 0.34 zh:last:好 | 0.18 zh:last:家 |
    -0.61 zh:last:对 | -0.47 zh:last:点 | -0.64 zh:last:的 | -0.39 zh:last:说 | -0.45 zh:last:起 | -0.27 zh:latin |
    -0.82 zh:lines | 0.09 zh:loose | -0.75 zh:none | 0.17 zh:number | -0.85 zh:quote | -1.06 zh:quoted |
    -0.4 zh:size0 | -0.53 zh:size1 | 0.18 zh:size2 | 0.41 zh:size3 | 0.32 zh:size4 | 0.6 zh:size5 | -1.81 zh:wanted |
    0.18 zh:wants | 0.57 zh:when | 0.45 zh:word:a | -0.09 zh:word:am | 0.11 zh:word:an | 0.36 zh:word:in |
    -0.09 zh:word:me | -0.31 zh:word:ok | 0.41 zh:word:on | -0.64 zh:word:一下 | -0.37 zh:word:一个 |
    -0.13 zh:word:一般 | 0.09 zh:word:上 | 0.13 zh:word:下 | -0.16 zh:word:不 | -0.53 zh:word:不是 |
    -0.32 zh:word:不要 | -0.48 zh:word:为 | -0.6 zh:word:为什 | -0.6 zh:word:也 | 0.65 zh:word:了 | -0.79 zh:word:于 |
    0.1 zh:word:人 | -0.9 zh:word:什么 | -0.98 zh:word:今天 | 0.73 zh:word:从 | -0.13 zh:word:他们 | 0.21 zh:word:以 |
    -0.1 zh:word:以后 | -0.73 zh:word:会 | -0.98 zh:word:你 | -0.55 zh:word:假如 | 0.5 zh:word:先 | -0.12 zh:word:再 |
    -0.68 zh:word:几 | -0.4 zh:word:刚 | -0.17 zh:word:别 | 0.29 zh:word:到 | -0.29 zh:word:去 | -0.4 zh:word:又 |
    0.56 zh:word:只 | 0.64 zh:word:叫 | -0.97 zh:word:可能 | -0.49 zh:word:吗 | -0.42 zh:word:吧 | -0.63 zh:word:呢 |
    -0.29 zh:word:哈哈 | -0.15 zh:word:哦 | -0.49 zh:word:哪 | -0.6 zh:word:啊 | -0.21 zh:word:喜欢 |
    0.12 zh:word:在 | 0.2 zh:word:地 | -0.64 zh:word:多少 | -0.52 zh:word:大概 | 0.2 zh:word:太 | 0.33 zh:word:她 |
    -1.27 zh:word:好 | -0.45 zh:word:如果 | 0.11 zh:word:完 | 0.11 zh:word:家 | 0.19 zh:word:对 | -0.13 zh:word:就 |
    -0.3 zh:word:帮 | -0.19 zh:word:帮我 | -0.33 zh:word:怎么 | -1.26 zh:word:想 | -0.4 zh:word:我 |
    0.26 zh:word:我们 | 0.38 zh:word:戒 | -0.13 zh:word:才 | -0.27 zh:word:把 | -0.33 zh:word:换 | -0.23 zh:word:搬 |
    0.44 zh:word:改 | -0.24 zh:word:昨天 | 0.22 zh:word:更 | 0.63 zh:word:最 | -0.38 zh:word:有 | -0.44 zh:word:来 |
    0.21 zh:word:每 | -0.74 zh:word:没 | -0.18 zh:word:没有 | -0.31 zh:word:点 | 0.33 zh:word:爱 | 0.22 zh:word:特别 |
    0.1 zh:word:用 | 0.34 zh:word:的 | -0.41 zh:word:看 | -0.71 zh:word:真 | -0.15 zh:word:给 | -0.23 zh:word:给我 |
    -0.85 zh:word:考虑 | -0.54 zh:word:能 | 0.43 zh:word:自己 | -0.35 zh:word:要 | 0.19 zh:word:让 | 0.2 zh:word:试 |
    -0.42 zh:word:该 | -0.83 zh:word:说 | -0.37 zh:word:请 | -0.24 zh:word:谁 | -0.41 zh:word:起 | 0.31 zh:word:跟 |
    0.35 zh:word:过 | -0.09 zh:word:还 | -1.12 zh:word:这 | -0.42 zh:word:这个 | 0.17 zh:word:那 |
    -0.28 zh:word:那个 | 0.33 zh:word:都 |
    """
)
