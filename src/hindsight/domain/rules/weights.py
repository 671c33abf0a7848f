"""Written by ``benchmarks/make_chances.py``: log-odds by feature of :mod:`hindsight.domain.rules.chance`."""

from __future__ import annotations

from typing import Final


def table(text: str) -> dict[str, float]:
    """Rows of ``weight feature``, parted by bars."""
    rows = (row.strip().partition(" ") for row in text.split("|") if row.strip())
    return {name: float(weight) for weight, _, name in rows}


KEEP: Final = table(
    """
    0.13 en | -0.27 en:! | -1.09 en:? | -0.56 en:asks | 0.4 en:denied | 1.21 en:field:date | 0.17 en:field:number |
    0.4 en:field:path | 0.63 en:field:time | 0.31 en:field:url | 0.41 en:field:version | 0.18 en:first:<article> |
    0.63 en:first:<denial> | 0.2 en:first:<ed> | -0.42 en:first:<ing> | -0.17 en:first:<manner> |
    0.43 en:first:<number> | 0.38 en:first:<owner> | 0.13 en:first:<past> | 0.96 en:first:<person> |
    -0.24 en:first:<place> | -0.81 en:first:<plural> | 0.45 en:first:<third person> | -0.91 en:first:<verb> |
    -0.39 en:first:<word> | -0.28 en:first:a | -0.25 en:first:and | 0.25 en:first:any | 0.42 en:first:before |
    -0.15 en:first:but | -0.13 en:first:can | -0.38 en:first:capital <article> | -0.26 en:first:capital <ing> |
    0.12 en:first:capital <owner> | 0.51 en:first:capital <person> | 0.44 en:first:capital <place> |
    0.32 en:first:capital <third person> | -0.78 en:first:capital <verb> | -0.21 en:first:capital <word> |
    -0.3 en:first:could | -0.1 en:first:do | -0.3 en:first:does | -0.22 en:first:here's | 0.29 en:first:his |
    0.38 en:first:i | 0.09 en:first:i'd | 0.4 en:first:i'm | -0.08 en:first:i've | -0.48 en:first:it |
    0.43 en:first:it's | 0.48 en:first:last | -0.22 en:first:maybe | 0.24 en:first:my | -0.26 en:first:never |
    0.84 en:first:no | -0.16 en:first:not | -0.21 en:first:on | 0.14 en:first:only | 0.14 en:first:our |
    -0.27 en:first:please | -0.16 en:first:she's | -0.24 en:first:that's | 0.48 en:first:to | 0.32 en:first:two |
    -0.09 en:first:ugh | 0.12 en:first:we | 0.21 en:first:we're | -0.22 en:first:what | -0.11 en:first:what's |
    0.66 en:first:when | -0.36 en:first:who | -0.08 en:first:would | -0.37 en:first:you | -0.28 en:first:you're |
    0.85 en:known | -0.4 en:last:<denial> | -0.16 en:last:<ed> | -0.38 en:last:<ing> | 0.65 en:last:<manner> |
    0.4 en:last:<number> | -0.25 en:last:<place> | 0.62 en:last:<plural> | -0.33 en:last:<pointer> |
    0.31 en:last:<third person> | -0.45 en:last:<verb> | 0.21 en:last:<word> | 0.46 en:last:again |
    -0.25 en:last:and | -0.15 en:last:but | -0.1 en:last:first | 0.18 en:last:it | -0.34 en:last:lol |
    0.28 en:last:may | -0.49 en:last:me | 0.18 en:last:more | -0.21 en:last:not | 0.43 en:last:now | 0.13 en:last:ok |
    -0.2 en:last:one | 0.13 en:last:only | 0.27 en:last:please | -0.4 en:last:that | -0.12 en:last:think |
    0.28 en:last:though | -0.59 en:last:today | 0.24 en:last:up | 0.1 en:last:way | -0.14 en:last:yet |
    -1.15 en:lines | 0.16 en:loose | 0.26 en:name | -0.3 en:no verb | -1.01 en:none | 1.21 en:number | 0.41 en:past |
    -1.35 en:quote | -0.3 en:second:<denial> | -0.3 en:second:<ed> | 0.16 en:second:<ing> | 0.15 en:second:<number> |
    0.23 en:second:<owner> | 0.46 en:second:<past> | -0.48 en:second:<person> | 0.37 en:second:<plural> |
    -0.31 en:second:<pointer> | 0.46 en:second:<third person> | -0.17 en:second:<word> | 0.32 en:second:a |
    -0.28 en:second:anyone | 0.27 en:second:are | 0.1 en:second:can't | -0.29 en:second:do | 0.13 en:second:does |
    -0.28 en:second:don't | 0.27 en:second:for | -0.62 en:second:get | 0.08 en:second:got | -0.11 en:second:had |
    -0.1 en:second:i | -0.24 en:second:in | 0.48 en:second:is | 0.09 en:second:isn't | 0.22 en:second:it |
    -0.22 en:second:me | -0.6 en:second:might | 0.23 en:second:my | -0.23 en:second:need | -0.54 en:second:no |
    0.09 en:second:not | 0.37 en:second:of | 0.1 en:second:off | 0.47 en:second:old | -0.54 en:second:on |
    -0.34 en:second:one | -0.1 en:second:only | 0.26 en:second:says | -0.1 en:second:that | -0.39 en:second:the |
    -0.24 en:second:think | -0.38 en:second:this | 0.7 en:second:to | -0.3 en:second:was | -0.27 en:second:we |
    -0.22 en:second:with | -0.17 en:second:you | -0.28 en:size1 | -0.19 en:size2 | 0.15 en:size3 | -0.39 en:size5 |
    0.87 en:size6 | 0.13 en:tight | -0.24 en:verb0 | 0.46 en:verb1 | 0.28 en:verb3 | -1.03 en:wanted |
    -0.66 en:word:a | -0.73 en:word:about | 0.09 en:word:again | 0.53 en:word:all | 0.49 en:word:always |
    0.11 en:word:am | 0.08 en:word:an | -0.11 en:word:and | 0.64 en:word:any | -0.28 en:word:anyone |
    0.28 en:word:anything | -0.29 en:word:are | 0.57 en:word:back | -0.1 en:word:been | 0.61 en:word:before |
    -0.15 en:word:better | -0.21 en:word:between | -0.32 en:word:bit | -0.29 en:word:can | -0.39 en:word:can't |
    -0.46 en:word:could | -0.09 en:word:do | 0.38 en:word:doesn't | 0.25 en:word:don't | -0.18 en:word:each |
    -0.32 en:word:ever | -0.21 en:word:every | -0.19 en:word:everything | 0.5 en:word:first | 0.18 en:word:for |
    0.2 en:word:from | -0.42 en:word:get | -0.18 en:word:good | 0.38 en:word:got | -0.4 en:word:had |
    0.54 en:word:half | 0.19 en:word:has | -0.1 en:word:have | 0.22 en:word:her | -0.41 en:word:here |
    -0.22 en:word:here's | 0.37 en:word:his | -0.43 en:word:how | -0.64 en:word:i | -0.11 en:word:i'd |
    0.12 en:word:i'm | -0.08 en:word:i've | 0.15 en:word:instead | -0.17 en:word:into | -1.12 en:word:is |
    0.18 en:word:isn't | -0.34 en:word:it | 0.58 en:word:it's | -0.31 en:word:its | -0.34 en:word:know |
    0.31 en:word:last | -0.09 en:word:less | -0.1 en:word:let | -0.8 en:word:like | -0.48 en:word:lol |
    -0.13 en:word:look | -0.13 en:word:love | -0.15 en:word:make | 0.12 en:word:may | -0.66 en:word:maybe |
    0.16 en:word:me | -0.6 en:word:might | -0.24 en:word:most | 0.13 en:word:mum's | 0.62 en:word:my |
    0.08 en:word:never | 0.12 en:word:new | -0.46 en:word:no | -0.26 en:word:nothing | -0.15 en:word:of |
    0.64 en:word:off | -0.27 en:word:oh | 0.17 en:word:old | 0.35 en:word:on | -0.47 en:word:one | 0.52 en:word:only |
    -0.42 en:word:or | -0.25 en:word:other | 0.58 en:word:our | 0.19 en:word:out | 0.3 en:word:over |
    -0.6 en:word:said | -0.44 en:word:say | 0.09 en:word:says | -0.37 en:word:see | -0.42 en:word:she |
    -0.16 en:word:she's | 0.29 en:word:since | -0.24 en:word:still | -0.3 en:word:than | -1.11 en:word:that |
    -0.4 en:word:that's | 0.58 en:word:the | 0.45 en:word:them | 0.1 en:word:these | 0.21 en:word:they |
    -0.36 en:word:think | -0.64 en:word:this | -0.31 en:word:those | -0.38 en:word:three | 0.33 en:word:to |
    -0.48 en:word:today | 0.63 en:word:two | -0.09 en:word:ugh | -0.16 en:word:until | -0.22 en:word:us |
    -0.25 en:word:way | 0.44 en:word:we're | 0.33 en:word:went | -0.39 en:word:were | -1.01 en:word:what |
    -0.11 en:word:what's | 0.69 en:word:when | -0.32 en:word:whether | -0.29 en:word:which | -0.44 en:word:who |
    -0.58 en:word:why | -0.38 en:word:will | 0.29 en:word:with | -0.37 en:word:would | 0.46 en:word:yesterday |
    -0.2 en:word:yet | -0.28 en:word:you're | 0.66 zh | -1.23 zh:? | -0.19 zh:asks | 0.18 zh:field:address |
    0.89 zh:field:date | 0.97 zh:field:number | 0.08 zh:field:url | 0.38 zh:field:version | 0.46 zh:first:上 |
    0.32 zh:first:下 | 0.38 zh:first:不 | 0.13 zh:first:不是 | 0.34 zh:first:不要 | 0.31 zh:first:之前 |
    -0.25 zh:first:也 | -0.82 zh:first:今天 | 0.21 zh:first:从 | -0.09 zh:first:他 | 0.7 zh:first:以 |
    0.49 zh:first:以后 | -0.44 zh:first:你 | -0.55 zh:first:假如 | 0.3 zh:first:先 | 0.56 zh:first:再 |
    0.15 zh:first:叫 | -0.42 zh:first:可能 | -0.15 zh:first:哦 | -0.45 zh:first:如果 | 0.14 zh:first:家 |
    -0.19 zh:first:就 | -0.58 zh:first:帮 | -0.46 zh:first:帮我 | 0.37 zh:first:我 | 0.31 zh:first:我们 |
    -0.81 zh:first:把 | -0.32 zh:first:换 | 0.33 zh:first:改 | 0.12 zh:first:明天 | -0.09 zh:first:是 |
    0.36 zh:first:最 | -0.13 zh:first:有 | 0.22 zh:first:每 | 0.24 zh:first:没 | -0.22 zh:first:现在 |
    0.59 zh:first:看 | -0.29 zh:first:真 | -0.51 zh:first:给 | -0.81 zh:first:给我 | -0.95 zh:first:要 |
    -0.52 zh:first:要是 | -0.32 zh:first:说 | 0.23 zh:first:跟 | -0.43 zh:first:还 | -0.26 zh:first:这 |
    0.11 zh:first:这个 | -0.37 zh:first:那 | -0.09 zh:first:那个 | 1.27 zh:known | -0.42 zh:last:一下 |
    -0.33 zh:last:上 | -0.48 zh:last:下 | 0.09 zh:last:不 | -0.7 zh:last:了 | -0.26 zh:last:人 | 0.15 zh:last:会 |
    -0.49 zh:last:吗 | -0.42 zh:last:吧 | -0.63 zh:last:呢 | -0.4 zh:last:啊 | 0.34 zh:last:好 | 0.18 zh:last:家 |
    -0.61 zh:last:对 | -0.47 zh:last:点 | -0.64 zh:last:的 | -0.39 zh:last:说 | -0.45 zh:last:起 | -0.26 zh:latin |
    -0.82 zh:lines | 0.09 zh:loose | -0.75 zh:none | 0.17 zh:number | -0.85 zh:quote | -1.06 zh:quoted |
    -0.4 zh:size0 | -0.53 zh:size1 | 0.18 zh:size2 | 0.41 zh:size3 | 0.32 zh:size4 | 0.6 zh:size5 | 0.08 zh:size6 |
    -1.81 zh:wanted | 0.18 zh:wants | 0.57 zh:when | 0.44 zh:word:a | -0.1 zh:word:am | 0.09 zh:word:an |
    0.08 zh:word:i | 0.36 zh:word:in | -0.09 zh:word:me | -0.31 zh:word:ok | 0.41 zh:word:on | -0.64 zh:word:一下 |
    -0.37 zh:word:一个 | -0.13 zh:word:一般 | 0.09 zh:word:上 | 0.13 zh:word:下 | -0.16 zh:word:不 |
    -0.53 zh:word:不是 | -0.32 zh:word:不要 | -0.48 zh:word:为 | -0.6 zh:word:为什 | -0.6 zh:word:也 |
    0.65 zh:word:了 | -0.79 zh:word:于 | 0.1 zh:word:人 | -0.9 zh:word:什么 | -0.98 zh:word:今天 | 0.73 zh:word:从 |
    -0.13 zh:word:他们 | 0.21 zh:word:以 | -0.1 zh:word:以后 | -0.73 zh:word:会 | -0.98 zh:word:你 |
    -0.55 zh:word:假如 | 0.5 zh:word:先 | -0.12 zh:word:再 | -0.68 zh:word:几 | -0.4 zh:word:刚 | -0.17 zh:word:别 |
    0.29 zh:word:到 | -0.29 zh:word:去 | -0.4 zh:word:又 | 0.56 zh:word:只 | 0.64 zh:word:叫 | -0.97 zh:word:可能 |
    -0.49 zh:word:吗 | -0.42 zh:word:吧 | -0.63 zh:word:呢 | -0.29 zh:word:哈哈 | -0.15 zh:word:哦 |
    -0.49 zh:word:哪 | -0.6 zh:word:啊 | -0.21 zh:word:喜欢 | 0.12 zh:word:在 | 0.21 zh:word:地 | -0.64 zh:word:多少 |
    -0.52 zh:word:大概 | 0.2 zh:word:太 | 0.33 zh:word:她 | -1.27 zh:word:好 | -0.45 zh:word:如果 | 0.11 zh:word:完 |
    0.11 zh:word:家 | 0.19 zh:word:对 | -0.13 zh:word:就 | -0.3 zh:word:帮 | -0.19 zh:word:帮我 | -0.33 zh:word:怎么 |
    -1.26 zh:word:想 | -0.4 zh:word:我 | 0.26 zh:word:我们 | 0.38 zh:word:戒 | -0.13 zh:word:才 | -0.27 zh:word:把 |
    -0.33 zh:word:换 | -0.23 zh:word:搬 | 0.44 zh:word:改 | -0.25 zh:word:昨天 | 0.22 zh:word:更 | 0.63 zh:word:最 |
    -0.38 zh:word:有 | -0.44 zh:word:来 | 0.21 zh:word:每 | -0.74 zh:word:没 | -0.18 zh:word:没有 | -0.32 zh:word:点 |
    0.33 zh:word:爱 | 0.22 zh:word:特别 | 0.1 zh:word:用 | 0.34 zh:word:的 | -0.41 zh:word:看 | -0.71 zh:word:真 |
    -0.15 zh:word:给 | -0.23 zh:word:给我 | -0.85 zh:word:考虑 | -0.54 zh:word:能 | 0.43 zh:word:自己 |
    -0.35 zh:word:要 | 0.19 zh:word:让 | 0.21 zh:word:试 | -0.42 zh:word:该 | -0.83 zh:word:说 | -0.37 zh:word:请 |
    -0.24 zh:word:谁 | -0.41 zh:word:起 | 0.31 zh:word:跟 | 0.35 zh:word:过 | -0.09 zh:word:还 | -1.12 zh:word:这 |
    -0.42 zh:word:这个 | 0.17 zh:word:那 | -0.28 zh:word:那个 | 0.33 zh:word:都 |
    """
)
