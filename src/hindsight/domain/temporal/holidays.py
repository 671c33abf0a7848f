"""Holidays, seasons and other periods that return every year, by name."""

from datetime import date, timedelta
from math import floor

from hindsight.domain.temporal.lunar import lunar_date
from hindsight.domain.temporal.periods import Period, Yearly, add_months, day_of, midnight, month_of

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


def fixed(month: int, day: int, days: int = 1) -> Yearly:
    def in_year(year: int) -> Period:
        start = midnight(date(year, month, day))
        return Period(start, start + timedelta(days=days), "day")

    return Yearly(in_year, "leap" if (month, day) == (2, 29) else "day")


def nth_weekday(month: int, weekday: int, nth: int, plus: int = 0) -> Yearly:
    """The nth weekday of the month (-1: the last one), moved by `plus` days."""
    return Yearly(lambda year: day_of(weekday_in(month_of(year, month), weekday, nth) + timedelta(plus)), "day")


def weekday_in(period: Period, weekday: int, nth: int) -> date:
    """The nth weekday of a period, counted from its end when negative; ValueError if it has no such day."""
    if nth > 0:
        first = period.start + timedelta(days=(weekday - period.start.weekday()) % 7)
        found = first + timedelta(days=7 * (nth - 1))
    else:
        last = period.end - timedelta(days=1)
        found = last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-nth - 1))
    if not period.start <= found < period.end:
        raise ValueError("the period has no such weekday")
    return found.date()


def easter(year: int) -> date:
    """Gregorian Easter Sunday (Meeus/Jones/Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    month, day = divmod(h + k - 7 * m + 114, 31)
    return date(year, month, day + 1)


def from_easter(days: int) -> Yearly:
    return Yearly(lambda year: day_of(easter(year) + timedelta(days=days)), "day")


def lunar(month: int, day: int, days: int = 1) -> Yearly:
    """A lunar date; of the Gregorian year it usually falls in (month 12 and the eve: the year that begins)."""

    def in_year(year: int) -> Period:
        start = midnight(lunar_date(year - 1 if month == 12 else year, month, day))
        return Period(start, start + timedelta(days=days), "day")

    return Yearly(in_year, "day")


def solar_term(month: int, constant: float) -> Yearly:
    """A solar term by the customary formula [Y·0.2422 + C] - [Y/4], Y counted from 2000.

    Right for 1990-2050 but for a day in a few years; before March the leap day is still to come: [(Y-1)/4].
    """

    def in_year(year: int) -> Period:
        since = year - 2000
        leaps = (since - 1) // 4 if month < 3 else since // 4
        return day_of(date(year, month, floor(since * 0.2422 + constant) - leaps))

    return Yearly(in_year, "day")


def months(first: int, count: int, grain: str) -> Yearly:
    def in_year(year: int) -> Period:
        start = midnight(date(year, first, 1))
        return Period(start, add_months(start, count), grain)

    return Yearly(in_year, grain)


MONTHS_OF_YEAR = {number: months(number, 1, "month") for number in range(1, 13)}
QUARTERS = {number: months(3 * number - 2, 3, "quarter") for number in range(1, 5)}
HALVES = {1: months(1, 6, "half"), 2: months(7, 6, "half")}
SPRING, SUMMER, AUTUMN, WINTER = (months(first, 3, "season") for first in (3, 6, 9, 12))

Table = dict[str, Yearly]


def _spread(entries: dict[str, Yearly]) -> Table:
    return {name: value for names, value in entries.items() for name in names.split("|")}


# English names as their words, lower case, apostrophes left out; "day" at the end is optional where marked.
HOLIDAYS_EN: Table = _spread(
    {
        "new years day|new year day|new years|new year": fixed(1, 1),
        "new years eve|new year eve": fixed(12, 31),
        "martin luther king day|martin luther king jr day|mlk day": nth_weekday(1, MON, 3),
        "groundhog day|groundhogs day": fixed(2, 2),
        "valentines day|valentine day|valentines": fixed(2, 14),
        "presidents day|washingtons birthday": nth_weekday(2, MON, 3),
        "international womens day|womens day": fixed(3, 8),
        "pi day": fixed(3, 14),
        "st patricks day|saint patricks day|st pattys day": fixed(3, 17),
        "april fools day|april fools": fixed(4, 1),
        "earth day": fixed(4, 22),
        "may day": fixed(5, 1),
        "star wars day": fixed(5, 4),
        "cinco de mayo": fixed(5, 5),
        "mothers day": nth_weekday(5, SUN, 2),
        "memorial day": nth_weekday(5, MON, -1),
        "fathers day": nth_weekday(6, SUN, 3),
        "juneteenth": fixed(6, 19),
        "canada day": fixed(7, 1),
        "independence day": fixed(7, 4),
        "bastille day": fixed(7, 14),
        "labor day|labour day": nth_weekday(9, MON, 1),
        "columbus day|indigenous peoples day": nth_weekday(10, MON, 2),
        "halloween|halloween day|all hallows eve": fixed(10, 31),
        "all saints day": fixed(11, 1),
        "guy fawkes day|guy fawkes night|bonfire night": fixed(11, 5),
        "veterans day|remembrance day|armistice day": fixed(11, 11),
        "singles day": fixed(11, 11),
        "thanksgiving|thanksgiving day": nth_weekday(11, THU, 4),
        "black friday": nth_weekday(11, THU, 4, plus=1),
        "cyber monday": nth_weekday(11, THU, 4, plus=4),
        "giving tuesday": nth_weekday(11, THU, 4, plus=5),
        "christmas eve|xmas eve": fixed(12, 24),
        "christmas|christmas day|xmas|xmas day": fixed(12, 25),
        "boxing day": fixed(12, 26),
        "mardi gras|shrove tuesday|fat tuesday": from_easter(-47),
        "ash wednesday": from_easter(-46),
        "palm sunday": from_easter(-7),
        "maundy thursday": from_easter(-3),
        "good friday": from_easter(-2),
        "easter|easter sunday|easter day": from_easter(0),
        "easter monday": from_easter(1),
        "ascension day": from_easter(39),
        "pentecost|whit sunday": from_easter(49),
        "whit monday": from_easter(50),
        "chinese new year|lunar new year|spring festival": lunar(1, 1),
        "lantern festival": lunar(1, 15),
        "dragon boat festival": lunar(5, 5),
        "mid-autumn festival|mid autumn festival|moon festival": lunar(8, 15),
    }
)

# Chinese names; "节" at the end is optional where both forms stand.
HOLIDAYS_ZH: Table = _spread(
    {
        "元旦节|元旦|新年|阳历新年": fixed(1, 1),
        "元旦假期|元旦小长假": fixed(1, 1, days=3),
        "情人节": fixed(2, 14),
        "妇女节|三八妇女节|三八节|女神节": fixed(3, 8),
        "植树节": fixed(3, 12),
        "消费者权益日": fixed(3, 15),
        "愚人节": fixed(4, 1),
        "世界读书日": fixed(4, 23),
        "劳动节|五一劳动节|五一节|五一": fixed(5, 1),
        "五一假期|五一长假|五一黄金周": fixed(5, 1, days=5),
        "青年节|五四青年节": fixed(5, 4),
        "母亲节": nth_weekday(5, SUN, 2),
        "儿童节|六一儿童节|六一": fixed(6, 1),
        "父亲节": nth_weekday(6, SUN, 3),
        "建党节|七一建党节": fixed(7, 1),
        "建军节|八一建军节": fixed(8, 1),
        "教师节": fixed(9, 10),
        "国庆节|国庆日|国庆": fixed(10, 1),
        "国庆假期|国庆长假|国庆期间|国庆节期间|国庆节假期|十一长假|十一假期|十一黄金周|国庆黄金周|十一期间": fixed(
            10, 1, days=7
        ),
        "万圣节": fixed(10, 31),
        "光棍节|双十一|双11": fixed(11, 11),
        "双十二|双12": fixed(12, 12),
        "六一八|618大促": fixed(6, 18),
        "感恩节": nth_weekday(11, THU, 4),
        "黑色星期五": nth_weekday(11, THU, 4, plus=1),
        "国家公祭日": fixed(12, 13),
        "平安夜|圣诞前夜|圣诞夜": fixed(12, 24),
        "圣诞节|圣诞": fixed(12, 25),
        "跨年夜": fixed(12, 31),
        "复活节": from_easter(0),
        "耶稣受难日": from_easter(-2),
        "清明节|清明": solar_term(4, 4.81),
        "冬至": solar_term(12, 21.94),
        "立春": solar_term(2, 3.87),
        "惊蛰": solar_term(3, 5.63),
        "春分": solar_term(3, 20.646),
        "谷雨": solar_term(4, 20.1),
        "立夏": solar_term(5, 5.52),
        "芒种": solar_term(6, 5.678),
        "夏至": solar_term(6, 21.37),
        "立秋": solar_term(8, 7.5),
        "秋分": solar_term(9, 23.042),
        "霜降": solar_term(10, 23.438),
        "立冬": solar_term(11, 7.438),
        "除夕夜|除夕|大年三十|年三十": lunar(1, 0),
        "春节|农历新年|大年初一|正月初一": lunar(1, 1),
        "春节期间|新春期间|春节假期|春节长假|过年期间": lunar(1, 1, days=7),
        "元宵节|元宵|正月十五": lunar(1, 15),
        "龙抬头": lunar(2, 2),
        "端午节|端午": lunar(5, 5),
        "端午假期|端午小长假": lunar(5, 5, days=3),
        "中秋假期|中秋小长假": lunar(8, 15, days=3),
        "七夕节|七夕": lunar(7, 7),
        "中元节|鬼节": lunar(7, 15),
        "中秋节|中秋": lunar(8, 15),
        "重阳节|重阳": lunar(9, 9),
        "腊八节|腊八": lunar(12, 8),
        "小年": lunar(12, 23),
    }
)

SEASONS: Table = _spread(
    {
        "spring|springtime|春天|春季": SPRING,
        "summer|summertime|夏天|夏季|夏日": SUMMER,
        "autumn|fall|autumntime|秋天|秋季": AUTUMN,
        "winter|wintertime|冬天|冬季": WINTER,
        "暑假": months(7, 2, "season"),
        "寒假": months(1, 2, "season"),
    }
)
