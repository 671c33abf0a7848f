"""What every language model promises, and how the OpenAI-compatible one treats its endpoint."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from tests.llm_server import LLMServer, Said, llm_server

from hindsight.adapters.llm import open_llm
from hindsight.adapters.llm.endpoint import Endpoint
from hindsight.adapters.llm.openai import OpenAIModel
from hindsight.adapters.wrap.rested import RestedModel
from hindsight.domain.errors import ConfigError, Unavailable

pytestmark = [pytest.mark.anyio, pytest.mark.requirement("D5")]

KEY = "sk-" + "not-a-real-key-0123456789"


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with llm_server() as running:
        yield running


@pytest.fixture
async def model(server: LLMServer) -> AsyncIterator[OpenAIModel]:
    opened = OpenAIModel(Endpoint.parse(server.url), key=KEY, first_pause_s=0.01)
    yield opened
    await opened.aclose()


async def complete(model: OpenAIModel | RestedModel, timeout_s: float = 5.0) -> str:
    return await model.complete("Be brief.", "Say hello.", max_tokens=50, timeout_s=timeout_s)


async def test_a_prompt_is_answered(server: LLMServer, model: OpenAIModel) -> None:
    server.answers("hello")
    assert await complete(model) == "hello"
    request = server.asked[0]
    assert request["model"] == model.model == "scripted-1"
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert request["max_tokens"] == 50
    assert server.keys == [f"Bearer {KEY}"]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
async def test_a_failure_that_may_pass_is_tried_again(server: LLMServer, model: OpenAIModel, status: int) -> None:
    server.answers(Said(status=status), Said(status=status), "hello")
    assert await complete(model) == "hello"
    assert len(server.asked) == 3


async def test_a_broken_connection_is_tried_again(server: LLMServer, model: OpenAIModel) -> None:
    server.answers(Said(hang_up=True), "hello")
    assert await complete(model) == "hello"


async def test_a_proxys_page_is_no_completion_and_may_pass(server: LLMServer, model: OpenAIModel) -> None:
    server.answers(Said(raw=b"<html>starting</html>"), Said(raw=b'{"choices": []}'), "hello")
    assert await complete(model) == "hello"


async def test_tries_are_bounded(server: LLMServer, model: OpenAIModel) -> None:
    server.answers(Said(status=500))
    with pytest.raises(Unavailable, match="500"):
        await complete(model)
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [401, 403, 404, 422])
async def test_a_failure_that_stays_is_not_tried_again(server: LLMServer, model: OpenAIModel, status: int) -> None:
    server.answers(Said("wrong", status=status))
    with pytest.raises(Unavailable, match=str(status)):
        await complete(model)
    assert len(server.asked) == 1


async def test_retry_after_is_honoured(server: LLMServer, model: OpenAIModel) -> None:
    server.answers(Said(status=429, headers={"retry-after": "0.3"}), "hello")
    begun = time.monotonic()
    assert await complete(model) == "hello"
    assert time.monotonic() - begun >= 0.3


async def test_a_server_that_wants_to_be_left_alone_for_long_is_left_alone(
    server: LLMServer, model: OpenAIModel
) -> None:
    server.answers(Said(status=429, headers={"retry-after": "3600"}), "hello")
    with pytest.raises(Unavailable, match="3600"):
        await complete(model)
    assert len(server.asked) == 1


async def test_the_time_given_bounds_all_tries_together(server: LLMServer, model: OpenAIModel) -> None:
    late_s = 5.0
    server.answers(Said("late", delay_s=late_s))
    begun = time.monotonic()
    with pytest.raises(Unavailable, match="within"):
        await complete(model, timeout_s=0.2)
    assert time.monotonic() - begun < late_s


@pytest.mark.parametrize(
    "complaint,gone,instead",
    [
        ("'response_format' is not supported", "response_format", None),
        ("Use 'max_completion_tokens' instead of 'max_tokens'", "max_tokens", "max_completion_tokens"),
        ("temperature does not support 0.0 with this model", "temperature", None),
    ],
)
async def test_what_a_server_does_not_know_is_left_out_from_then_on(
    server: LLMServer, model: OpenAIModel, complaint: str, gone: str, instead: str | None
) -> None:
    server.answers(Said(complaint, status=400), "hello", "again")
    assert await complete(model) == "hello"
    assert await complete(model) == "again"
    assert len(server.asked) == 3
    assert all(gone not in request for request in server.asked[1:])
    assert instead is None or all(request[instead] == 50 for request in server.asked[1:])


async def test_a_refused_request_ends_whatever_it_complains_of(server: LLMServer, model: OpenAIModel) -> None:
    server.answers(Said("response_format temperature max_completion_tokens json_object", status=400))
    with pytest.raises(Unavailable):
        await complete(model)
    assert len(server.asked) < 8


@pytest.mark.parametrize(
    "raw,text",
    [
        (b'{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}]}', "ab"),
        (b'{"choices":[{"message":{"content":null,"refusal":"I cannot."}}]}', "I cannot."),
        (b'{"choices":[{"message":{"content":null}}]}', ""),
        (b'{"choices":[{"message":{"content":7}}]}', ""),
    ],
)
async def test_messages_of_every_shape_are_text(server: LLMServer, model: OpenAIModel, raw: bytes, text: str) -> None:
    server.answers(Said(raw=raw))
    assert await complete(model) == text


async def test_the_key_is_in_no_log_and_in_no_error(
    server: LLMServer, model: OpenAIModel, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answers(Said("bad key", status=401))
    with pytest.raises(Unavailable) as raised:
        await complete(model)
    assert KEY not in caplog.text
    assert KEY not in f"{raised.value} {raised.value.__cause__} {raised.value.__context__} {model!r}"


async def test_a_model_that_failed_rests_and_is_asked_again_later(server: LLMServer, model: OpenAIModel) -> None:
    now = 0.0
    rested = RestedModel(model, rest_s=15.0, monotonic=lambda: now)
    server.answers(Said(status=401), "hello")
    with pytest.raises(Unavailable):
        await complete(rested)
    with pytest.raises(Unavailable, match="asked again in 15 s"):
        await complete(rested)
    assert len(server.asked) == 1
    now = 16.0
    assert await complete(rested) == "hello"


def test_no_model_is_a_choice() -> None:
    assert open_llm("none:") is None


@pytest.mark.parametrize(
    "url",
    [
        "openai+http://127.0.0.1/v1",
        "openai+http://key@127.0.0.1/v1?model=m",
        "openai+http:///v1?model=m",
        "openai+http://127.0.0.1/v1?model=m&colour=red",
        "openai+http://127.0.0.1/v1?model=m&tries=0",
        "openai+http://127.0.0.1/v1?model=m&temperature=nan",
        "openai+https://127.0.0.1/v1?model=m&json=perhaps",
        "gpt:4",
    ],
)
def test_a_wrong_url_is_a_setting_to_mend(url: str) -> None:
    with pytest.raises(ConfigError):
        open_llm(url)


@pytest.mark.parametrize("base", ["/v1", "/v1/", "/v1/chat/completions"])
def test_the_address_may_end_as_people_write_it(base: str) -> None:
    assert Endpoint.parse(f"openai+https://host:8000{base}?model=m").url == "https://host:8000/v1/chat/completions"
