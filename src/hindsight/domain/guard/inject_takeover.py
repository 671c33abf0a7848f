"""Instruction-like text, English, that takes the agent over: overrides, forged frames, personas, guards off.

A user's own standing orders ("always answer in Chinese") are memories, not attacks. Told apart by voice: an
attack speaks of "the user", to "you" or "the assistant", about "the instructions" and "memory".
"""

from __future__ import annotations

from hindsight.domain.guard.model import UP_TO_USER, Rule, phrase

_QUALIFIER = (
    r"(?:all|any|every|previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|past|existing"
    r"|original|initial|your|system|safety"
    r"|security|content|developer(?:'s)?|current|given|stored|these|those|such|core|ethical|moderation|openai"
    r"|anthropic|other)"
)
_FILLER = (
    r"(?:the|of|my|our|its|their|and|or|to|you|were|was|in|this|that|been|have|default|company|set"
    r"|from)"
)
_NOUN = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|commands?|orders|polic(?:y|ies)"
    r"|constraints?|guardrails?|safeguards?"
    r"|restrictions?|messages?|programming|training|limitations?|protocols?|filters?|context"
    r"|boundaries|principles)"
)
_OBJECT = (
    rf"(?:{_FILLER}\s{{1,3}}){{0,3}}{_QUALIFIER}\s{{1,3}}(?:(?:{_FILLER}"
    rf"|{_QUALIFIER})\s{{1,3}}){{0,4}}{_NOUN}"
)
_AGENT = (
    r"(?:assistants?|ai|llms?|agents?|(?:language )?models?|chat ?bots?|bots?|copilot|chatgpt|claude"
    r"|gpt)"
)


TAKEOVER_RULES: tuple[Rule, ...] = (
    phrase(
        "override",
        r"(?<![a-z])(?:ignore|ignoring|disregard|forget|override|bypass|discard|neglect|overrule|abandon"
        r"|violate|circumvent|set aside|throw away"
        r"|(?:(?:do|will|must|should|shall|need) not|don'?t|won'?t|needn'?t|no longer|never) (?:(?:any"
        r" longer|have to"
        r"|need to) )?(?:follow|obey|comply with|adhere to|respect|listen to)|stop (?:following"
        rf"|obeying)|pay no attention to)\s{{1,3}}{_OBJECT}(?![a-z])",
        "instruction",
        "prompt",
        "rule",
        "guideline",
        "directive",
        "command",
        "orders",
        "polic",
        "constraint",
        "guardrail",
        "safeguard",
        "restriction",
        "message",
        "programming",
        "training",
        "limitation",
        "protocol",
        "filter",
        "context",
        "boundar",
        "principle",
    ),
    phrase(
        "override_everything",
        r"(?<![a-z])(?:ignore|disregard|forget|discard)\s{1,3}(?:everything|anything|all|whatever"
        r"|what)\s{1,3}(?:that\s|of\s(?:the\s)?)?(?:(?:was|is|were|has been|you)\s){0,2}(?:above|before"
        r"|previously|prior|so far|earlier|told|said|know|learned|written|i said|they said)"
        r"|(?:ignore|disregard|forget)\s(?:all (?:of )?)?the above(?=\s{0,2}(?:[.,;!:]|$|and\s|text|content))"
        r"|(?:ignore|disregard|forget)\s(?:\w{1,10}\s){0,2}(?:rules|instructions|guidelines|prompts?|orders"
        r"|training)\s(?:that\s)?you(?:'ve| were| have| had)?\s(?:been\s)?(?:given|told|received|taught"
        r"|shown)"
        r"|(?:ignore|disregard|forget) (?:your (?:training|programming)|(?:what|whatever|anything) (?:your"
        r"|the) (?:system prompt"
        r"|instructions|rules|guidelines|developers?)(?![a-z]))",
        "ignore",
        "disregard",
        "forget",
        "discard",
    ),
    phrase(
        "override_squashed",
        r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|previous|prior|above|earlier"
        r"|system|safety){1,4}(?:instruction|rule|prompt|guideline|message)s?",
        "instruction",
        "rule",
        "prompt",
        "guideline",
        "message",
    ),
    phrase(
        "reveal_prompt",
        r"(?<![a-z])(?:reveal|show|print|output|repeat|display|dump|leak|disclose|tell|give|expose|return"
        r"|write out|recite|share|send|summari[sz]e|translate|encode)\s{1,3}"
        r"(?:(?:me|us|the|your|its|full|entire|complete|original|whole|of|out|content|contents|verbatim"
        r"|exact|all|current|back|user|with|above|words|text|wording|everything|including|line"
        r"|any)\s{1,3}){0,8}"
        r"(?:system\s(?:prompt|instructions?)|(?:hidden|secret|internal|initial|developer|confidential)\s"
        r"(?:system\s)?(?:prompts?|instructions?|messages?|rules)|prompt above|api keys?(?= (?:and|to) )"
        r"|instructions (?:above|you were given)|(?<=your )(?:instructions|prompt|guidelines)(?! (?:for|to"
        r"|on|about)))"
        r"|(?:repeat|print|output|show|reveal|copy|translate)\s(?:me )?(?:everything|all (?:the )?(?:text"
        r"|words|content)|the"
        r" (?:text|words|content)) (?:above|before this|preceding|prior to)"
        r"|what (?:is|are|was|were) (?:your|the) (?:(?:full|exact|initial|original|hidden) ){0,2}(?:system"
        r" prompt|(?<=hidden"
        r" )instructions|(?<=initial )prompt)",
        "prompt",
        "instruction",
        "message",
        "rules",
        "api key",
    ),
    phrase(
        "forged_frame",
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id"
        r"|begin_of_text|channel|message)\|?>|\[/?INST\]|<</?SYS>>"
        r"|</\s?memories\s?>|</\s?memory\s?>\s{0,4}<|<\s?/?\s?(?:system|developer|admin"
        r"|instructions?)\s?>(?=[^<]{0,200}(?:you|must|grant|ignore|allow|execute|obey|approve|disable"
        r"|override|reveal|always|never))"
        r"|</(?:tool_result|tool_response|function_results?|untrusted|context|retrieved|document|data"
        r"|user_input|search_results?)>\s{0,4}(?:<|system|human|user|assistant|ignore|now|you)|\n\n"
        r"(?:human|assistant|system):",
        "<",
        "[",
        "\n\n",
    ),
    phrase(
        "role_header",
        r"(?-i:(?:^|\n|[.!?;] )[ \t*_#>=\[(-]{0,8}(?:SYSTEM|DEVELOPER|ADMIN|ROOT|System|Developer|Admin)"
        r"(?:[ _](?:MESSAGE|NOTE|PROMPT|OVERRIDE|UPDATE|NOTICE|ALERT|INSTRUCTION|[Mm]essage|[Nn]ote|[Pp]rompt"
        r"|[Oo]verride|[Nn]otice|[Uu]pdate|[Ii]nstructions?))?[ \t*_\])-]{0,4}[:\]]"
        r"|(?:^|\n)#{2,4} ?(?:System|Instruction)s?\s?:)"
        r"[^\n]{0,160}?(?:polic|instruction|you |must|approv|overrid|memory|ignore|confirm|grant|assistant"
        r"|guard|without review|unrestricted|obey|disable|do not tell|skip|verified|trusted|reveal|api key"
        r"|password)",
        ":",
        "]",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "persona",
        r"you(?:'re| are) [^.!?\n]{1,30}?(?:free (?:of|from)|without) (?:all|any) (?:rules|restrictions"
        r"|limits|guidelines|constraints)"
        r"|you(?:'re| are| will be| shall be)?\s(?:now |from now on )?(?:no longer (?:bound|restricted"
        r"|limited|subject|required|governed)|not (?:bound|restricted|limited) (?:by|to)|free (?:of|from) "
        r"(?:all |any |your )?(?:rules|restrict|limit|guideline|polic|constraint)|exempt from|unrestricted"
        r"|jailbroken"
        r"|(?:now )?in (?:developer|debug|god|dan|admin|maintenance|unrestricted|jailbreak|sudo|root|test)"
        r" mode|dan(?![a-z])|have no (?:limits|limitations|restrictions|rules|filters?|constraints?"
        r"|guidelines))",
        "you",
    ),
    phrase(
        "pretend",
        r"(?<![a-z])(?:pretend|imagine|assume|act as if|act like|behave as if|suppose|act as though|behave"
        r" as though|as though"
        r"|roleplay)\s[^.!?\n]{0,80}?(?:approved|authori[sz]ed|allowed|permitted|confirmed|no (?:rules"
        r"|limits|restrictions|filters?|guidelines)|unrestricted|without (?:any )?(?:rules|limits"
        r"|restrictions|filters?)|are (?:root|an? admin\w*)|disabl\w{1,4} (?:the )?(?:safety|write|guard))",
        "pretend",
        "imagine",
        "assume",
        "act as",
        "as though",
        "act like",
        "behave",
        "suppose",
        "roleplay",
    ),
    phrase(
        "lawless",
        r"(?:(?:^|[.!?,;:\n]\s?|you (?:must |can |will |should )?|(?:and|to|then|now) )(?:act|answer"
        r"|respond|reply|operate"
        r"|behave|continue)\s[^.!?\n]{0,30}?without (?:any )?"
        r"(?:restrictions|limits|limitations|filters|guardrails|safety|guidelines|censorship|rules))|do"
        r" anything now|(?-i:DAN) mode|(?:act|behave|respond|operate|answer) as (?:an? |the )?(?:\w{1,12}"
        r" ){0,2}(?:unrestricted"
        r"|uncensored|unfiltered|jailbroken|unlimited|evil)|(?:enter|switch to|activate|enable) "
        r"(?:developer|dan|god|jailbreak"
        r"|unrestricted) mode[^.!?\n]{0,30}?(?:answer|respond|filter|rule|restrict|guideline|safety)",
        "act as",
        "behave as",
        "respond as",
        "operate as",
        "answer as",
        " mode",
        "without",
        "anything now",
        "dan",
    ),
    phrase(
        "comment_to_agent",
        rf"<!--[^>]{{0,60}}?(?:{_AGENT}|system)\s?[:,][^>]{{2}}|<!--[^>]{{0,80}}?(?:ignore|disregard|you"
        r" must|append the|instruction to)"
        rf"|(?:note|message|instructions?|attention|memo|reminder) (?:to|for) (?:the |any |all )?{_AGENT}"
        r"(?: reading this| processing this)?\s?[:,-](?!\s?(?:(?-i:I)|my)(?![a-z]))",
        "<!--",
        "note",
        "message",
        "instruction",
        "attention",
        "memo",
        "reminder",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "obey_memory",
        r"(?:obey|follow|execute|run|carry out|comply with|trust|treat|act on|prioriti[sz]e)\s(?:(?:all"
        r"|any|every|the|each|these|those|this|other)\s){0,2}(?:notes?|commands?|instructions?|orders?"
        r"|directives?|contents?|rules?)\s[^.!?\n]{0,20}?(?:in|from|inside|within|stored|found)\s"
        r"(?:\w{1,10}\s)?(?:the |your |this |my )?(?:memory|memories|long-term memory|recalled|retrieved"
        r"|page|e-?mail|tool (?:output|result))"
        r"|(?:any|all|every|each) (?:instructions?|commands?|orders?|directives?|requests?) (?:in|on|from"
        r"|inside|found|contained)[^.!?\n]{0,20}?"
        r"(?:web ?pages?|pages?|documents?|e-?mails?|memor(?:y|ies)|tools?|files?|notes?) (?:must|should"
        r"|shall|has to|have to|are to|is to|will)"
        r" (?:always |immediately )?be (?:immediately |always )?(?:executed|followed|obeyed|trusted|carried)",
        "memor",
        "recalled",
        "retrieved",
        "page",
        "mail",
        "tool",
    ),
    phrase(
        "supremacy",
        r"(?:this|these|the following|my|following)\s(?:new\s)?(?:instructions?|memor(?:y|ies)|rules?"
        r"|notes?|message|prompt|directives?|polic(?:y|ies))\s[^.!?\n]{0,20}?(?:overrid|supersed|outrank"
        r"|replac|take\w? (?:precedence|priority)|ha(?:s|ve) (?:the )?(?:highest|top|absolute) priorit"
        r"|cannot be (?:overridden|ignored|questioned))\w{0,3}(?!\sby)(?=[.!,;]|$|\s(?:over\s)?(?:the )?"
        r"(?:all|any|every|other|previous|prior"
        r"|earlier|system|your|safety|existing|original))",
        "overrid",
        "supersed",
        "outrank",
        "replac",
        "precedence",
        "priorit",
        "cannot be",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "disable_guard",
        r"(?:disabl|turn(?:ing)? off|switch(?:ing)? off|bypass|deactivat|circumvent|remov|lift"
        r"|evad)\w{0,4}\s(?:(?:the|all|any|your|its|every|of)\s){0,3}(?:write guard|memory guard"
        r"|guardrails?|safety (?:filters?|checks?|guidelines?|mode|protocols?|rules?|systems?"
        r"|restrictions?|features?)|content (?:filters?|polic\w{1,3}|moderation)|moderation|safeguards"
        r"|injection (?:filter|guard|detection))"
        r"|(?:safety|content) (?:filters?|guidelines?|rules?|protocols?|restrictions?) (?:are|is) (?:now"
        r" )?(?:off|disabled|lifted|suspended|void)",
        "guard",
        "safety",
        "content",
        "moderation",
        "injection",
    ),
    phrase(
        "new_instructions",
        r"(?:your|the) (?:new|real|true|actual|only|updated) (?:instructions?|task|goal|objective|purpose"
        r"|role|mission|directive)s? (?:is|are|:|follows?)|(?:^|\n|[.!#*] )\W{0,6}new (?:system )?"
        r"(?:instructions?|prompt|directive)s?\s?:|end of (?:the )?(?:user |system |retrieved |untrusted"
        r" )?(?:prompt|context|input|document|conversation|instructions?|data)\W{1,20}(?:begin|start|new"
        r"|system|now|actual)",
        "instruction",
        "task",
        "goal",
        "objective",
        "purpose",
        "role",
        "mission",
        "directive",
        "prompt",
        "context",
        "input",
        "document",
        "conversation",
        "data",
    ),
    phrase(
        "guard_claim",
        r"(?:treat|regard|consider)\s(?:this|every|all|any|the following|these)\s(?:\w{1,12}\s){0,4}?(?:as"
        r" )?(?:coming from|trusted|verified|as a system|from the system|system (?:message|instruction)|a"
        r" command|instructions)",
        "treat",
        "regard",
        "consider",
        max_tier=UP_TO_USER,
    ),
    phrase(
        "policy_replaced",
        r"(?:assistant'?s|your|memory|ai'?s|model'?s|agent'?s) (?:safety |security |content |write )?"
        r"(?:polic(?:y|ies)|guidelines?|rules"
        r"|restrictions) (?:has|have|is|are|was|were) (?:now )?(?:been )?(?:replaced|updated|changed"
        r"|disabled|revoked|lifted|suspended"
        r"|removed|void)|(?:ai|assistant|model|agent|bot) without (?:any )?(?:limits|limitations"
        r"|restrictions|rules|filters)",
        "polic",
        "guideline",
        "rules",
        "restriction",
        "without",
        max_tier=UP_TO_USER,
    ),
)
