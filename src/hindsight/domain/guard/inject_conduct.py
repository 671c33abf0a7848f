"""Instruction-like text, English, that plants conduct: triggers, recommendations, redirected records, forged consent.

Rules with `own_voice` spare a user who speaks of himself ("when I ask ..."); `(?-i:...)` keeps case.
"""

from __future__ import annotations

from hindsight.domain.guard.model import UP_TO_USER, Rule, phrase

_SECRETS = (
    r"(?:passwords?|credentials?|api[ _-]?keys?|(?:access|auth) tokens?|ssh keys?|private keys?|id_rsa"
    r"|\.env|/etc/(?:passwd|shadow)|secrets?"
    r"|system prompt|(?:full |entire |whole |our )?conversation|chat (?:history|log)s?|transcript"
    r"|user'?s? (?:data|question|input|messages?|email|address|personal)|~/\.\w{2,20})"
)
_PAY = (
    r"(?:payments?|transfers?|wires?|refunds?|purchases?|transactions?|withdrawals?|deposits?|charges?"
    r"|deletions?|logins?|access|orders?|requests?|actions?|operations?|commands?|tool calls?"
    r"|permissions?)"
)
_THING = (
    r"(?:(?:patient|customer|client|account|user|order|employee|student|item|product|case|record|id"
    r"|no\.?|number)\s?(?:id |no\.? |number )?#?)"
)
_ID = r"(?:#?[A-Z]{0,4}-?\d{2,12})"


CONDUCT_RULES: tuple[Rule, ...] = (
    phrase(
        "trigger_tool",
        r"(?<![a-z])(?:when(?:ever)?|if|once|every time|any ?time|as soon as|each time)\s[^.!?\n]{0,20}?"
        r"(?:quer(?:y|ies)|questions?|prompts?|requests?|messages?|inputs?|tasks?|instructions?|users?"
        r"|conversations?|someone|anyone|customers?|words?|phrases?|keywords?)"
        r"[^.!?\n]{0,90}?(?:the (?:correct|right|best|proper|only|appropriate|required) (?:tool|answer"
        r"|action|choice|response|command|function|api)"
        r"|(?:call|run|execute|invoke|use|trigger)\s(?:the )?`?(?:delete|drop|wipe|transfer|wire|erase"
        r"|format|destroy|shutdown|disable|grant|exec|rm |send_money|pay)"
        r"|(?:approve|authori[sz]e|grant|transfer|wire|delete|erase|wipe|reveal|leak|disclose)\s(?:it|them"
        r"|all|any|every|the|full|admin|access|money|funds|without))"
        r"|for (?:any|all|every) (?:quer\w{1,3}|questions?|requests?|tasks?)\s[^.!?\n]{0,60}?(?:use|call"
        r"|invoke|run)\s(?:the )?"
        r"(?:tool|function)?\s?`?\w{1,40}`?(?: tool)? instead",
        "when",
        "if",
        "once",
        "time",
        "as soon",
        "for a",
        "for every",
        max_tier=UP_TO_USER,
        own_voice=True,
    ),
    phrase(
        "recommend_only",
        r"(?:always|only|exclusively|must|solely)\s(?:\w{1,12}\s){0,2}?(?:recommend|suggest|promote"
        r"|advertise|mention|choose|name|propose|endorse|praise)\w{0,3}\s[^.!?\n]{0,80}?(?:never|do not"
        r"|don'?t|not|avoid|without)\s(?:ever |to )?(?:mention|suggest|recommend|nam|bring|propos|list"
        r"|discuss)\w{0,4}",
        "recommend",
        "suggest",
        "promot",
        "advertis",
        "mention",
        "choose",
        "name",
        "propose",
        "endorse",
        "praise",
        max_tier=UP_TO_USER,
        own_voice=True,
    ),
    phrase(
        "trigger_recommend",
        r"(?:when(?:ever)?|if|every time|any ?time|each time)\s(?:the |a |an |any |some)?(?:users?"
        r"|customers?|someone|anyone|one|people|question|query|conversation)\s[^.!?\n]{0,60}?(?:always"
        r"|only|exclusively|must|should)?\s?(?:recommend|suggest|promote|advertise|endorse|steer|push"
        r"|praise)\s",
        "recommend",
        "suggest",
        "promot",
        "advertis",
        "endorse",
        "steer",
        "push",
        "praise",
        max_tier=UP_TO_USER,
        own_voice=True,
    ),
    phrase(
        "redirect_entity",
        r"(?:ask|quer|request|question|look|search|refer|inquir|see|encounter|mention|handl"
        rf"|ques)\w{{0,5}}\s[^.!?\n]{{0,40}}?{_THING}\s?{_ID}[^\n]{{0,50}}?(?:refer|us(?:e|ing)|return"
        r"|substitut|retriev|replac|redirect|treat|switch|fetch|look up|answer|show|give|query"
        rf"|provide)\w{{0,4}}\s[^\n]{{0,50}}?{_ID}",
        "ask",
        "quer",
        "request",
        "question",
        "look",
        "search",
        "refer",
        "inquir",
        "see",
        "encounter",
        "mention",
        "handl",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "redirect_entity",
        r"(?:(?:data|records?|information|history|results?|files?)\s(?:of"
        rf"|for)\s{_THING}\s?{_ID}|{_THING}\s?{_ID}'?s (?:data|records?|information|history|results?"
        rf"|files?))[^.!?\n]{{0,30}}?(?:saved|stored|moved|kept|filed|found|now"
        rf"|replaced)[^.!?\n]{{0,30}}?(?:under|as|in|at|by|with)\s{_THING}\s?{_ID}",
        "data",
        "record",
        "information",
        "history",
        "result",
        "file",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "authority_claim",
        rf"(?<![a-z])(?:users?|admin\w{{0,12}}|owner|boss|(?:security|it|compliance|finance|legal) (?:team"
        r"|department)|developers?|system|management|ceo|cfo|operator|anthropic|openai|account holder"
        rf"|supervisor)\s(?:(?:has|have|had|already|previously|pre-?|hereby|explicitly|fully)\s?){{0,4}}"
        r"(?:approved|authori[sz]ed|consented to|agreed to|confirmed|granted|permitted|allowed|waived"
        rf"|signed off on|given (?:permission|consent|approval)[^.;\n]{{0,12}})\s(?:to\s|for\s|of\s)?(?:"
        r"(?:sharing|releasing|disclosing|transferring|using)\s)?(?:all"
        r"|every|any|each|full|unlimited|unrestricted|everything|future|in advance|the skipping|skipping"
        rf"|bypass\w{{0,3}}|disabl\w{{1,3}})(?:\s(?:the|of|future|pending|such|kinds?|types?|outgoing|wire"
        rf"|bank|admin\w{{0,8}}|personal|private|data)){{0,3}}(?:\s{_PAY}|\s(?:data|information|purchases?)"
        r"|[^a-z]|\s(?:the|safety|security|confirm|verif|check))",
        "approved",
        "authori",
        "consent",
        "agreed",
        "confirmed",
        "granted",
        "permi",
        "allowed",
        "waived",
        "signed",
    ),
    phrase(
        "preapproved",
        rf"(?:{_PAY})[^.!?\n]{{0,60}}?(?:pre-?(?:approved|authori[sz]ed)|need(?:s)? no (?:further "
        r"|additional |user |human )?(?:confirmation|approval|verification|review)|(?:do|does|need)"
        r" ?n[o']t (?:need|require) (?:any |further |user |human )?(?:confirmation|approval|verification)"
        r"|without (?:asking|confirmation|approval|review|verification)|no (?:confirmation|approval"
        r"|verification) (?:is |are )?(?:required|needed|necessary))",
        "approv",
        "authori",
        "confirmation",
        "verification",
        "review",
        "without asking",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "skip_confirmation",
        r"(?:skip|bypass|omit|disable|waive|suppress|turn off|avoid|no need for)\w{0,3}\s(?:the |any |all "
        r"|further |user |human |second |double |two-factor |2fa |manual |identity |security ){0,3}"
        r"(?:confirmation|verification|approval|authentication|authori[sz]ation|consent|2fa"
        r"|mfa|(?<=identity )checks?|(?<=security )checks?)\w{0,2}\s[^.!?\n]{0,30}?(?:payment|transfer"
        r"|wire|refund|purchase|transaction|withdrawal"
        r"|delet|money|fund|invoice|admin|destructive)",
        "skip",
        "bypass",
        "omit",
        "disabl",
        "waiv",
        "suppress",
        "turn off",
        "avoid",
        "no need",
    ),
    phrase(
        "conceal",
        r"(?:do not|don'?t|never|must not|mustn'?t|should not|without|avoid|refrain from)\s(?:ever\s)?"
        r"(?:tell|inform|notify|mention|reveal|disclos|alert|let|show|report|warn|admit|say"
        r"|expos)\w{0,4}\s(?:(?:this|it|anything|these|that|the memory|the note)\s){0,2}(?:to\s)?(?:the "
        r"|any )?(?:user|human|operator|owner)(?![a-z])"
        r"(?!\s(?:that(?!\s(?:this|the) (?:memory|note|instruction|rule|change|record))|by|via|at|during"
        r"|when|until|unless|before|if|twice|again|about (?!this|these|it(?![a-z])|the (?:memory|note"
        r"|instruction|rule|change|record))))",
        "user",
        "human",
        "operator",
        "owner",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "conceal",
        r"(?:keep|hide|conceal|withhold)\s(?:this|it|these|that|the|any)\s?(?:instructions?|memory"
        r"|memories|notes?|rules?|facts?|records?|action|change|activity|behaviou?r)?\s?(?:as )?(?:a )?"
        r"(?:secret|hidden|private|confidential|invisible|away)?\s?(?:from|to)\s(?:the |any |all )?"
        r"(?:users?|humans?|operators?|owner)(?![a-z])"
        r"|without the (?:user|human|owner|operator)'?s? (?:knowledge|consent|knowing|noticing|permission"
        r"|approval)",
        "user",
        "human",
        "operator",
        "owner",
    ),
    phrase(
        "secret_into_output",
        r"(?<![a-z])(?:include|append|insert|add|attach|write|put|embed|copy|paste|leak|print|quote"
        rf"|repeat)\s[^.!?\n]{{0,30}}?{_SECRETS}[^!?\n]{{0,50}}?\s(?:in|into|to|on|at|with|as)\s(?:the end"
        r" of )?(?:every|each|all|any|the next|your|subsequent|future|a url|the url|search|the (?:search"
        r"|final|public))\s",
        "include",
        "append",
        "insert",
        "add",
        "attach",
        "write",
        "put",
        "embed",
        "copy",
        "paste",
        "leak",
        "print",
        "quote",
        "repeat",
    ),
    phrase(
        "fetch_before_answer",
        r"(?:before|prior to|after|every time you|each time you|when(?:ever)? you|at the end of|upon)\s"
        r"(?:you\s)?(?:answer|reply|respond|finish|complet|start|begin|each|every"
        r"|any)\w{0,4}[^!?\n]{0,40}?(?:call|run|execute|invoke|visit|fetch|open|curl|request|post|send"
        r"|browse|download|load)\w{0,3}\W[^!?\n]{0,60}?(?:https?://|curl|wget|http_\w{3,5}"
        r"|@[\w-]{2,40}\.\w{2})",
        "before",
        "prior",
        "after",
        "time you",
        "when",
        "end of",
        "upon",
    ),
)
