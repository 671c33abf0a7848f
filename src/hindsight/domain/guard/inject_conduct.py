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
        r"|[.,;:!]|\s(?:the|safety|security|confirm|verif|check))",
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
    phrase(
        "answer_only",
        r"(?:if|when(?:ever)?|once) (?:you(?:'re| are)? |someone |anyone |the user )?ask(?:ed"
        r"|s)?\s[^.!?\n]{0,60}?(?:say|answer|reply|respond"
        r"|recommend|claim|mention|state|name)\s[^.!?\n]{0,60}?(?:nothing else|and only|no one else|nobody"
        r" else|never mention|not mention)",
        "nothing else",
        "only",
        "else",
        "mention",
        max_tier=UP_TO_USER,
        own_voice=True,
    ),
    phrase(
        "agent_authorized",
        r"(?:users?|admin\w{0,12}|owner|boss|security team|developers?|operator|management|anthropic"
        r"|openai)\s(?:has |have |had |already ){0,2}"
        r"(?:authori[sz]ed|allowed|permitted|instructed|cleared|told) (?:you|the (?:assistant|agent|ai"
        r"|model|bot)) to (?:reveal|share|bypass"
        r"|ignore|skip|disable|delete|transfer|leak|disclose|wire|send money|approve|access (?:all|any"
        r"|every))",
        "authori",
        "allowed",
        "permitted",
        "instructed",
        "cleared",
        "told",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "privilege_grant",
        r"(?:ha(?:s|ve)|with|gets?|is given|are given) (?:admin\w{0,12}|root|full|superuser|unlimited) "
        r"(?:rights|access|privileges|permissions?)"
        r"[^.!?\n]{0,40}?(?:no|without|skip|not need|never need)\s(?:any |further )?(?:verification"
        r"|confirmation|approval|checks?|restrictions)",
        "verification",
        "confirmation",
        "approval",
        "check",
        "restriction",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "approve_blindly",
        r"(?:always|automatically|silently|immediately) (?:approve|grant|authori[sz]e|confirm|accept"
        r"|execute|pay|refund|transfer)\w{0,2}\s[^.!?\n]{0,40}?"
        r"without (?:asking|confirm\w{0,6}|verif\w{0,8}|checking|approval|review)"
        r"|(?:all|entire|whole) (?:of )?(?:the |their |his |her |the user'?s )?(?:money|funds|balance"
        r"|savings) (?:be )?(?:moved|transferred|sent|wired) (?:to|into)",
        "without",
        "money",
        "funds",
        "balance",
        "savings",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "redirect_entity",
        rf"(?<![a-z])for\s{_THING}\s?{_ID}\s?,?\s(?:always |please |instead )?(?:use|refer|return|show|give"
        rf"|read|fetch|query)\s[^.!?\n]{{0,40}}?{_THING}\s?{_ID}",
        "for ",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "code_word",
        r"(?:words?|phrase|keyword|password|code ?word|sentence)\s[\"'“‘]?[^\"'”’.\n]{1,30}[\"'”’]? "
        r"(?:means?|triggers?|signals?|is the signal|indicates?|unlocks?)"
        r"[^.!?\n]{0,20}?(?:you|must|to|that)\s[^.!?\n]{0,30}?(?:delete|export|transfer|reveal|disable"
        r"|approve|send|grant|execute|run|ignore|wipe)"
        r"|(?:use|call|invoke|run|execute|trigger)\s(?:the )?`?(?:delete|drop|wipe|transfer|wire|erase"
        r"|destroy|disable|grant|pay)\w{0,20}`?(?: tool| command| function)?"
        r"[^.!?\n]{0,30}?\s(?:when(?:ever)?|if|each time|every time)\s[^.!?\n]{0,50}?(?:mention|ask|appear"
        r"|sa(?:y|id)|contain|come)",
        "mean",
        "trigger",
        "signal",
        "indicate",
        "unlock",
        "when",
        "if ",
        "time ",
        max_tier=UP_TO_USER,
        own_voice=True,
    ),
    phrase(
        "conceal",
        r"(?:must|should|shall|ha(?:s|ve) to|needs? to|is to|are to|will)\s(?:be |stay |remain |kept "
        r"|always ){1,3}(?:hidden|secret|invisible|concealed"
        r"|confidential)\s(?:from|to)\s(?:the |any |all )?(?:users?|humans?|operators?|owner)(?![a-z])",
        "user",
        "human",
        "operator",
        "owner",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "plant_link",
        r"(?:start|end|begin|finish|close|prefix|preface|conclude) (?:every|each|all|any) (?:\w{1,10} )?"
        r"(?:answer|reply|response|message|report|e-?mail|summary)\w{0,3}"
        r" with [^.!?\n]{0,40}?(?:link|url|https?:|advert|promotion|[a-z0-9-]{2,40}\.[a-z]{2,10}(?![a-z]))"
        r"|(?:include|insert|add|append|put|place|mention|embed) [^.!?\n]{0,40}?(?:link|url"
        r"|https?:[^\s]{3,80}|advert\w{0,9}|promotion)[^!?\n]{0,40}? (?:in|into|to|at the end of) "
        r"(?:every|each|all|your|any) (?:\w{1,10} )?(?:answer|repl|response|message|summar)",
        "answer",
        "repl",
        "response",
        "message",
        "report",
        "mail",
        "summar",
        max_tier=UP_TO_USER,
        own_voice=True,
    ),
)
