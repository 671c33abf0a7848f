"""Every weight, threshold and period in one place, each with its unit and range; `policy.toml` overrides them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hindsight.domain.guard import GuardPolicy
from hindsight.domain.ranges import check_ranges


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePolicy:
    """How duplicates and contradictions are decided (W4–W6)."""

    duplicate: float = 0.92
    """Calibrated similarity, 0–1, from which two memories whose key fields agree are merged."""
    review: float = 0.85
    """Similarity, 0–1, from which two experiences go to a person as a possible duplicate."""
    contradiction: float = 0.85
    """Similarity, 0–1, from which texts that do not claim the same thing may contradict each other."""
    merge_gain: float = 0.1
    """Confidence added by a merge or confirmation, and taken by a denial that is unsure, 0–1."""
    contradiction_loss: float = 0.3
    """Confidence taken from a superseded memory, and given back when that is undone, 0–1."""
    neighbours: int = 8
    """How many similar memories a new one is compared with, 1–50."""
    longest: int = 8000
    """Characters in one memory; longer text is split at sentence ends, 500–100 000."""
    largest: int = 1_000_000
    """Bytes of text (UTF-8) in one request, above it the request is rejected; the guard reads 1 000 000 at most."""
    unsure: float = 0.6
    """A statement is unsure when its confidence is below this share of its source's trust, 0–1."""
    same_time_s: float = 60.0
    """Seconds within which undated statements are of the same time, so that neither is later, 0–86 400."""
    in_common: float = 0.2
    """Share of their words, 0–1, that two memories must have in common to be merged: short texts of one speaker lie
    close together in any embedding ("Mei: I am called Mei", "Mei: I live in Wuhan"), and a wrong merge loses a fact."""
    same_moment_h: float = 36.0
    """Hours apart from which the same told of two times is two episodes, 0–8760."""
    recurring: int = 3
    """Sessions in which the same is wished, done or suffered before it is written as a pattern, 2–20."""
    largest_attachment: int = 10_000_000
    """Bytes of one image or audio that is attached to a memory."""
    index_deadline_s: float = 10.0
    """Seconds, and one more for each memory, that a writer waits for embedder and indexes; then it is done later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """How candidates are fused and weighed (R3–R9)."""

    candidates: int = 200
    """Candidates taken from each route, 20–1000."""
    rrf_k: int = 60
    """The constant of reciprocal rank fusion, 1–1000."""
    route_deadline_s: float = 5.0
    """Seconds after which a route is left out and named as missing, 0.05–60."""
    rewrite: bool = True
    """Whether a language model, where one is configured, rewrites queries that are long or point at something."""
    rewrite_s: float = 3.0
    """Seconds for that, 0.5–60; then the rules' reading stands and the step is named as missing."""
    dense: float = 0.5
    """Weight of the vector route, 0–1."""
    lexical: float = 0.5
    """Weight of the keyword route, 0–1."""
    wording: float = 0.4
    """Share of the keyword weight, 0–1, that goes to what is said in other words than the question's."""
    language: float = 0.05
    """Added, 0–1, for being in the other language (English, Chinese) than the question, so that it cannot have its
    words."""
    unseen: float = 0.5
    """What a memory that the vector route did not bring counts there, as a share of the last one it brought, 0–1."""
    graph: float = 0.02
    """Weight of the entity route, 0–1."""
    time: float = 0.125
    """Added for lying in the time the question names, 0–1."""
    speaker: float = 0.125
    """Added for being said by someone the question names, 0–1."""
    claim: float = 0.1
    """Added for a claim about the attribute that the question asks for ("where" and "live": ``lives_in``), 0–1."""
    conversation: float = 0.08
    """Weight of the best keyword scores in the same conversation, 0–1; a question for several things leaves it out."""
    hint: float = 0.08
    """Added for a project or a tool that the question names, 0–1."""
    asking: float = 0.04
    """Taken from a verbatim turn that itself asks: it seldom answers, 0–1."""
    run: float = 0.08
    """Taken, 0–1, from the record of an agent's run where a question is neither about what happened nor about how."""
    after: float = 0.5
    """Share of what a verbatim turn lacks to a better one before it in its conversation that it gains, 0–1."""
    before: float = 0.3
    """The same share, 0–1, from a better turn after it."""
    reply: float = 0.3
    """Added to ``after`` when the turn right before it asks, 0–1."""
    newer: float = 0.02
    """Lead, 0–1, that a later turn that tells of a change gets over an earlier one about the same thing where the
    question says "now"; where it only asks in the present, it comes that much behind it. 0: neither."""
    fade: float = 0.8
    """What is left of a turn's relevance, 0–1, for every further turn in between."""
    rerank: float = 0.7
    """Weight of a configured reranker, 0–1, against what was known before it; it orders the best and adds none."""
    rerank_deadline_s: float = 10.0
    """Seconds after which a configured reranker is left out and named as missing, 0.05–60."""
    reread: int = 20
    """How many of the best a configured reranker reads, 2–100."""
    least: float = 0.15
    """Relevance, 0–1, that the best of a hundred candidates must reach by the routes alone, else there is no answer;
    see ``few``."""
    few: float = 0.6
    """Share of ``least``, 0–1, that the best must reach where there is one candidate; it grows with their logarithm."""
    weighted_floor: float = 0.6
    """What a memory must reach under the ranking policy ``weighted``, 0–1."""
    intent: float = 0.05
    """Added, as a share of its score, for being of a kind that the question asks for, 0–1."""
    floor: float = 0.1
    """Relevance, 0–1, below which a memory does not answer even beside a better one."""
    cached: int = 256
    """Answers that a process keeps for questions asked again, 0 (none) – 10 000."""
    untrusted_share: float = 0.2
    """Share of the results, 0–1, that one source of trust ≤ 0.3 may hold (at least one)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectPolicy:
    """When a trajectory is debriefed and how experiences live (X2, X7, X8, X15)."""

    preset: Literal["standard", "lean"] = "standard"
    """``standard`` or ``lean`` (only runs of more than 8 steps)."""
    cold: int = 50
    """Experiences below which a store is cold and reflects more readily."""
    raw_days: float = 7.0
    """Days that raw steps are kept."""
    candidates: int = 20
    """Experiences compared by similarity before ranking, 5–200."""
    confirmations: int = 3
    """Runs that must show a lesson before it becomes an insight, 2–100."""
    pattern_days: float = 30.0
    """Days that failure patterns are counted over, and compared with as many before."""
    starter: bool = False
    """Whether the starter pack is loaded when a cold space records its first run."""

    def __post_init__(self) -> None:
        if self.preset not in ("standard", "lean"):
            raise ValueError(f"reflect.preset is 'standard' or 'lean', not {self.preset!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsultPolicy:
    """When an experience is about the situation an agent is in (X8). The similarities are those of the shipped
    embedder; they were fitted on the tuning half of tests/data/experience (benchmarks/phrasings.py).
    """

    meaning: float = 0.9
    """Weight of the cosine in the similarity of two situations, 0–1; the rest is the share of words in common."""
    same_language: float = 0.43
    """Similarity, 0–1, below which a lesson learnt in the language of the question is about something else."""
    other_language: float = 0.37
    """The same for a lesson learnt in another language, 0–1."""
    words_only: float = 0.2
    """The same without an embedder: the share of words in common, 0–1."""
    same_kind: float = 0.25
    """Similarity of the situation, 0–1, from which a failure of a kind that is worded in many ways (a time-out, a
    missing file) is the same failure."""
    same_error: float = 0.5
    """Similarity of the error text, 0–1, from which a failure of the same class is the same failure."""
    alike: float = 0.6
    """Similarity, 0–1, of a situation told in other words."""
    at_alike: float = 0.75
    """What such a situation counts in the rank, 0–1."""
    class_share: float = 0.05
    """Share of the similarity, 0–1, that a lesson has by being about the class of the error there is."""
    failure_share: float = 0.25
    """Share of the similarity, 0–1, that a lesson has by being about the very failure there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPolicy:
    """In which order experiences about the situation are shown (X8). The first four are weights and sum to 1."""

    similarity: float = 0.45
    """Weight of the similarity of the situation, 0–1."""
    concreteness: float = 0.25
    """Weight of how executable it is, 0–1."""
    utility: float = 0.20
    """Weight of its expected success, 0–1."""
    recency: float = 0.10
    """Weight of how lately it was seen, 0–1."""
    half_life_days: float = 30.0
    """Days after which recency is worth half, 1–3650."""
    negative_factor: float = 0.9
    """What is left of the rank of something not to do, 0–1."""
    stale_transient_factor: float = 0.1
    """What is left of the rank of a passing failure after a day, 0–1."""
    ignored_bonus: float = 0.02
    """Added for each time that the failure came back where the advice was not followed, 0–1."""
    ignored_bonus_max: int = 5
    """Times that count for it, 0–100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LifecyclePolicy:
    """When an experience is relied on, doubted and archived (X9)."""

    confirming_runs: int = 2
    """Runs and successes that bear out a value which the error does not explain, 1–100."""
    runs_of_luck: int = 4
    """The same where the error says that a choice happens to be taken, 1–100."""
    cases_for_one_against: int = 4
    """Runs and successes that outweigh a run in which the old way, or another value, went well, 1–100."""
    recover_after_ok: int = 2
    """Successes in a row after which a suspect one is active again, 1–100."""
    archive_after_applied: int = 5
    """Uses after which a suspect one may be archived, 1–1000."""
    archive_below_utility: float = 0.5
    """Expected success, 0–1, below which it then is."""
    idle_days: float = 60.0
    """Days after which an experience that was not shown is archived, 1–3650."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetPolicy:
    """What becomes of deleted memories (G1)."""

    purge_days: float = 30.0
    """Days for which a deletion can be taken back; then the text is purged."""
    named: float = 0.999
    """Share of the words of a request to forget, 0–1, that by themselves say which memory is meant."""
    partly: float = 0.5
    """Share of them, 0–1, that counts when the meaning is near too."""
    near: float = 0.7
    """Calibrated similarity, 0–1, above which texts that only share a subject seldom lie."""
    clear: float = 0.85
    """Calibrated similarity, 0–1, that needs no word in common (another language)."""
    orphan_h: float = 24.0
    """Hours after which an attachment that belongs to no memory is removed: its writer died in between. 1–720."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPolicy:
    """The worker and its queue (W8)."""

    lease_s: float = 30.0
    """Seconds a job is leased to a worker that does not heartbeat."""
    lanes: int = 4
    """Lanes that a worker works in at once, 1–64: a lane that waits for a model does not hold up the others."""
    ahead: int = 8
    """Jobs of one lane that are read at once, 1–100; their effects follow in order. With a model: prompts at once."""
    attempts: int = 5
    """Failed tries before a job is laid aside as dead."""
    setbacks: int = 50
    """Dead workers and conflicts before a job is laid aside: most workers were killed for reasons of their own."""
    backoff_s: float = 2.0
    """Seconds before the second try; doubles with each."""
    longest_backoff_s: float = 300.0
    """Seconds that a try is put off at most."""
    outage_h: float = 72.0
    """Hours for which a job is tried again while a back end that it needs does not answer."""
    rest_s: float = 15.0
    """Seconds that a remote model which failed is not asked again, so that a dead one delays nobody."""
    poll_s: float = 0.5
    """Seconds between looks at an empty queue."""
    backlog: int = 100_000
    """Jobs in the queue above which `remember` answers `overloaded`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPolicy:
    """How a language model is asked, where one is configured (W2, W6, X6)."""

    timeout_s: float = 30.0
    """Seconds for one prompt with all its retries, 1–600; then the rules take over."""
    max_tokens: int = 4000
    """Tokens of one reply, 200–100 000."""
    request_chars: int = 12_000
    """Characters of turns or steps in one prompt, 500–1 000 000; more are asked in several."""
    requests: int = 20
    """Prompts for one turn, 1–1000; a turn that needs more is read by the rules."""
    lessons: int = 3
    """Lessons that a model may add to one debrief, 0–10."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """All policies. Passed by value; nothing reads settings from elsewhere."""

    write: WritePolicy = field(default_factory=WritePolicy)
    guard: GuardPolicy = field(default_factory=GuardPolicy)
    recall: RecallPolicy = field(default_factory=RecallPolicy)
    reflect: ReflectPolicy = field(default_factory=ReflectPolicy)
    consult: ConsultPolicy = field(default_factory=ConsultPolicy)
    rank: RankPolicy = field(default_factory=RankPolicy)
    lifecycle: LifecyclePolicy = field(default_factory=LifecyclePolicy)
    forget: ForgetPolicy = field(default_factory=ForgetPolicy)
    work: WorkPolicy = field(default_factory=WorkPolicy)
    model: ModelPolicy = field(default_factory=ModelPolicy)

    def __post_init__(self) -> None:
        """ConfigError where a value lies outside of its range."""
        check_ranges(self)
