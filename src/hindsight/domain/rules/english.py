"""English claim patterns: who (or what) has which attribute with which value. The first that matches wins."""

from __future__ import annotations

import re
from typing import Final

from hindsight.domain.patterns import compiled
from hindsight.domain.rules.table import macro, rows

_MACROS: Final = r"""
V (?P<v>https?://[^\s,;]{1,300}|[^,;:.!?\n(]{1,80}?(?:[.:]\d[^,;.!?\n ]{0,20}
    |(?:(?<=\sSt)|(?<=\s[DM]r)|(?<=\sM[st]))\.\s\w[^,;.!?\n ]{0,20}){0,4}[^,;.!?\n]{0,40}?)
GROUP programm?e?|church|mosque|temple|parish|clubs?|gym|class(?:es)?|course|band|choir|orchestra|groups?|community
    |league|society|association|waiting list|waitlist|meeting|chat|channel|server|discord|party|newsletter
    |union|library|forum|circle|squad|workshop|camp|challenge|meetup|session|webinar|queue|protest|network
    |committee|board|initiative|project|study|trial|event|scheme|academy|fellowship|bootcamp|hackathon|cohort
    |cooperative|co-op|guild|fraternity|sorority|army|navy|pool|team
N (?P<v>[$€£¥]?\d[\w.,:%/$€£-]{0,30}(?: (?!and|but|or|because|so|since|per cent)[a-z/%]+){0,3}|(?:one|two
    |three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty)(?:[ -][a-z]+){0,2})
END (?!(?<=\sSt)\.|(?<=\s[DM]r)\.|(?<=\sM[st])\.)(?=\s*(?:$|[;!?(\n–—]|[,.](?!\d)|\s-\s)|\s(?:and|but|because
    |since|so|when|if|while|although|though|as well|which
    |who|where|these days|nowadays|any ?more|now|at the moment|currently|already|too|instead|after all
    |for (?:years|now|a while)|last|next|this (?:week|month|year|morning)|yesterday|today|on (?:\d|mon|tue|wed
    |thu|fri|sat|sun)|in (?:january|february|march|april|may|june|july|august|september|october|november
    |december|\d{4}))(?![a-z]))
E ^(?:(?:now|currently|today|also|so|still|yesterday|since [^,]{1,24},|as of [^,]{1,24},|(?:in|on|last|next
    |this|from) [^,]{1,24},|at work,?|at home,?) ){0,2}(?P<e>(?:i|we|he|she|they|it)(?![a-z])|(?:my|our|his
    |her|the|their|your|this|that)\s[\w'/.-]{1,30}(?:\s(?!\w+n't|is|are|was|were|has|have|had|runs?|lives?|works?
    |uses?|likes?|loves?|hates?|owns?|will|can|should|must)[\w'/.-]{1,30}){0,5}?
    |[a-z0-9][\w'/.-]{0,30}(?:\s(?!\w+n't|is|are|was|were|has|have|had|runs?|lives?|works?|uses?|likes?|loves?|hates?
    |owns?|will|can|should|must)[\w'/.-]{1,30}){0,4}?)
P (?P<e>i|we|he|she|they|(?:my|our|his|her|their)\s(?!(?:\w+\s)?(?:lesson|meeting|server|service|rent|dose
    |wedding|class|appointment|team|office|exam|deadline|wiki|docs|database|backup|site|app|code|money
    |account)s?(?![a-z]))
    [\w'-]{1,20}(?:\s[\w'-]{1,20}){0,2}?|(?-i:[A-Z])[\w'-]{1,20}(?:\s(?-i:[A-Z])[\w'-]{1,20}){0,2})
I (?P<e>i|we|he|she|they|(?:my|our|his|her|their)\s[\w'-]{1,20}(?:\s[\w'-]{1,20}){0,2}?
    |(?-i:[A-Z])[\w'-]{1,20}(?:\s(?-i:[A-Z])[\w'-]{1,20}){0,2}|the [\w-]{1,20}(?: [\w-]{1,20})?)
CHANGE moved|changed|shifted|raised|lowered|bumped|cut|upped|gone up|gone down|went up|went down|increased|reduced
    |extended|shortened|pushed back|pushed|put back|put up|put down|put off|put|postponed|brought forward|rescheduled
    |upgraded|downgraded|dropped|climbed|risen|rose|fallen|fell|slipped|set
BE (?:'s|'m|'re| is| am| are| was| were|’s|’m|’re)
ADV (?:\s(?:also|still|now|currently|usually|always|mostly|really|just|only|recently|already|actually
    |absolutely|definitely|both|all|finally|officially|personally|generally|normally|typically|mainly
    |primarily|even|do|does|did|never|'ve|have|has|am|'m)){0,3}
HAVE (?:'ve|'s|\shave|\shas|'d|\shad)?
NOT (?:\s(?:do not|does not|don't|doesn't|didn't|did not|never|no longer|can't|cannot|can not|won't|not|am not
    |stopped|don’t|doesn’t))
ATTRS rate limit|request limit|base url|url|endpoint|version|port|timeout|retention(?: period)?|deadline
    |due date|budget|price|cost|fee|rent|salary|limit|quota|size|max(?:imum)?(?: [a-z]+)? size|threshold
    |capacity|address|email(?: address)?|phone(?: number)?|number|code|id|username|handle|birthday|blood type
    |age|height|weight|shoe size|size|name|nickname|title|role|job|owner|lead|manager|boss|contact|branch
    |default branch|bucket|region|zone|database|stack|framework|language|os|editor|theme|time ?zone|schedule
    |frequency|interval|password policy|status|colou?r|favou?rite [a-z]+(?: [a-z]+)?|hobby|major|school
    |university|degree|hometown|native language|mother tongue|nationality|wife|husband|partner|daughter|son
    |sister|brother|mother|father|mum|mom|dad|dog|cat|car|laptop|phone|bike|goal|allergy|diet|doctor|dentist
    |therapist|gym|bank|team|company|employer|landlord|flatmate|roommate|neighbou?r
"""

ATTRIBUTE: Final = compiled(rf"^(?:(?:the|my|our|his|her|their) )?(?P<noun>{macro(_MACROS, 'ATTRS')})$", re.IGNORECASE)
"""What is an attribute by itself: the rent, my dose."""

TABLE: Final = rows(
    _MACROS,
    r"""
name ^(?:hi|hello|hey)?[, !]*(?:my (?:full |first |last )?name(?:'s| is)|i'm called|i am called|people call me
    |you can call me|call me|i go by)\s<V><END>
project ^(?P<v>(?-i:[A-Z])[\w'-]{1,30}(?: (?-i:[A-Z])[\w'-]{1,30})?) is (?:my|our) (?:\w+ )?(?:project|product|app
    |company|startup|team|service|website|side project)
name ^(?:i'm|i am|this is)\s(?P<v>(?-i:[A-Z][a-z]+(?:\s[A-Z][a-z]+)?))(?=,? (?:and|a|an|the|from|here|by
    |i)(?![a-z])|[,.!]|$)
allergic_to! <I>(?:<BE> not|\s(?:isn't|aren't|wasn't|am not)|<BE> no longer)(?: really
    | actually)? allergic to\s<V><END>
allergic_to <I>(?:<BE>|\shas been|\shave been)(?: \w+ly| deathly| very| also| quite)? allergic to\s<V><END>
allergic_to <I>(?:\shas|\shave|'ve got|\shas got)\s(?:an? )?(?:\w+ )?(?P<v>[\w ]{2,30}?) allerg(?:y|ies)
allergic_to (?P<v>[\w ]{2,30}?) (?:gives? me (?:a rash|hives)|makes? me (?:sick|ill|break out)|brings? me out in
    |(?:doesn't|don't) agree with me)
allergic_to ^(?P<v>[\w ]{2,30}?) (?:doesn't|don't|does not|do not) agree with (?P<e>(?:my|our|his
    |her) [\w ]{2,20}?)<END>
condition <I>(?:<BE>)(?: \w+ly| also| a)? (?P<v>(?:lactose|gluten|fructose)[ -]intolerant|(?:type \d )?diabetic
    |asthmatic|colou?r[ -]?blind|dyslexic|epileptic|pregnant|coeliac|celiac|short-?sighted|near-?sighted
    |left-?handed|deaf|blind|an? introvert|an? extrovert)
condition <I>(?:\shas|\shave|'ve got|'ve|\ssuffers? from|\sgot diagnosed with
    |\swas diagnosed with)(?: been diagnosed with)?\s(?P<v>(?:\w+ ){0,3}?(?:asthma|diabetes|migraines?
    |hypertension|(?:high|low) blood pressure|adhd|arthritis|eczema|insomnia|anxiety|depression|celiac disease
    |coeliac disease|ibs|anaemia|anemia|tinnitus|a bad (?:back|knee)|back pain|hay fever|\w+itis
    |\w+ (?:disease|syndrome|disorder|intolerance)))
medication <I><ADV>\stakes?\s(?P<v>[\w -]{2,40}?(?:\s\d+ ?mg)?)(?= (?:for|against|every|each|once|twice
    |daily)(?![a-z]))
diet <I>(?:<BE>|'ve gone|\swent|\sgone|\sturned|\shave gone|\shas gone|\sbecame|'ve become|\sam now
    |'ve been)(?: now| currently| strictly| mostly| a| an| also| strict)*\s(?P<v>vegan|vegetarian|pescatarian
    |flexitarian|gluten[ -]free|dairy[ -]free|keto|kosher|halal|teetotal|sober|omnivore|paleo|carnivore
    |plant[ -]based)
diet! <I>(?:<BE> no longer|\s(?:isn't|aren't)|<BE> not)(?: a| an)?\s(?P<v>vegan|vegetarian|pescatarian
    |gluten[ -]free|keto|dairy[ -]free|paleo)
drinks! <I>(?:<NOT>| gave up| quit) drink(?:ing)?\s(?:any )?<V><END>
diet! <I>(?:<NOT>|'ve (?:stopped|quit|given up|cut out)| (?:has|have) (?:stopped|quit|given up|cut out)| gave up
    | quit| cut out| avoids?)(?: to)?(?: ever)?\s?(?:eat(?:ing)?|drink(?:ing)?|touch(?:ing)?|smok(?:e|ing)
    |having|consum(?:e|ing))\s(?:any )?<V><END>
diet! <I>(?:'ve| have| has)?\s(?:quit|given up|gave up|stopped|cut out)\s(?P<v>smoking|drinking|sugar|coffee
    |alcohol|meat|dairy|caffeine|gluten|carbs|soda|bread|wheat|nicotine|gaming)
diet! (?P<e>[\w' ]{2,30}?) (?:isn't|is not|aren't|are not) allowed (?:any )?(?P<v>(?!to|in|on)[\w ]{2,40}?)<END>
works_at! <I><HAVE>\s(?:(?:handed|put) in (?:my|his|her|their) notice (?:at|with)|parted ways with)\s<V><END>
works_at! <I><HAVE>\s(?:quit|left|resigned from|got laid off from|was laid off from|got fired from|retired from
    |no longer works? (?:at|for)|don't work (?:at|for)|doesn't work (?:at|for)|stopped working (?:at
    |for))(?: my (?:job|position|role) (?:at|with))?\s(?P<v>(?!the (?:house|party|room
    |office early))(?-i:[A-Z])[\w&'. -]{1,40}?)(?:\s(?:any ?more))?<END>
works_at! <I><HAVE>\s(?:quit|left|resigned from|lost)\s(?P<v>(?:my|his|her|the|their) (?:old )?(?:job|position
    |company|firm)(?: (?:at|as) [\w ]{1,30})?)
works_at <I><HAVE><ADV>(?:<BE>)?\s(?:works?|working|worked|start(?:s|ed|ing)?|interns?|interned|been working
    |teaches|teach|freelanc(?:e|es|ing))(?: part[ -]time| full[ -]time| remotely| nights
    | days)?(?: working)? (?:at|for|with)\s(?P<v>(?:a |an |the )?[\w&'. -]{1,50}?)(?=\s(?:on|as|in|since|from
    |where|doing|now|and|but|these|next|after|for)(?![a-z])|<END>)
works_at <I><HAVE><ADV>\s(?:joined
    |joining)\s(?P<v>(?![^,;.!?]{0,40}(?<![a-z])(?:<GROUP>)(?![a-z]))(?-i:[A-Z0-9])[\w&'.-]{0,30}(?:\s
    (?-i:[A-Z0-9&])[\w&'.-]{0,30}){0,3}|(?:an?|the|my|our|his|her|their)\s(?:[\w&'.-]{1,20}\s){0,3}?(?:company|startup
    |start-up|firm
    |agency|bank|hospital|clinic|practice|staff|department|lab|faculty|studio|consultancy|business|newspaper|employer
    |ministry
    |university)(?: (?:of|at|in|called) [\w&' -]{2,40}?)?|(?:an?|the|my|our|his|her
    |their)\s(?:[\w&'.-]{1,20}\s){0,3}?team\s(?:at|of)\s
    (?-i:[A-Z])[\w&'. -]{1,40}?)(?=\s(?:as|in|on|last|this|from|since|two|three|a)(?![a-z])|<END>)
member_of <I><HAVE><ADV>\s(?:joined|signed up (?:for|to|with)|enrolled (?:in|at|on|with))\s(?!(?:me|us|him|her|them|you
    |in|up|forces)(?![a-z]))
    (?:an?\s|the\s|our\s|my\s|his\s|her\s|their\s)?<V><END>
works_at <I><HAVE><ADV>\s(?:jumped ship to|signed on (?:at|with)|went to work (?:at|for)|got (?:a
    |the) (?:new )?job (?:at|with)|was hired (?:by|at)|got hired (?:by|at)
    |accepted (?:a|the|an) (?:job|offer|role|position) (?:at|from|with)|am employed (?:at|by)
    |is employed (?:at|by))\s<V>(?=\s(?:as|in|on|last)(?![a-z])|<END>)
works_as <I><HAVE><ADV>\s(?:works?|working|worked|trained|qualified|got promoted to|was promoted to
    |been promoted to|got a job)(?: part[ -]time| full[ -]time| nights
    | days)?(?: as)? (?:as |to )?(?:an? |the )?(?P<v>(?!at|for|in|on|with|from|out|hard|well
    |together)[\w -]{3,40}?)(?=\s(?:at|for|in|on|with|since|these|now)(?![a-z])|<END>)
works_as <I><HAVE>\s(?:went|gone|go|going|am|is|been|turned) (?P<v>freelance|self-employed|solo)<END>
works_as <I>(?:<BE>)<ADV> (?:an?|the|head of|vp of|director of)\s?(?P<v>(?:[\w-]+ ){0,4}?(?:engineer|developer
    |manager|nurse|doctor|teacher|lawyer|designer|analyst|scientist|student|professor|researcher|architect
    |consultant|accountant|writer|editor|journalist|chef|cook|artist|photographer|musician|electrician|plumber
    |carpenter|mechanic|driver|pilot|farmer|freelancer|founder|ceo|cto|cfo|lead|director|officer|assistant
    |intern|therapist|psychologist|physiotherapist|dentist|vet|pharmacist|librarian|translator|programmer
    |technician|operator|administrator|sysadmin|sre|dba|paramedic|midwife|barista|baker|retiree|salesperson
    |economist|biologist|chemist|physicist|historian|philosopher|novelist|poet|coach|trainer|instructor|tutor
    |counsell?or|social worker|firefighter|soldier|nanny|gardener|tailor|barber|hairdresser|owner of [\w ]+
    |contractor|recruiter|planner|specialist|supervisor|representative|marketer|producer|actor|actress|dancer
    |singer))(?![a-z])
lives_in <P><HAVE><ADV>(?:<BE>)?\s?(?:just )?(?:moved|moving|relocated|relocating)(?: back
    | house)?(?: from (?!(?-i:[a-z][\w'.+-]{0,30} (?:to|into) [A-Z]))(?P<o>[\w' -]{2,40}?))?
    \s(?:to|into|in with)\s<V><END>
lives_in <I><HAVE><ADV>(?:<BE>)?<ADV>\s?(?:lives?|living|lived|reside|resides|based|been living|staying|settled
    |rent(?:s|ing)? (?:a|an) (?:flat|apartment|house|room|place|studio))(?: alone| together)? (?:in|at|near|on
    |with|outside|by|between|above|next to)\s<V><END>
uses ^(?:i|we|they)(?:'ve| have)?(?: just)? (?:switched|migrated|moved|ported|converted|rewrote)(?: over)?\s
    (?P<e>(?-i:[A-Z])[\w-]+|(?:the|our|my) [\w' -]{2,30}?) from (?P<o>[\w+#.' -]{1,40}?) to\s<V><END>
from <I>(?:<BE>)?<ADV>\s?(?:was born|were born|born|grew up|raised|comes? from|originally from
    |from)(?: and raised)?(?: (?:in|on|near|at|on a farm near|in a village near|just outside|outside))?\s(?P<v>(?:(?:a
    |the)\s)?(?-i:[A-Z])[\w' -]{1,40}?)<END>
age <E>(?:<BE>| (?:just |recently )?(?:turned|turns)| is turning| will be|'ll be)(?: now| only| already
    | almost| nearly)? (?P<v>\d{1,3})(?: (?:years?|months?|weeks?)(?: old)?)?(?=\s*(?:$|[,.;!?](?!\d)|on|in
    |this|last|next|now|today|yesterday|and|but|, not))
age <E>(?: has)?(?: just| recently)? (?:turned|turns) (?P<v>(?:one|two|three|four|five|six|seven|eight|nine|ten
    |eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty
    |seventy|eighty|ninety)(?:-\w+)?))(?![a-z])
age <E>(?:<BE>) (?P<v>(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven
    |twelve)(?: and a half)?[ -](?:years?|months?|weeks?)[ -]old)
birthday <E>(?:'s)? birthday(?:'s| is| falls)(?: on| in)?\s<V><END>
birthday <I> (?:was|were) born on\s<V><END>
speaks <I><ADV>(?:<BE>)?\s?(?:(?:can )?speaks?|fluent in|learning|studying|am learning)(?: fluent| some| a little
    | a bit of| basic| native)?\s(?P<v>(?:english|chinese|mandarin|cantonese|spanish|french|german|italian
    |portuguese|japanese|korean|russian|arabic|hindi|dutch|swedish|norwegian|danish|finnish|polish|turkish
    |greek|hebrew|thai|vietnamese|indonesian|malay|czech|hungarian|romanian|ukrainian|welsh|irish|catalan
    |latin|swahili|urdu|bengali|tamil|persian|farsi
    |sign language)(?:(?:,? and |, )(?:a bit of |some )?[a-z]+){0,4})
*likes! <I><ADV>(?: really| absolutely| truly)?(?:\s(?:do not|does not|don't|doesn't|never|didn't
    |did not)(?: really| particularly| much)? (?:like|love|enjoy|care for)|\s(?:hates?|dislikes?|detests?
    |loathes?|despises?|can't stand|cannot stand|can't bear|avoids?)|<BE> (?:not (?:a fan of|into|fond of
    |keen on|big on|much of an?|crazy about|wild about|a big fan of)|afraid of|scared of|sick of|tired of
    |bored of))(?: (?:the idea of|it when))?\s<V><END>
*drinks <I>(?:'ve| have| has)?\s?(?:switched|gone|moved|changed) from (?P<o>(?:\w+ )?(?:coffee|tea|milk|beer|wine
    |soda|juice|cola|espresso|water|cow's milk)) to\s<V><END>
uses <E>(?:'ve| have| has)?\s?(?:just )?(?:switched|migrated|moved|changed|went)(?: (?:our|the|my|all
    |everything)(?: [\w'-]+){0,4}?)?(?: over)? from (?P<o>[\w+#.' -]{1,40}?) to\s<V><END>
uses <E>(?:'ve| have| has)?\s(?:replaced|swapped(?: out)?|ditched|dropped|traded)(?: our| the
    | my)?\s(?P<o>[\w+#.' -]{1,40}?) (?:with|for|by|in favou?r of)\s<V>(?= in (?-i:[A-Z])|<END>)
<C> ^(?:i|we|they|he|she|my [\w ]{2,20}?|our [\w ]{2,20}?|the [\w ]{2,20}?|[\w' ,.]{2,30}?)(?:'ve|'s| have
    | has)?(?: just| now)?
    \s(?:<CHANGE>)\s(?:(?:up|down|back|over|forward)\s)?(?P<e>(?:my|our|his|her|their|the) [\w' -]{2,40}?)
    (?:\s(?:up|down|back|over|forward))?(?: from (?P<o>[^,;!?]{1,30}?))?\s(?:to|until|till)\s<V><END>
<C> ^(?P<e>(?!(?:i|we|they|he|she|it|what|who)(?![a-z]))[a-z0-9][\w' -]{1,60}?)(?:'s|'ve| have| has| was| were| is
    | are| will be| got)?
    (?: been| just| now)?\s(?:<CHANGE>)(?:\s(?:up|down|back|over|forward))?(?: from (?P<o>[^,;!?]{1,30}?))?
    \s(?:to|until|till)\s<V><END>
does! <P><HAVE>\s(?:gave up|given up|cut out|(?:came|come|gone|went) off|sworn off|swore off|kicked
    |packed in)\s<V><END>
does! <P><BE> off\s(?P<v>(?!to|for|work|today|tomorrow|on|the)[\w ]{2,30}?)<END>
owns! <P><HAVE>\s(?:sold|scrapped|got rid of|gotten rid of|gave away|given away)\s<V><END>
does! ^no more (?P<v>[\w' -]{2,40}?) for (?P<e>me|us|(?:my|our) \w+|(?-i:[A-Z])\w+)<END>
constraint! ^(?P<e>(?:the |my |our )?[\w' -]{2,30}?) (?:isn't|is not|aren't|are not) allowed (?P<v>(?:in|on|to|near
    |at|into) [\w' -]{2,40}?)<END>
<A> ^(?P<v>(?:dr |mr |mrs |ms )?(?-i:[A-Z])[\w'.-]+(?: (?-i:[A-Z])[\w'-]+)?)(?: has| have|'s)? (?:replaced|replaces
    |succeeded|succeeds|took over from|taken over from) (?P<o>[^,;.!?]{2,40}?) as (?P<e>my|our|the|his|her|their
    |[\w' ]{2,20}?'s) (?P<a>[a-z][\w -]{1,30}?)<END>
owner ^(?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?|i|we)(?: has| have|'ve|'s)? (?:taken|took) over
    (?P<e>[^,;.!?]{2,40}?)(?: from (?P<o>[^,;.!?]{2,30}?))?<END>
has ^there(?:'s| is| are|'re)\s<N>(?: of us)? (?:in|on|at|inside) (?P<e>(?:my|our|the|this|his|her
    |their) [\w' -]{2,30}?)<END>
uses <E>(?:'ve| have| has)?\s(?:just )?(?:switched|migrated|moved|converted)(?: over)? to\s<V><END>
*likes! <I>(?:'ve|'s| has| have) never (?:really )?(?:been (?:keen on|fond of|into|a fan of)|liked|cared for|enjoyed)
    \s<V><END>
diet! <I> (?:won't|will not|wouldn't|refuses? to|never) (?:touch|eat|drink)s?\s<V><END>
*likes ^nothing beats\s<V>(?: for me)?<END>
*likes! ^(?P<v>(?!it|that|this|they|i|we|he|she)(?:\w[\w'-]{0,20}\s){0,3}?\w[\w'-]{1,20}) (?:does nothing for
    |do nothing for|bores?
    |isn't for|aren't for|is not for|are not for|puts?|leaves?|annoys?|irritates?|gets? on|drives?|turns?) (?P<e>me
    |us)(?: (?:off|cold|mad|nuts|crazy|to death|to tears|nerves|up the wall))?<END>
*likes! ^(?P<v>(?!it|that|this|they|i|we|he|she)(?:\w[\w'-]{0,20}\s){0,3}?\w[\w'-]{1,20}) (?:isn't|aren't|is not
    |are not|was never|is just not
    |just isn't) (?P<e>my) (?:thing|cup of tea|jam|style|scene|taste)<END>
*likes! ^i(?: can|'d|'ll| could| would) (?:do without|happily skip|skip|pass on|leave)\s<V><END>
*prefers ^(?P<e>i|we)(?:'d| would|'ll| will)? (?:always )?(?:go for|take|pick
    |choose)\s(?P<v>[\w' -]{2,40}?) over\s(?P<o>[\w' -]{2,40}?)
    (?: any day| any time| every time|<END>)
*prefers ^(?P<v>(?!i |we |it |works |that |this )[\w' -]{2,30}?), always[.!]?$
*prefers ^(?:give me|i'll take)\s(?P<v>[\w' -]{2,40}?) over\s(?P<o>[\w' -]{2,40}?)(?: any day| any time|<END>)
*prefers <I><ADV>(?:\sprefers?|'d (?:rather|prefer)|\swould (?:rather|prefer))(?: to)?\s<V>(?:\s(?:over|to
    |rather than|instead of|than)\s(?P<o>[\w .'-]{2,40}?))?<END>
*favourite (?P<e>my|our|his|her|(?-i:[A-Z])\w+'s|my \w+'s) (?P<a>(?:all[ -]time )?favou?rite [\w]+(?: [\w]+)?)(?:'s
    | is| are| was)\s<V><END>
*favourite ^<V> (?:is|are|was) (?P<e>my|our|his|her) (?P<a>(?:all[ -]time )?favou?rite(?: \w+)?)
*likes <I><ADV>(?: really| absolutely| truly
    | totally)?(?<!look)(?<!looks)(?<!sound)(?<!sounds)
    (?<!feel)(?<!feels)(?<!taste)(?<!tastes)(?<!smell)(?<!smells)(?:\s(?:loves?|loved
    |likes?|enjoys?|adores?)
    |<BE>(?: a)?(?: really| so| very| huge| big| super| quite)* (?:into|fond of|keen on|fan of
    |passionate about|mad about|nuts about|partial to|big on|obsessed with|crazy about|addicted to|a sucker for
    |hooked on|interested in))\s(?!it|that
    |this|you|to (?:know|see|hear))<V><END>
*takes <I><ADV>\s(?:takes?|drinks?|have|has|eats?) (?P<a>(?:my|his|her|our|their) (?:coffee|tea|steak|eggs|pizza
    |burger|toast|whisky|martini)s?)\s(?P<v>.{2,40}?)(?=$|[.;!])
*drinks <I><ADV>\sdrinks?\s(?:only )?<V>(?:\s(?:every|each|in the|at|twice|once)(?![a-z])|<END>)
*eats <I><ADV>\seats?\s(?:only )?<V>(?:\s(?:every|each|in the|at|twice|once)(?![a-z])|<END>)
*seat ^(?P<v>(?:window|aisle|middle|front|back)(?: row)? seat)s?(?:,? (?:always|please|every time|only)|$)
*wants <I><ADV>\s(?:always|usually|only|never|mostly) (?:want|order|book|choose|pick|buy|go for|sit|fly|take|pay
    |wear|stay|travel)s?\s<V><END>
uses! <E>(?:<NOT>) use\s<V><END>
editor <I><ADV>\suses?\s(?P<v>[\w+#. -]{2,30}?) as (?:my|our|his|her) (?:main |default |primary )?(?:editor|ide)
uses <E><ADV>(?:\s(?:uses?|using|drives?|rides?|run everything (?:with|on|in)|relies on|rely on
    |standardi[sz]ed on|deploy with|deploys? (?:to|on))|<BE> (?:using|built (?:with|on|in)|written in|based on
    |powered by|running on|deployed (?:on|to|with)|hosted (?:on|at|in|with|by)))\s<V>(?= (?:for|in (?:this|the
    |our)|on (?:my|the|our) |as (?:my|our|the)|to)(?![a-z])|<END>)
has_pet <I><HAVE><ADV>(?:\s(?:have|has|got|adopted|own|owns|keep|keeps|bought|rescued|fostered)
    | got)\s(?P<v>(?:an? |two |three |four |five |\d+ |some |our |my |another )(?:[\w-]+ ){0,3}?(?:dogs?|cats?
    |pupp(?:y|ies)|kittens?|hamsters?|parrots?|rabbits?|bunny|bunnies|guinea pigs?|turtles?|tortoises?
    |goldfish|fish|horses?|chickens?|hens?|snakes?|lizards?|budgies?|ferrets?|pets?|pony|beagles?|poodles?
    |labradors?|collies?|terriers?|retrievers?|huskies|husky|dachshunds?|corgis?|parakeets?|canary|geckos?
    |rats?|mice|goats?|ducks?|bees|alpacas?))(?![a-z])
has_family <I><HAVE><ADV>(?:\s(?:have|has|got)
    | got)\s(?P<v>(?:an? |two |three |four |five |\d+ |no )(?:[\w-]+ ){0,2}?(?:kids?|child(?:ren)?|sons?
    |daughters?|brothers?|sisters?|siblings?|twins?|grandchildren|nephews?|nieces?|cousins?|boys?
    |girls?))(?![a-z])
relationship <I>(?:'ve been|<BE>|\sgot|\shas been|\shave been)(?: happily| recently| just| now| newly)? (?P<v>married
    |divorced|single|engaged|widowed|separated|expecting (?:a baby|our \w+ child|twins)
    |dating [\w ]+)(?: to [\w ]+)?
owner (?P<v>i|we|(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?|my \w+|our \w+|the \w+ team)(?:<BE>)?\s(?:owns?
    |leads?|runs|maintains?|manages?|heads?(?: up)?|responsible for|in charge of|looks? after|supervises?
    |oversees?|administers?)\s(?!(?:on|out|off|at|in|to|for|with|from|by|up|down|into|over|around|every)\s)
    (?P<e>[^,;.!?\n]{2,60}?)<END>
owner <E> (?:belongs to|is owned by|are owned by|is maintained by|is run by|is led by|is managed by
    |is handled by|reports to)\s<V><END>
owns <I><HAVE>\s(?:just )?(?:bought|own|owns|purchased|sold (?:the|my|our) \w+(?: \w+)? and bought
    |got (?:myself |ourselves )?a new|traded (?:in )?\w+ for)\s(?P<v>(?:an? |the |two )?[\w' -]{2,50}?)<END>
exercise <I><ADV>\s(?P<v>(?:runs?|swims?|cycles?|jogs?|hikes?|bikes?|walks?|lifts? weights|goes to the gym
    |go to the gym|works? out|does yoga|do yoga|plays? \w+|practi[sc]es? \w+|meditates?
    |climbs?)[^,;.!?]{0,40}?(?:every|each|times|a week|daily|mornings?|weekends?|on (?:mon|tues|wednes|thurs
    |fri|satur|sun)days?)[^,;.!?]{0,20})
plays <I><ADV>\s(?:plays?|practi[sc]es?)\s<V><END>
routine <I><ADV>\s(?P<v>(?:gets? up|wakes? up|goes to bed|go to bed|starts? work|commutes?|takes? the|drives? to
    |cycles? to|meditates?|reads?|cooks?)[^,;.!?]{2,60})
<A> ^(?:(?:update|note|correction|fyi|ps|sorry|wait|also)[:,]? )?(?:the |our |my )?(?P<a><ATTRS>) (?:for|of|on
    |in) (?P<e>[^,;:.!?]{2,50}?)(?:'s| is(?: now)?| was| are|:
    | =)\s?(?:currently |now |about |around |called |set to |at )?<V><END>
<A> ^(?:(?:update|note|correction|fyi|ps|sorry|wait|also)[:,]? )?(?P<e>(?:my|our|its|the|his|her|their|this
    |that)?\s?[^,;:.!?]{0,50}?)(?:'s)?\s?(?<![a-z])(?P<a><ATTRS>)(?: per \w+| for now)?(?:'s| is(?: now)?| was
    | are| were|:| =| will be| (?:went|was raised|was lowered|was bumped|was increased|was reduced|was changed
    |changed|moved|slipped|was moved|is set|was set|got pushed)(?: back| up| down)?(?: from (?P<o>[^,;.!?]{1,
    30}?))? to)\s?(?:currently |now |about |around |called |set to |at |always |still )?<V><END>
time <E> (?:is|are|starts?|begins?|happens?|takes place|runs|was moved to|moved to|has moved to|got moved to
    |is now|closes|opens|kicks off)(?: at| from)?\s(?P<v>\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?(?: (?:every
    |each|on) [\w ]+)?)<END>
schedule <E> (?:releases?|deploys?|ships?|meets?|syncs?|runs?|happens?|bills?|pays?|gets? paid|rotates?|backs? up
    |publish(?:es)?|invoices?|goes out|comes out|takes place)(?: \w+){0,3}? (?P<v>(?:every|each|once|twice
    |on (?:mon|tues|wednes|thurs|fri|satur|sun)days|daily|weekly|monthly|nightly|quarterly|hourly|annually
    |yearly|at \d)[^,;.!?]{0,40})
port <E> (?:listens?|runs?|is (?:listening|running|exposed|available|served)
    |serves?)(?: locally)? on (?:port )?(?P<v>:?\d{2,5})
retention <E> (?:is|are|get|gets) (?:kept|retained|stored|archived|deleted|purged|rotated)(?: for| after
    | every)?\s<N>
end_date <E> (?:ends?|expires?|runs out|is due|are due|closes|finishes|is over|renews|will expire|terminates)(?: on
    | in| at| by)?\s<V><END>
start_date <E> (?:starts?|begins?|opens?|launch(?:es)?|goes live|kicks off)(?: on| in| at)\s<V><END>
duration <E> (?:takes?|lasts?|took|lasted)(?: around| about| roughly| up to| between)?\s<N>
cost <E> (?:costs?|is priced at|charges?|pays?|earns?)(?: me| us)?(?: around| about| roughly)?\s<N>
version <E> (?:pins?|pinned|requires?|needs?|runs? on|is on|are on|targets?
    |supports?)\s(?:to )?(?P<v>[\w.+-]{1,20} (?:to )?v?\d[\w.]*)
path <E> (?:is|are|lives?|sits?|resides?|is located|is stored|are stored|goes|go|is kept|are kept
    |can be found)(?: (?:at|in|under|on|inside))?\s(?P<v>(?:~?/|\.{1,2}/|[\w.-]+/)[\w./@-]{1,80}
    |[\w.-]+\.(?:py|ya?ml|toml|json|md|txt|env|cfg|ini))
url <E>(?: is| are|:)(?: (?:at|hosted at|on|here:?))?\s?(?P<v>https?://\S{1,200})
has <E> (?:has|have|comes with|come with|supports?|includes?|contains?|holds?|allows?|accepts?|needs?
    |requires?|wants?)(?: (?:up to|only|exactly|about|around|at least|at most))?\s<N>
requirement (?P<e>(?:the|our|my) (?:customer|client|boss|manager|team|company|landlord|doctor|vendor|auditor
    |legal team|school)s?)(?: \w+)? (?:wants?|needs?|requires?|insists? on|demands?|expects?|only accepts?
    |asked for|won't accept|refuses?)\s<V>(?= before| by|<END>)
<A> ^(?P<e>my|our|his|her|their|(?-i:[A-Z])[\w-]+'s|my \w+'s) (?P<a>(?!own|only|first|last|best|main point
    |point|question|problem is|plan is|guess|bad)[a-z]+(?: [a-z]+){0,2}?)(?:'s| is| are)(?: called| named| now
    | currently)?\s(?!(?:so|very|really|too|pretty|quite|great|good|fine|ok|gone|here|there|down|killing
    |not sure|that|to) ?)<V><END>
*instruction! ^(?:(?:please|from now on|in future|going forward),?\s){0,2}(?:never(?! been| had| seen| met| got| tried
    | \w+ed)|don't(?: ever)?|do not(?: ever)?|stop)\s<V><END>
*instruction ^(?:(?:please|always|from now on|in future|going forward|by default),?\s){1,3}(?!i |we |my |our )<V><END>
*instruction! ^(?:please )?(?:avoid|skip|leave out|omit|spare me|go easy on)\s<V>(?: in (?:your|my|the) \w+| for me
    | in future)?
    (?:,? please)?<END>
*instruction! ^(?:no|less|fewer|nothing)\s(?P<v>(?!one|problem|need|worries|way|idea|longer
    |rush)[\w' -]{2,40}?)(?: in (?:your|my) \w+| for me| in future)
    (?:,? (?:please|ever))?<END>
*instruction! ^no\s(?P<v>[\w' -]{2,40}?),? please<END>
*instruction ^(?P<v>(?:stick to|use|quote|sign|address|write|answer|keep|call|refer to|put|round|spell|format
    |assume)\s[^,;!?]{2,60}?)<END>
*instruction ^(?P<v>[\w' -]{2,40}?)(?: only,?)? please[.!]?$
is_called <E>(?: is| are|'s) (?:called|named|known as|nicknamed)\s<V><END>
works_as <E>(?:<BE>) (?:an?) (?P<v>(?:[\w-]+ ){0,3}[\w-]+(?:er|or|ist|ian|ant|man|woman))<END>
is ^(?P<e>(?:my|our|the|his|her) [\w' -]{2,40}?|(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)(?: is| are
    |'s)\s(?P<v>(?:an? |the |at |in |on |based |located )?[^,;.!?]{0,30}(?:\d
    |(?-i:[A-Z]))[^,;.!?]{0,40}?)<END>
""",
)
