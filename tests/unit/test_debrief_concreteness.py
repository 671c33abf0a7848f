"""The gate against platitudes (X5), in English and Chinese."""

import pytest

from hindsight.domain.debrief import assess, concreteness

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
    "Use the `--legacy-peer-deps` flag with npm install when peer versions conflict",
    "Wait for the spinner to disappear before clicking Submit",
    "Increase the page timeout to 60 seconds for the reports page",
    "Read the CSV with a semicolon as the separator",
    "Log in again when the session cookie has expired, then repeat the request",
    "For amounts in JPY pass whole numbers without decimals",
    "Fetch the schema with describe_table before writing the SQL",
    "The date column is day-first: parse with dayfirst=True",
    "Send the file as multipart form data instead of base64",
    "git pull --rebase before pushing to main",
    "Chunk documents into 800 tokens with 100 overlap",
    "Escape the single quotes in the SQL string",
    "Check that the branch is not main before force pushing",
    "Store prices in cents, not in euros",
    "The export button is only visible after the table has loaded: wait for it first",
    "调用搜索接口时 limit 不能超过 50",
    "遇到中文文件名要先做 URL 编码再请求",
    "写入之前先备份 config.yaml",
    "用订单号查询，不要用客户姓名",
    "pip 安装失败时换用清华镜像源",
    "金额单位是分，不是元",
    "登录态过期后重新获取 cookie 再继续",
    "读取大文件时按 1000 行分批处理",
    "图片上传前先压缩到 2MB 以内",
    "提交表单前要等页面加载完成",
    "git push 被拒绝时先执行 git pull --rebase",
    "把超时时间调整为 60 秒",
    "SQL 里的字符串要用单引号",
    "先调用 list_tables 确认表名",
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
    "Be more careful next time",
    "Ensure data quality",
    "Use the right tool for the job",
    "Check your inputs",
    "Consider all possible edge cases",
    "Stay organized and focused",
    "Write clean and maintainable code",
    "Verify before acting",
    "Think about the problem before starting",
    "Keep the user informed",
    "Be patient when waiting for results",
    "Test thoroughly",
    "Plan better",
    "Optimize the workflow",
    "Learn from previous failures",
    "It is important to handle exceptions",
    "Make good use of available resources",
    "Double check the file path",
    "Pay attention to encoding issues",
    "When an error occurs, analyze the cause carefully",
    "Before starting, make sure you understand the task",
    "If something fails, try again with a better approach",
    "注意编码问题",
    "要有耐心",
    "遇到错误时认真分析原因",
    "提前做好规划",
    "保证数据质量",
    "选择合适的工具",
    "养成良好的习惯",
    "检查输入",
    "执行前先想清楚",
    "加强沟通",
    "使用正确的方法",
    "操作之前先仔细阅读文档",
    "失败后要反思",
    "尽可能避免此类问题",
    "先理解任务再执行",
    "优化代码质量",
    "仔细核对文件路径",
    "灵活应对各种情况",
]


@pytest.mark.requirement("X5")
@pytest.mark.parametrize("text", CONCRETE)
def test_advice_that_names_something_to_do_passes(text):
    assert not assess(text).platitude, assess(text)


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
    assert not assess("Be careful: set encoding to `gb18030`").platitude
    assert not assess("注意：encoding 要设为 `gb18030`").platitude


def test_empty_text_is_a_platitude_of_score_zero():
    assert assess("  ").platitude
    assert concreteness("") == 0.0


def test_the_score_stays_between_0_and_1():
    everything = (
        "If TimeoutError occurs, first call `a_b` then set timeout to 30 s instead of `c_d`, before the query 先x再y"
    )
    assert 0.9 < concreteness(everything) <= 1.0
