"""What is said in passing: moods, goodbyes, remarks on the talk itself, details of a wish, common knowledge (W1)."""

from __future__ import annotations

from typing import Final

from hindsight.domain.patterns import pattern

MOOD: Final = pattern(
    r"""
    (?<![a-z])i(?:'m| am)? (?:craving|fancy|feel like|could murder|keep meaning to|really should|ought to
    |should really
    |had better|need to call|must remember|hope|wish|trust (?:you|that|your)|bet|stand corrected|had the same
    |was (?:only|just) (?:teasing|kidding|joking|asking|curious|wondering|saying)|glad(?! to)|assuming|assume|guessing
    |gather|presume|reckon)(?![a-z])|^(?:can't be bothered|wouldn't mind)(?![a-z])
    |(?<![a-z])(?:i'm|i am|we're|we are|i've|i have|i feel) (?:(?:so|just|really|a bit|a little|pretty|totally
    |absolutely|getting
    |had|honestly|kind of|kinda|getting|about|slightly|beyond|been) ){0,4}(?:tired|sick(?: and tired)?|done|fed up
    |bored|over|frustrated
    |annoyed|exhausted|enough|losing patience|drowning|overwhelmed|stressed|pissed off|irritated) (?:of|with|by|about|in
    |out by|at )?\s?(?:this|that|it|these|everything|everyone|work|today|the whole|all (?:this|that|of))(?![a-z])
    |(?<![a-z])i (?:really |honestly |just |literally )?(?:can't even|can't with|cannot even|slept (?:badly|terribly
    |awfully|well
    |like|poorly|great|ok|fine|horribly)|(?:could|didn't) (?:barely |hardly )?sleep|barely slept|hardly slept|wish
    |needed that)(?![a-z])
    |^(?:oh man|oh god|god|argh|ugh|man|gosh|jeez),? (?:the |this |what |that |these )|(?:longest|worst|craziest
    |weirdest) \w+ ever
    |^(?:hm+|mm+|well|no|nah|ok|okay),? (?:that|this|it)(?:'s| is|'re) (?:not|n't) |^(?:so )?(?:tired|sick
    |bored) of |^not much (?:going on|to|happening|new)
    |^(?:i )?might |^(?:ok |okay |and |so |then ){0,3}i (?:ran|tried|clicked|restarted|ran into|hit|got|typed|pasted
    |reinstalled) (?:it|that|this)(?![a-z])|i forgot what i
    |不活了|不想(?:上班|上学|动|起床|干了|说话)|^又(?:到|是)(?:周|星期|了)
    |烦透|逼疯|受够|没睡好|没睡够|睡得(?:不|很|太|特)|脑子(?:不|都|转|里|一)|累觉|心累|抓狂|想(?:哭|死|摔|骂)
    |头都?(?:大|秃)|没脾气
    |^(?:我)?(?:今晚|现在|突然|好|真|有点|也|就|老|一直|特别){0,3}(?:想(?:吃|喝|出去|睡|去|买|要|看|听|玩|学|着|放
    |早)|馋|懒得
    |该(?:多|早|去|给|好好)|真该)|^来(?:瓶|杯|碗|点|份).{0,8}就好
    |^(?:(?:i'm|i am|we're|i feel|feeling|i've been)\s)(?:(?:absolutely|totally|completely|utterly|so|just|really
    |a bit
    |rather|quite|proper|dead|feeling)\s){0,3}(?:shattered|knackered|wiped(?: out)?|drained|beat|worn out|wrecked
    |gutted
    |chuffed|pumped|stoked|buzzing|gobsmacked|baffled|puzzled|stumped|freezing|starving|starved|parched|peckish
    |wide awake
    |half asleep|in a (?:bad|good|foul) mood|over the moon|under the weather|on edge|at a loss|not (?:myself|following
    |convinced|bothered|in the mood)|running late|on my way|off (?:to bed|now|for)|losing (?:it|my mind)
    |all over the place|none the wiser)(?![a-z])
    |(?:快|要|都|真|好|太|有点|简直|已经|实在|整个人?|彻底)(?:是)?(?:被)?[^，。]{0,3}(?:累|困|饿|疯|崩|瘫|哭|吐|烦|懵
    |晕|冻|热|气|吓|急|愁
    |慌|丧|麻|裂)(?:了|死|坏|趴|瘫|疯|醒|傻|哭|人|透|得|炸|开)|冻死|热死|饿死|困死|闲得|破防|社死|裂开|脑袋嗡|没脾气
    |提不起劲
    |浑身没劲|又是(?:周|星期)
    """
)
PARTING: Final = pattern(
    r"""
    ^(?:just (?:got|arrived|landed|woke|finished)|(?:having|eating|making|cooking) (?:lunch|dinner|breakfast|tea
    |coffee)
    |(?:writing|typing) this|stuck in|sitting (?:in|on)|heading (?:home|out|to))(?![a-z])
    |^i(?:'m| am) (?:currently |still |now )?(?:on|at|in) (?:a |the |my )?(?:train|bus|tram|tube|plane|car|queue
    |airport|station
    |supermarket|shop|gym|meeting|call|phone|bath|bed|lift|taxi|waiting room|doctor's|dentist's|pub|café
    |cafe)(?![a-z])
    |^(?:(?:lol|haha|omg|oh|sorry|oops),? )?my (?:cat|dog|kid|kids|toddler|baby|son|daughter|neighbou?r|puppy
    |parrot)s? (?:just|keeps?|is
    |are|has just|decided|started)(?: now)? (?:\w+ing|walked|jumped|knocked|spilled|sat|stepped|threw|ate|chewed|barked
    |woke
    |pulled|ran|hit|pressed|started|to \w+)(?![a-z])(?![^.]{0,40}(?:school|nursery|job|work|university|college|\d))
    |^i (?:need to|have to|gotta|must|should|am going to|'m going to) (?:take|answer|get|grab|pick up|make) (?:this
    |the door|the
    |a|that) (?:call|phone|door|quick|bite|coffee|snack|one)|^(?:gonna|going to|off to|about to|just going to) (?:grab
    |get|have|make|take|eat|run|go)
    |(?:phone|doorbell|kettle|alarm|oven|timer|bell)(?:'s| is|s) (?:ringing|beeping|boiling|going off|whistling)
    |(?<![a-z])(?:is|are|'s|'re|am|'m|was)(?: already| currently| still)? (?:on it|on the case|checking(?: now| it
    | that| this)?$|looking into|having a look
    |taking a look|working on (?:it|that)|handling it|sorting it)|(?<![a-z])(?:look|looks|looked|check
    |checks) into (?:it|that|this)
    |^我(?:得|要|先|去|这就|马上|正在?|赶紧|再){0,3}(?:接|回|打|拿|倒|上|取|签|开|关|喝|洗|抽|喂|哄|下楼|买|点|冲|泡|热
    |挪|看)(?:个|一下|趟|杯|口|点|根|会儿?|下|份)(?!月|周|星期|学)[^，。了]{0,5}(?:哈|哦|啊|了|去)?$
    |(?:在(?:看|查|弄|处理|跟进|修|问)|没电|没信号|卡)了$|(?:去|再|先|帮忙)(?:查|看|问|确认|核对|催)(?:一下|下|看
    |问)(?:吧|哈)?$
    |^[^，。]{0,6}(?:周末|晚上|明天|晚点|下午|晚些)?我?再(?:想|看|问|查|琢磨|研究|考虑)|路上.{0,3}堵|堵死|跟不上|听不进
    |没(?:太)?(?:懂|明白|看懂|听懂|反应过来)$
    |我(?:让|叫|跟)(?:他们?|她们?)(?:说|去)?(?:改|看|查|弄|处理|说)(?:一下|下|吧|声)?$
    |(?:猫|狗|娃|孩子|儿子|女儿)(?:刚才?|又|正在|把)(?:刚)?[^，。]{0,4}(?:踩|打翻|碰|咬|抓|尿|吐|哭|闹|吵|叫|撕|按|弄)
    |^my (?:phone|battery|laptop|connection|signal|wifi|internet)(?:'s| is| keeps| just) (?:about|nearly|almost|dying
    |dead|running
    |out|bad|slow|dropping|cutting|died)|^(?:the |my )?(?:\w+|someone)(?:'s| is) (?:crying|burning|boiling|calling
    |ringing|knocking
    |barking|beeping|at the door|waiting|screaming)(?![a-z])|^my (?:coffee|tea|food|dinner|lunch)(?:'s| is
    | has)? (?:gone )?(?:cold|ready|here)
    |^(?:我)?(?:还|正|现在|刚)?(?:在|到)(?:地铁|公交|车|路|超市|电梯|机场|高铁|火车|外面|医院|排队|床|厕所|家|公司
    |楼下)(?:上|里|了|呢|站)?$
    |^(?:手机|电脑|平板|网|信号|电池)(?:快|要|都|又|太|有点|不)?(?:没电|断|卡|不好|差|慢)|^(?:娃|孩子|宝宝|猫
    |狗)(?:又)?(?:哭|闹|叫|醒)了
    |^有人(?:敲门|来|叫|找)|^锅|^(?:正|刚)(?:在)?(?:吃|做|喝|洗|开)
    |^(?:see|catch|speak to|talk to) (?:you|ya)(?![a-z])|^(?:i(?:'ve| have)? (?:got to|gotta|must|should|need to
    |have to) (?:go|run|dash|head|get going|be off)|i'll (?:be|come) back|back (?:in a|soon|later)|brb|gtg
    |off to (?:bed|lunch|work|the))
    (?![a-z])|^(?:我)?(?:先|得|要|该|这就|马上)?(?:去|回去|出去|撤)(?:忙|开会|吃(?:个)?饭|睡(?:觉)?|洗(?:个)?澡|上课
    |干活|赶车|接孩子|搬砖)?(?:了|啦)$
    |^(?:那)?(?:明天|明儿|改天|回头|下次|周[一二三四五六日天]|晚点|待会儿?|一会儿)(?:再)?(?:见|聊|说|接着|继续|弄|来)
    |^(?:一会儿?|待会儿?|回头)再
    """
)
REMARK: Final = pattern(
    r"""
    ^(?:that|this|these|those|both|any of|none of|neither|all of|which) (?!\w+ (?:is|are|was|were) (?:my|our|the|in
    |on|at|due))
    (?:\w+ ){0,3}?(?:is|are|was|were|took|takes|would|will|should|has|had|looks?|sounds?|works?|does|did|did not
    |didn't|doesn't)(?![a-z])
    (?![^.]{0,60}(?:\d|my|our))|^(?:good thing|not that|good job|no wonder|i'd (?:go with|say|pick|choose|take)
    |my guess|my bet|my hunch)(?![a-z])
    |^what i(?:'m| am)? (?:after|want|need|mean|asked)(?![a-z])|^(?:开个?玩笑|逗你|我错了|错了错了|不用(?:道歉|谢
    |客气|管|担心)|看哪天|看(?:心情
    |情况|天气)
    |我(?:也|就)?(?:是)?这么(?:想|觉得|认为)|(?:这个|这点)?我信|步骤太|我觉得.{1,10}吧|要我说|依我看|走着瞧|幸亏
    |问得好|进展|患难|有钱我)
    |^(?:never ?mind|forget it|no (?:rush|hurry|biggie|pressure)|take your time|same to you|you too
    |fingers crossed
    |touch wood|long story short|don't worry|speaking of which|that reminds me|where was i|point taken|good (?:call
    |shout
    |thinking|one)|too funny|yikes|bless|classic|fine by me|works for me|suits me|okay by me|beats me|search me
    |no clue
    |not (?:a clue|bothered|fussed|that it matters)|just (?:a thought|thinking|kidding|joking)|ignore me|don't mind me
    |here goes|hear me out|bear with me|my thoughts exactly|fair (?:point|play|dos)|you never know|who knows
    |time will tell
    |so be it|such is life|what i mean|what i meant|wish |if you say so|one last thing|one more thing|last question
    |a few (?:things|points|questions)|two (?:things|points|questions))(?![a-z])
    |^(?:nice|lovely|awful|horrible|terrible) (?:weather|day|one)(?![a-z])|^(?:the|your|that) (?:\w+ )?(?:joke|story
    |poem|recipe|list|answer
    |explanation|summary|title|draft|example|translation|picture|image|chart|idea|suggestion|option|tip
    |advice)(?: (?:about|of
    |on|with) [^,.;]{1,40}?)? (?:was|is|were|are|looks?|reads?|sounds?|worked|works|helped)(?![a-z])
    |(?<![a-z])i (?:should|could) (?:have|do with|use)(?![a-z])|(?<![a-z])i(?:'m| am) weighing up|i(?:'ll
    | will) remember (?:that|this)
    |(?<![a-z])i (?:couldn't|can't|could not) (?:tell|say)(?![a-z])|(?<![a-z])i(?:'ve| have) (?:got )?(?:a|one
    |another) (?:quick )?(?:question|query|favou?r)
    |(?<![a-z])i always get that wrong|let me (?:chew|think|sleep|mull)
    |(?<![a-z])(?:i(?:'ve| have)? no (?:clue|idea|opinion|preference)|i can't (?:tell|say|figure|work out|make out
    |see) (?:if|whether|what|why|how|it)|i(?:'ll| will) (?:give (?:it|that) (?:a )?(?:go|shot|try|whirl|thought)
    |sleep on it
    |have a think|mull|figure it out|manage|survive|live)|i lost my train|i'm not following|you lost me|ignore me
    |thinking out loud|i found it|i (?:just )?figured it out|i get (?:it|that|the idea)|say no more)(?![a-z])
    |^(?:说来话长|话说回来|不急|慢慢来|你也是|同乐|好险|老样子|一言难尽|别提了|随缘|看心情|不至于|倒也是|说的也是
    |也对|那倒|那就好|有数了|心里有
    |稳了|妥了|学到了|涨知识|受教|佩服|服了|还得是|太难了|我太难|问题不大|没毛病|就这么|就按|行吧|也行|都可以|无所谓
    |随便|不好说|难说|谁知道|天知道)
    |^(?:我)?(?:倒是|也|都|真|完全|还|有点|根本)?(?:无所谓|没意见|没想法|没印象|没概念|没辙|没招|不懂|不太懂|没懂
    |不明白|不太明白|不会弄|不太会|看不懂
    |听不懂|搞不懂|没听懂|不记得|记不清|忘了(?!带)|误会|知道怎么)|(?:我)?自己(?:找到|搞定|解决|弄好|想通|试出来)了
    |^(?:好像|似乎)?(?:也)?没(?:别的|其他|啥|事)
    |^当我没|^(?:我)?(?:终于|可算)?(?:下班|放学|到家|回来|起床)了|^(?:好了)?我回来了|^(?:稍|请)?等(?:我|一|下)
    |^(?:我)?(?:先|再)(?:看看|找找|想想|捋|查|不管|不说|试
    |缓|消化|琢磨)
    |^(?:我)?(?:会|都)?(?:记住|记下|收到|学会|明白|懂)了|熬夜|^早知道|^(?:说不[准定]|保不齐|没准)|^(?:很|真|好
    |太)?(?:高兴|开心|荣幸)|^(?:写|打|说|弄|搞)(?:错|反
    |漏)了?
    |^我(?:之前|刚才|刚刚|上次)?(?:可能)?(?:写|打|说|记|弄|搞|看|听)(?:错|反|漏)了?
    |都这么(?:晚|早|久|多|贵)|^怎么都|^(?:天|妈|老天)(?:呐|哪|啊|呀)|^你误会|下(?:大|着|起)?[雨雪]|堵车|^(?:屋里|外面
    |外头|今天|今儿)(?:可)?(?:真|好|太|又)
    |^(?:有|还有)(?:[一两三几]|个)?(?:点|个|件)?[^，。]{0,6}(?:要|想|需要)(?:先)?(?:说|提|问|确认|补充|声明|请教)
    """
)
ABOUT_TALK: Final = pattern(
    r"""
    (?<![a-z])i(?:'m| am|'ve| have)? (?:followed (?:your|the) steps|pasted (?:it|that)|tried (?:turning|restarting
    |rebooting|reinstalling|clearing|running
    |changing|both)|trying to (?:\w+ )?(?:a|the|this|my)|getting (?:an? )?(?:\d{3}|error|exception|warning|blank)
    |don't see (?:that|the|any|a)|can't find
    |see a blank|have to (?:write|hand in|submit|present|give) (?:an?|my|the|this)|(?:am )?writing (?:an? )(?:poem
    |essay|story|email|letter|report|post|song|speech|song|review))
    (?![a-z])|^it says (?:here )?|^there(?:'s| is) no such|^(?:the )?(?:tone|style|audience|target audience
    |word limit|length|mood|rhyme|title|register)(?: of \w+ \w+)? (?:should|must
    |needs|is|has|can|will)(?![a-z])|^it (?:should|needs to|must|has to|shouldn't|can't|mustn't)(?![a-z])
    |^(?:我)?(?:在|要|得|正在)?(?:写|弄|做|画|编|改)(?:一)?(?:首|篇|个|份|封|段|幅)?[^，。]{0,12}(?:的)?(?:诗|作文
    |文章|故事|论文|报告|邮件|文案|居中|歌词|演讲稿
    |PPT|海报|小说|剧本|检讨)$
    |^(?:贴上去|照你|按你|提示(?:说)?|返回|页面是)|没(?:看到|有)(?:那个|这个|你说)|^(?:受众|读者|主题|体裁|韵脚|字体
    |配色|画风)(?:是|要|用|选)
    |^(?:(?:and|but|now|then|as soon as i \w+ it),? )?it (?:has |just |only |still |then |always
    |never )?(?:crash|fail|hang|hung|quit|froze|freez|broke|breaks
    |stop|load|compil|does nothing|does not|doesn't|won't|didn't)
    |^(?:the|my|this) (?:result|output|response|page|screen|window|cursor|terminal|console)s? (?:isn't|is not|doesn't
    |does not|didn't|won't|is still|still)(?![a-z])
    |^(?:one|two|some|a few|the last|the first) (?:row|line|column|item|word|cell|field)s? (?:is|are) (?:missing
    |wrong|empty|duplicated|off)
    |i asked (?:for|you)|that's not what
    |(?<![a-z])i (?:prefer|like|liked|prefer the|choose|pick) (?:version|option|variant|number|answer
    |draft) \w{1,6}(?![a-z])
    |(?<![a-z])(?:the (?:code|answer|script|text|list|link|example|version|one|reply|command|query
    |function) (?:that )?you (?:gave|wrote|sent|posted|suggested|made|shared|provided)|your (?:last|previous|first
    |second) (?:answer|reply|message
    |suggestion|version|point)|it (?:keeps|kept) (?:saying|failing|crashing|telling|asking|giving|throwing)
    |it (?:only|just) happens|when i (?:run|try|open|click|start|compile|execute) (?:it|this|that)(?![a-z]))
    |^(?:刚才|刚刚|上面|前面|上一?[条段个])(?:那|的|你|我|这)?[^，。]{0,8}(?:看了|看过|说的|写的|给的|发的|提到|试了
    |试过)|^你(?:刚)?(?:才)?(?:给|写|说|发|提)的
    |^就这(?:封|次|个|段|篇|回|一)|^(?:只|就)要(?:结论|答案|结果|代码|标题|要点|重点)|^最好(?:带|有|是|能|再|别|用|短
    |简)|^(?:字数|篇幅|长度|语气|风格|标题|格式|开头|结尾)
    (?:要|控制|大概|大约|别|不要|尽量|再|最好|上|可以|得)|^用[^，。]{1,14}(?:的话|语言|口吻|语气|风格
    |方式)(?:来)?(?:解释|讲|说|写|介绍|描述|回答|翻译|概括|复述)
    |^(?:别|不要|少)(?:啰嗦|太长|太短|用术语|解释|展开|废话|客套)|^(?:原文|内容|题目|报错|代码|数据|附件|链接)(?:如下
    |是这样|在下面|见下|贴)
    """
)
WANTED_TEXT: Final = pattern(
    r"""
    ^(?:改成|换成|转成|做成|整理成|输出成|按)[^，。了]{1,10}(?:形式|格式|表格|列表|排序|分组|顺序)[^，。了]{0,6}$
    |^用一?(?:句话|段话|个词|两句话|三句话)
    |^(?:假装|扮演|想象)(?:一下)?你|^讲个|^写(?:一)?(?:封|份|段|条|个|篇)|^说(?:我|一下)|^你能(?:当|做|扮)|我来应聘
    |^(?:嗯|那)?我再(?:试|看|想|确认|问|查|改|检查|跑)
    |^(?:i (?:need|want|could use|would like)|i'd (?:like|love)|looking for|what i need is) (?:an? |some |a few |two
    |three
    )?(?:\w+ ){0,2}(?:haiku|poem|limerick|joke|story|summary|outline|draft|headline|title|tagline|slogan|caption|name
    |names
    |synonyms?|recipe|translation|paragraph|sentence|bullet points?|email|letter|speech|toast|intro|paraphrase|regex
    |one-liner
    |snippet|function|script|query|formula|spreadsheet|diagram|list|table|ideas?|tips?|advice|examples?
    |recommendations?
    |suggestions?|hand|favou?r|moment|minute|break|nap|coffee|drink|holiday|rest)(?![a-z])
    """
)
UNASKED: Final = pattern(
    r"""
    (?:真的假的|对吧|是吧|行不|能不|可以不|好不|咋整|咋办|咋弄|到哪了|哪儿了|几点了|多少来着|也行吧
    |可以吧)[。.!！~～\s]{0,3}$
    |^[^，。]{2,20}[能会行用要]?[^，。]{0,8}(?<![从])不$
    |,? (?:right|isn't it|aren't they|don't you think|no|eh|innit|yeah)\?$
    """
)
KNOWN: Final = pattern(
    r"""
    ^(?:paris|rome|london|berlin|tokyo|beijing|madrid|canberra|everest) (?:is|was|wasn't|has
    |lies)(?![^.]{0,60}(?<![a-z])(?:my|our|i|we|us|for me)(?![a-z]))
    |^(?:most|many|all|some|adult|wild|domestic) [a-z]+s (?:hate|love|like|prefer|fear|need|can|eat|live|sleep
    |are)(?![^.]{0,60}(?<![a-z])(?:my|our|us|me|we|i)(?![a-z]))
    |^an? (?:litre|liter|gallon|metre|meter|cubic|light|square) |^(?:太阳|月亮|地球)[^，。我]{0,2}(?:从|绕|是|有)
    |^大多数(?!时候|时间|人都在我)[^，。我]{1,6}(?:怕|喜欢|会|能|有|是|爱)
    |^一(?:升|斤|吨|米|公里|公斤|立方|光年)|^(?:番茄|西红柿|香蕉|草莓|花生|土豆)(?:其实)?(?:是|属于)
    |^the average (?!of)|^(?:mount|mt|lake|the river) (?-i:[A-Z])|^in (?:sweden|japan|china|germany|france|italy|spain
    |england|britain|america|the us|the uk|india|russia
    |theory|general|physics|maths?|chess|ancient \w+) (?:they|people|you|we|it|the|an?)(?![a-z])|^an? \w+ in (?:need
    |the hand|time)|^every cloud
    |^(?:mozart|beethoven|bach|shakespeare|einstein|newton|darwin|da vinci|leonardo|picasso|van gogh|napoleon|caesar
    |cleopatra|galileo|tesla|edison|marie curie
    |columbus|gandhi|lincoln|washington|aristotle|plato|confucius|tolstoy|dickens|jane austen) (?!is (?:my|our))
    |^(?:莫扎特|贝多芬|巴赫|莎士比亚|爱因斯坦|牛顿|达尔文|达芬奇|毕加索|梵高|拿破仑|凯撒|伽利略|特斯拉|爱迪生
    |居里夫人|哥伦布|甘地|林肯|柏拉图|孔子|李白|杜甫|苏轼|秦始皇|康熙|乾隆)(?!是我)
    |^(?:狗|猫|牛|马|鸟|鱼|鸡|猪|羊|兔子|老虎|狮子)(?:分不清|看不见|听不|是(?:色盲|哺乳|杂食)
    |有[一二三四五六七八九十两]|能(?:活|跑|听))|^一(?:头|只|条|匹|个
    |棵)(?!我)[^，。]{1,6}一(?:天|年|生|次)
    |^(?:富士山|瑞典|挪威|法国|德国|英国|意大利|西班牙|俄罗斯|印度|埃及|希腊|古代|理论上|数学上|物理上)|没有(?:骨头
    |垃圾回收|心脏)$
    |^(?:(?-i:[A-Z])[a-z]+s|(?:most|many|all|some) [a-z]+s) (?:have|eat|live|sleep|lay|hibernate|migrate|breathe
    |are (?:technically|mammals|birds|fish|reptiles|insects|animals|plants|fruits?
    |vegetables?))(?![a-z])(?!.{0,60}(?<![a-z])(?:my|our|us|me|we|i|now|any ?more)(?![a-z]))
    |^an? (?:average |typical |adult |normal |healthy )?(?:adult|human|person|child|baby|dog|cat|horse|cow|bee|whale
    |elephant
    |tree|star|year|marathon|litre|mile)s? (?:needs?|has|can|takes?|sleeps?|weighs?|lives?|eats?|is|drinks?)(?![a-z])
    |^(?:the )?(?:great wall|earth|moon|sun|sky|eiffel tower|nile|amazon|pacific|atlantic|speed of light|human body
    |internet
    |universe|everest|mount everest|equator|roman empire|world)(?![a-z])|^(?:water|honey|gold|iron|light|sound|oxygen
    |salt
    |sugar|milk|coffee|glass|ice|air|mercury|photosynthesis|gravity|evolution) (?:boils?|freezes?|melts?|never|always
    |is|travels?
    |contains?|goes|has|conducts?|expands?|comes)(?![a-z])
    |^(?:章鱼|大象|鲸鱼?|蓝鲸|鲨鱼|企鹅|长颈鹿|熊猫|蜜蜂|蚂蚁|蝙蝠|恐龙|人体|人类|成年人|普通人|婴儿|地球|月球|月亮
    |太阳|火星|光速?|声音|水|冰|空气|氧气|铁|金|铜|蜂蜜|长城
    |故宫|珠穆朗玛|黄河|长江|尼罗河|世界上?|全球|中国|美国|日本|一年|一光年|植物|动物|哺乳动物|细胞|地中海|太平洋
    |联合国|唐朝|宋朝|明朝|清朝|罗马)(?:里|中|上|的)?(?:有|是|在|能|会|全长
    |大约|约|一天|由|靠|通过|离|最|共|绕|可以|每)
    |^(?:pi|light|the (?:french|russian|american|industrial|glorious) revolution|world war|the (?:first
    |second) world war|the (?:roman|ottoman|mongol|british) empire
    |the \w+ dynasty|(?:king |queen |emperor |pope )?(?-i:[A-Z])[a-z]+ (?-i:[IVX]{2,4}))(?![a-z])|^tomatoes
    |^an? (?:pound|mile|inch|gallon|kilo|dozen|stone) is
    |^(?:圆周率|西红柿|番茄其实|咖啡因|牛奶含|一斤|一公里|一英里|一两|一尺|一吨|一加仑|一磅
    |[^，。]{1,6}到[^，。]{1,6}的距离|[秦汉唐宋元明清][朝代])
    |^(?:i (?:hear|heard|read)(?: that)?|they say|people say|word is|rumou?r has it)\s(?!from|about|you|the news)
    |^(?:听说|据说|传说|书上|网上|新闻(?:里|上)?|人家)(?:都)?说?
    |^(?:Python|Java|Go|Rust|HTTP|SQL|HTML|CSS|TCP|JSON|404|500)\s?(?:的|里|中)?[^，。我]{0,10}(?:是|表示|意思|支持
    |指)(?!我|咱)
    """
)


def passing(clause: str) -> str | None:
    """The reason for which a clause is only said in passing, or None."""
    for reason, cue in (
        ("question", UNASKED),
        ("mood", MOOD),
        ("moment", PARTING),
        ("reaction", REMARK),
        ("task", ABOUT_TALK),
        ("request", WANTED_TEXT),
        ("general", KNOWN),
    ):
        if cue.search(clause):
            return reason
    return None
