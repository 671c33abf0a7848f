"""What may be relied on, who is credited, and what goes lost when two write at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.services.conftest import World

from hindsight.domain.guard import GuardPolicy
from hindsight.domain.policy import Policy

pytestmark = pytest.mark.anyio


def put(place: str, **came: Any) -> dict[str, Any]:
    return {"tool": "bucket_put", "args": {"bucket": "archive", "place": place}, **came}


def stored(name: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"goal": f"Store the dump {name}", "tools": ["bucket_put"], "steps": list(steps), **more}


ELSEWHERE = "Error: the bucket lives elsewhere"


@pytest.mark.requirement("X8", "X9")
async def test_a_value_that_was_right_once_is_unconfirmed_until_a_second_run_bears_it_out(world: World) -> None:
    for number, unconfirmed in ((101, True), (202, False)):
        await world.alice.record(stored(f"d-{number}", put("north", error=ELSEWHERE), put("south", result="ok")))
        (advice,) = (await world.alice.experience("Store the dump d-303", tools=["bucket_put"])).hits
        assert advice.unconfirmed == unconfirmed


@pytest.mark.requirement("X8")
async def test_an_error_that_names_the_refused_value_needs_no_second_run(world: World) -> None:
    refused = "Error: place north is closed"
    await world.alice.record(stored("d-101", put("north", error=refused), put("south", result="ok")))
    (advice,) = (await world.alice.experience("Store the dump d-303", tools=["bucket_put"])).hits
    assert not advice.unconfirmed


@pytest.mark.requirement("X9")
async def test_a_run_that_went_well_the_old_way_makes_a_lesson_unconfirmed_again(world: World) -> None:
    refused = "Error: place north is closed"
    await world.alice.record(stored("d-101", put("north", error=refused), put("south", result="ok")))
    told = await world.alice.record(stored("d-202", put("north", result="ok")))
    assert [(item.applied, item.recurred, item.state) for item in told.credited] == [(False, False, "new")]
    (advice,) = (await world.alice.experience("Store the dump d-303", tools=["bucket_put"])).hits
    assert (advice.unconfirmed, advice.experience.counters.unneeded) == (True, 1)


@pytest.mark.requirement("X7")
@pytest.mark.parametrize("code", ["MXN-40245", "511423", "7f3a9c52d0b14e66"])
async def test_a_value_that_looks_like_one_of_one_case_is_never_offered(world: World, code: str) -> None:
    wrong = {"tool": "redeem", "args": {"shop": "north", "code": "none"}, "error": "Error: wrong code"}
    right = {"tool": "redeem", "args": {"shop": "north", "code": code}, "result": "ok"}
    await world.alice.record({"goal": "Redeem the coupon", "steps": [wrong, right]})
    (advice,) = (await world.alice.experience("Redeem the coupon", tools=["redeem"])).hits
    assert [op.new for op in advice.ops] == [None]
    assert code not in advice.text


def redeemed(shop: str, code: str) -> dict[str, Any]:
    wrong = {"tool": "redeem", "args": {"shop": shop, "code": "none"}, "error": "Error: wrong code"}
    right = {"tool": "redeem", "args": {"shop": shop, "code": code}, "result": "ok"}
    return {"goal": "Redeem the coupon", "steps": [wrong, right]}


@pytest.mark.requirement("X7")
async def test_a_value_that_looks_like_one_of_one_case_is_offered_once_two_cases_bear_it_out(world: World) -> None:
    offered = []
    for shop, code in (("north", "MXN-40245"), ("south", "MXN-40245"), ("east", "KLP-77120")):
        await world.alice.record(redeemed(shop, code))
        (advice,) = (await world.alice.experience("Redeem the coupon", tools=["redeem"])).hits
        offered.append([op.new for op in advice.ops])
    assert offered == [[None], ["MXN-40245"], [None]]


@pytest.mark.requirement("X8", "X9")
async def test_two_runs_do_not_bear_out_a_value_where_another_one_cured_the_same_failure_twice(world: World) -> None:
    for number, place in enumerate(("south", "south", "west", "west")):
        await world.alice.record(stored(f"d-{number}0{number}", put("north", error=ELSEWHERE), put(place, result="ok")))
    hits = (await world.alice.experience("Store the dump d-909", tools=["bucket_put"])).hits
    assert [hit.unconfirmed for hit in hits] == [True]


@pytest.mark.requirement("S1", "X4")
async def test_a_secret_that_another_tool_brought_is_kept_nowhere_and_its_source_is_told(world: World) -> None:
    old, new = "rt7" + "old", "rt9" + "fresh"
    steps = [
        {"tool": "runner_register", "args": {"name": "m1", "token": old}, "error": "forbidden (check the token)"},
        {"tool": "runner_token", "args": {}, "result": f"registration token {new}, valid for one hour"},
        {"tool": "runner_register", "args": {"name": "m1", "token": new}, "result": "ok"},
    ]
    await world.alice.record({"goal": "Register the build machine", "steps": steps})
    (advice,) = (
        await world.alice.experience("Register the build machine", tools=["runner_register", "runner_token"])
    ).hits
    assert [(op.op, op.tool, op.path, op.new) for op in advice.ops] == [("refresh", "runner_token", "token", None)]
    assert [p.name for p in world.home.rglob("*") if p.is_file() and new.encode() in p.read_bytes()] == []


@pytest.mark.requirement("S1", "X8")
async def test_no_operation_carries_a_mask_as_its_value(world: World) -> None:
    wrong = {"tool": "pair", "args": {"device": "x", "pin": "0000"}, "error": "Error: wrong pin"}
    right = {"tool": "pair", "args": {"device": "x", "pin": "4711"}, "result": "ok"}
    await world.alice.record({"goal": "Pair the headset", "steps": [wrong, right]})
    (advice,) = (await world.alice.experience("Pair the headset", tools=["pair"])).hits
    assert [(op.path, op.new) for op in advice.ops] == [("pin", None)]


@pytest.mark.requirement("X10")
async def test_failures_of_a_run_that_is_not_reflected_on_are_counted_as_patterns(world: World) -> None:
    for number in range(60):  # a warm space reflects on few runs
        lesson = f"set place to `p{number}` instead of `q{number}` when the bucket is number {number}"
        await world.alice.learn(f"store things in bucket number {number}", lesson, tools=["bucket_put"])
    for number in range(2):
        lookup = {"tool": "bucket_stat", "args": {"bucket": f"b{number}"}, "error": "no such bucket"}
        done = {"tool": "log_line", "args": {"text": "nothing to do"}, "result": "ok"}
        told = await world.alice.record({"goal": f"Check {number}", "steps": [lookup, done], "outcome": "success"})
        assert (told.reflected, len(told.outcomes)) == (False, 1)
    (pattern,) = await world.alice.failure_patterns()
    assert (pattern.tool, pattern.count, pattern.runs) == ("bucket_stat", 2, 2)


@pytest.mark.requirement("X9", "S4")
async def test_a_lesson_of_a_shared_space_is_credited_by_its_readers_only(world: World) -> None:
    team = world.hs.space("team", shared=True)
    await team.record(stored("d-101", put("north", error=ELSEWHERE), put("south", result="ok")))
    used = stored("d-202", put("south", result="ok"))
    (advice,) = (await team.experience("Store the dump d-202", tools=["bucket_put"])).hits
    mallory = await world.hs.space("mallory").record({**used, "id": "m"}, shown=[advice.id])
    assert mallory.credited == ()
    await team.grant("alice")
    (seen,) = (await world.alice.experience("Store the dump d-202", tools=["bucket_put"])).hits
    told = await world.alice.record({**used, "id": "a"}, shown=[seen.id])
    assert [(item.id, item.applied, item.state) for item in told.credited] == [(advice.id, True, "active")]
    (after,) = (await team.experience("Store the dump d-303", tools=["bucket_put"])).hits
    assert (after.state, after.experience.counters.ok_after) == ("active", 1)


@pytest.mark.requirement("X4", "W8")
async def test_a_lesson_handed_in_by_many_at_once_joins_the_one_there_is(world: World) -> None:
    advice = "set place to `south` instead of `north`"
    first = await world.alice.learn("Store dump 9", advice, tools=["bucket_put"], error=ELSEWHERE)
    handed = [world.alice.learn(f"Store dump {n}", advice, tools=["bucket_put"], error=ELSEWHERE) for n in range(8)]
    learnt = await asyncio.gather(*handed)
    assert {(item.id, item.action) for item in learnt} == {(first.id, "merged")}
    assert (await world.alice.get(first.id)).counters.stated == 9


@pytest.mark.requirement("S1")
async def test_what_is_kept_of_a_run_follows_the_deployments_guard(world: World) -> None:
    phone = "+49 171 2345678"
    lesson = f"dial `{phone}` instead of `112` when the hotline does not answer"
    run = stored("d-1", put(phone, error="Error: place is a number"), put("south", result="ok"))
    async with world.another(worker=False, policy=Policy(guard=GuardPolicy(pii="store"))) as hs:
        open_, masked = hs.space("open"), world.hs.space("masked")
        for space, kept in ((open_, True), (masked, False)):
            await space.learn("reach the hotline", lesson, tools=["dial"])
            await space.record(run)
            shown = (await space.experience("reach the hotline")).hits + (await space.experience("Store the dump")).hits
            assert len(shown) == 2
            assert all((phone in str(hit.experience.to_dict())) == kept for hit in shown)


def asked(url: str, right: str) -> dict[str, Any]:
    call = {"tool": "http_request", "args": {"url": url, "scheme": "Bearer"}}
    good = {**call, "args": {"url": url, "scheme": right}}
    return {"goal": "Read the tickets", "steps": [{**call, "error": "401 Unauthorized"}, {**good, "result": "ok"}]}


@pytest.mark.requirement("X4", "X8")
async def test_two_cures_of_one_failure_at_two_hosts_are_two_lessons_with_their_conditions(world: World) -> None:
    for page in ("1", "2"):
        await world.alice.record(asked(f"https://api.tern.example/v2?page={page}", "Token"))
        await world.alice.record(asked(f"https://crm.orla.example/list?page={page}", "Basic"))
    found = await world.alice.experience("Read the tickets", tools=["http_request"], error="401 Unauthorized")
    assert {(hit.ops[0].new, hit.experience.context.preconditions, hit.unconfirmed) for hit in found} == {
        ("Token", ("url at api.tern.example",), False),
        ("Basic", ("url at crm.orla.example",), False),
    }


@pytest.mark.requirement("X4", "X8")
async def test_two_cures_of_one_failure_are_split_by_the_argument_that_differs(world: World) -> None:
    def released(name: str, cluster: str, right: str) -> dict[str, Any]:
        call = {"tool": "release", "args": {"app": name, "cluster": cluster, "ring": "r0"}}
        good = {**call, "args": {**call["args"], "ring": right}}
        return {"goal": f"Release {name}", "steps": [{**call, "error": "Error: not allowed"}, {**good, "result": "ok"}]}

    for name in ("app-11", "app-12", "app-13"):
        await world.alice.record(released(name, "east", "r1"))
        await world.alice.record(released(name, "west", "r2"))
    found = await world.alice.experience("Release app-44", tools=["release"], error="Error: not allowed")
    assert {(hit.ops[0].new, hit.experience.context.preconditions, hit.unconfirmed) for hit in found} == {
        ("r1", ("cluster is `east`",), False),
        ("r2", ("cluster is `west`",), False),
    }


@pytest.mark.requirement("X5", "X8")
async def test_what_somebody_merely_said_neither_hides_a_proven_lesson_nor_makes_its_value_vary(world: World) -> None:
    refused = "Error: place refused"
    for number in (101, 202):
        await world.alice.record(stored(f"d-{number}", put("north", error=refused), put("south", result="ok")))
    await world.alice.learn(
        "Store the dump d-7",
        "set place to `bogus` instead of `north`, always",
        tools=["bucket_put"],
        error=refused,
        ops=[{"op": "set", "path": "place", "old": "north", "new": "bogus"}],
        source="agent",
    )
    await world.alice.record(stored("d-303", put("north", error=refused), put("south", result="ok")))
    (advice,) = (await world.alice.experience("Store the dump d-404", tools=["bucket_put"], error=refused)).hits
    assert ([op.new for op in advice.ops], advice.unconfirmed) == (["south"], False)
