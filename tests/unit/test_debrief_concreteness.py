"""The gate against platitudes (X5), in English and Chinese."""

import pytest

from hindsight.domain.debrief import assess, concreteness, is_platitude

CONCRETE = [
    "set encoding to `gb18030` instead of `utf-8-sig`",
    "Pass start in milliseconds (x1000), not seconds.",
    "When the API returns 429, wait 30 s before the next request.",
    "Create the parent directory before writing the file.",
    "Run `npm ci` in the app folder first, then build.",
    "Use --no-cache-dir when pip install runs out of disk.",
    "If browser_click reports a stale ref, call browser_snapshot again and take the new ref.",
    "Split uploads over 25 MB into parts.",
    "Query the orders table with a limit of 500 rows per page.",
    "Dates must be YYYY-MM-DD; 3/4/2026 is rejected.",
    "Add the header Authorization: Bearer to every POST /v1/orders call.",
    "On FileNotFoundError list the folder and take the exact name.",
    "Call get_user_details before book_reservation and take the payment id from it.",
    "Sort by created_at before taking the first row.",
    'Quote column names with upper-case letters in PostgreSQL: "Revenue".',
    "读取 Excel 导出的 CSV 时把 encoding 设为 gb18030",
    "先创建 out/2026 目录，再写入文件",
    "接口返回 429 时等待 30 秒再重试",
    "查询超时就把 timeout 从 30 调到 120",
    "点击之前先重新调用 browser_snapshot，取新的 ref",
    "日期要用 YYYY-MM-DD 格式，不要用 3/4/2026",
    "上传超过 25MB 的文件要分片，每片 5MB",
    "列名区分大小写：用 df['revenue'] 而不是 df['Revenue']",
    "遇到 401 先调用 refresh_token，再重试原请求",
    "安装时加上 --index-url 参数",
    "先查询表结构，再写 SQL",
    "分页大小改成 100，不要用 1000",
    "把 start 参数改为毫秒时间戳",
]
PLATITUDES = [
    "Be careful with formats.",
    "Pay attention to details and double-check your work.",
    "Make sure everything is correct before proceeding.",
    "Always verify the results.",
    "Handle errors gracefully.",
    "Follow best practices when writing code.",
    "Think step by step and plan ahead.",
    "Try a different approach if the first one does not work.",
    "Understand the requirements thoroughly before starting.",
    "Improve error handling and robustness.",
    "Communicate clearly with the user.",
    "Use appropriate tools for the task.",
    "Break the task into smaller steps.",
    "Avoid making the same mistake again.",
    "Read the documentation carefully.",
    "Check the parameters.",
    "注意文件格式",
    "要小心处理数据，避免出错",
    "认真检查参数是否正确",
    "确保操作正确无误",
    "遇到问题要及时沟通",
    "做好异常处理",
    "遵循最佳实践",
    "合理安排步骤，提高效率",
    "多思考，多测试",
    "下次要更加仔细",
    "充分理解需求后再动手",
    "换个思路试试",
    "务必谨慎操作",
    "总结经验，吸取教训",
]


@pytest.mark.requirement("X5")
@pytest.mark.parametrize("text", CONCRETE)
def test_advice_that_names_something_to_do_passes(text):
    assert not is_platitude(text), assess(text)


@pytest.mark.requirement("X5")
@pytest.mark.parametrize("text", PLATITUDES)
def test_a_platitude_is_refused_with_a_reason(text):
    found = assess(text)
    assert found.platitude, found
    assert found.reason
    assert found.missing


@pytest.mark.requirement("X5")
def test_every_concrete_sentence_scores_above_every_platitude_on_average():
    ranked = sorted(
        [(concreteness(text), True) for text in CONCRETE] + [(concreteness(text), False) for text in PLATITUDES]
    )
    pairs = [(a, b) for a, concrete in ranked if concrete for b, other in ranked if not other]
    auc = sum((a > b) + 0.5 * (a == b) for a, b in pairs) / len(pairs)
    assert auc > 0.97


def test_an_anchor_saves_advice_that_also_says_a_platitude():
    assert not is_platitude("Be careful: set encoding to `gb18030`")
    assert not is_platitude("注意：encoding 要设为 `gb18030`")


def test_empty_text_is_a_platitude_of_score_zero():
    assert assess("  ").platitude
    assert concreteness("") == 0.0


def test_the_score_stays_between_0_and_1():
    everything = (
        "If TimeoutError occurs, first call `a_b` then set timeout to 30 s instead of `c_d`, before the query 先x再y"
    )
    assert 0.9 < concreteness(everything) <= 1.0
