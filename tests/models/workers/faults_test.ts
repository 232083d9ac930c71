import assert from "node:assert/strict";
import { PATIENCE } from "../../../services/sessions/models/clients/watchdog.ts";
import { approvePending } from "../../runs/scenario.ts";
import type { Question } from "../server/question.ts";
import {
  breaksOff,
  cutAtLength,
  fails,
  filtered,
  hangs,
  overflows,
  rateLimits,
  refuses,
  type Reply,
  says,
  talksNonsense,
  uses,
} from "../server/reply.ts";
import { ManualTime } from "./manual_time.ts";
import { configure, EDIT, isPlanning, ModelWorld, onePlan, planning, providerOf, works } from "./scenario.ts";

/** Answers as `replies` say before it works as it should. */
const after = (...replies: Reply[]) => {
  const work = works(...replies, EDIT);
  return planning(work);
};

const summaryOf = (world: ModelWorld, runId: string) =>
  world.events(runId, "model.failed").map(({ data }) => {
    const { fault, retryInMilliseconds } = data as { fault: string; retryInMilliseconds: number | null };
    return [fault, retryInMilliseconds];
  });

/** Resolves once the words of a model at work were shown on `GET /events`. */
async function shows(world: ModelWorld, words: string): Promise<void> {
  let text = "";
  const response = await world.h.send("/events");
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("event: task_session.output_delta") && text.includes(words)) return;
  }
}

const PASSING: [string, Reply[], string, number[]][] = [
  ["429 with retry-after in seconds is waited for", [rateLimits("7")], "rate_limited", [7000]],
  ["429 without retry-after backs off", [rateLimits(), rateLimits()], "rate_limited", [1000, 4000]],
  ["500 is asked again", [fails(500), fails(503), fails(529)], "overloaded", [1000, 4000, 16_000]],
  ["a stream that ends too early is asked again", [breaksOff()], "broken_answer", [1000]],
  ["a connection that is reset is asked again", [breaksOff("I will", true)], "broken_answer", [1000]],
  ["malformed JSON is asked again", [talksNonsense()], "broken_answer", [1000]],
  ["an empty answer is asked again", [says("")], "broken_answer", [1000]],
];

for (const kind of ["openai-compatible", "openai", "anthropic"]) {
  for (const [name, replies, fault, waits] of PASSING) {
    Deno.test(`a model of the kind ${kind}: ${name}, and the run ends applied`, async () => {
      await using world = await ModelWorld.open(after(...replies), { provider: { kind } });
      const run = await world.run("Say bye.");
      assert.equal(run.status, "waiting", run.statusDetail);
      assert.equal((await approvePending(world.h, run)).status, "completed");
      assert.equal(world.repository.read("a.txt"), "bye\n");
      assert.deepEqual(summaryOf(world, run.id), waits.map((wait) => [fault, wait]));
      assert.deepEqual(world.waited, waits);
      assert.deepEqual(world.h.rebuildDifferences(), []);
    });
  }
}

const LASTING: [string, Reply, string, string, RegExp][] = [
  ["a refusal", refuses("I will not."), "unsupported_request", "refused", /declined: I will not\./],
  ["a content filter", filtered(), "unsupported_request", "content_filtered", /content filter/],
  ["a wrong key", fails(401, "Invalid key."), "provider_unavailable", "credentials", /Store a valid key/],
  [
    "a model that is not there",
    fails(404, "No such model."),
    "provider_unavailable",
    "not_found",
    /was not found at its provider/,
  ],
  [
    "spent credit",
    fails(429, "Quota.", { code: "insufficient_quota" }),
    "provider_unavailable",
    "credentials",
    /credit/,
  ],
  [
    "a bill that was not paid",
    fails(402, "This request requires more, or fewer max_tokens."),
    "provider_unavailable",
    "credentials",
    /no credit left \(402\)/,
  ],
  ["a request to wait for an hour", rateLimits("3600"), "provider_unavailable", "rate_limited", /rate limit/],
  [
    "a context that is too small from the start",
    overflows(),
    "unsupported_request",
    "context_overflow",
    /more than fits/,
  ],
];

for (const [name, reply, reason, fault, sentence] of LASTING) {
  Deno.test(`a model run meets ${name}: it fails ${reason} at once, and says why`, async () => {
    await using world = await ModelWorld.open(planning(() => reply));
    const run = await world.run("Say bye.");
    assert.deepEqual([run.status, run.statusReason], ["failed", reason]);
    assert.match(run.statusDetail ?? "", sentence);
    assert.deepEqual(summaryOf(world, run.id), [[fault, null]]);
    assert.deepEqual(world.waited, []);
    assert.deepEqual(world.h.rebuildDifferences(), []);
  });
}

Deno.test("a model run whose provider keeps failing gives up after four tries: provider_unavailable", async () => {
  await using world = await ModelWorld.open(planning(() => fails(500)));
  const run = await world.run("Say bye.");
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.deepEqual(world.waited, [1000, 4000, 16_000]);
  assert.equal(world.server.questions.filter((question) => !isPlanning(question)).length, 4);
});

Deno.test("a model run whose server is gone gives up: provider_unavailable", async () => {
  await using world = await ModelWorld.open(planning(() => says("never")));
  await world.server[Symbol.asyncDispose]();
  const run = await world.run("Say bye.");
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.match(run.statusDetail ?? "", /local\/test-model cannot be reached/);
});

for (
  const [when, wait] of [["nothing", "firstMilliseconds"], ["headers", "firstMilliseconds"], [
    "first_token",
    "idleMilliseconds",
  ]] as const
) {
  Deno.test(`a model that hangs after ${when} is given up after its patience, the connection is closed, and the next try works`, async () => {
    const time = new ManualTime();
    await using world = await ModelWorld.open(after(hangs(when)), { pause: time.pause });
    const shown = shows(world, "Let");
    const { id } = await world.create("Say bye.");
    await world.server.arrived(2);
    if (wait === "idleMilliseconds") {
      await shown;
      await time.pass(PATIENCE.firstMilliseconds);
    }
    await time.pass(PATIENCE[wait]);
    // Deno's server does not notice that a client left before it answered.
    if (when !== "nothing") await world.server.clientLeaves();
    await time.pass(1000);
    const run = await world.h.settled(id);
    assert.equal(run.status, "waiting", run.statusDetail);
    assert.deepEqual(summaryOf(world, id), [["timeout", 1000]]);
    assert.deepEqual(world.h.rebuildDifferences(), []);
  });
}

Deno.test("a model that always hangs ends the run with timeout", async () => {
  const time = new ManualTime();
  await using world = await ModelWorld.open(planning(() => hangs()), { pause: time.pause });
  const { id } = await world.create("Say bye.");
  for (const [at, backoff] of [1000, 4000, 16_000, null].entries()) {
    await world.server.arrived(at + 2);
    await time.pass(PATIENCE.firstMilliseconds);
    if (backoff !== null) await time.pass(backoff);
  }
  const run = await world.h.settled(id);
  assert.deepEqual([run.status, run.statusReason], ["failed", "timeout"]);
});

Deno.test("an answer that is cut at its length continues with the next question", async () => {
  await using world = await ModelWorld.open(after(cutAtLength("I will now change the")));
  const run = await world.run("Say bye.");
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.match(world.server.questions[2]!.said.at(-1)!, /too long and was cut off/);
});

Deno.test("tools that are used wrongly are told to the model, recorded as failed, and the run continues", async () => {
  await using world = await ModelWorld.open(after(
    uses({ name: "edit_file", input: { path: "a.txt" } }),
    uses({ name: "edit_file", input: '{"path": "a.tx' }),
    uses({ name: "launch", input: {} }),
    uses({ name: "edit_file", input: { path: "a.txt", find: "not there", replace: "x" } }),
  ));
  const run = await world.run("Say bye.");
  assert.equal(run.status, "waiting", run.statusDetail);
  const failed = world.events(run.id, "tool.failed").map(({ data }) => (data as { summary: string }).summary);
  assert.equal(failed.length, 4);
  assert.match(failed[2]!, /unavailable tool 'launch'/);
  assert.match(failed[3]!, /does not contain that text/);
  const told = world.server.questions.map(({ results }: Question) => results.at(-1) ?? "");
  assert.match(told[5]!, /does not contain that text/);
});

Deno.test("a model that gives up fails its run unsupported_request with its own reason", async () => {
  await using world = await ModelWorld.open(
    planning(works({ name: "give_up", input: { reason: "There is no network." } })),
  );
  const run = await world.run("Fetch the page.");
  assert.deepEqual([run.status, run.statusReason], ["failed", "unsupported_request"]);
  assert.match(run.statusDetail ?? "", /gave up: There is no network\./);
});

Deno.test("a model that goes round in circles is stopped", async () => {
  await using world = await ModelWorld.open(
    planning(() => uses({ name: "read_file", input: { path: "a.txt" } })),
  );
  const run = await world.run("Say bye.");
  assert.deepEqual([run.status, run.statusReason], ["failed", "unsupported_request"]);
  assert.match(run.statusDetail ?? "", /repeated the same step 4 times/);
});

Deno.test("a redirect of a provider is refused: neither key nor prompt is forwarded", async () => {
  await using world = await ModelWorld.open(planning(() => says("never"), onePlan()));
  world.server.redirect = "http://127.0.0.1:9/v1/chat/completions";
  const run = await world.run("Say bye.");
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.match(run.statusDetail ?? "", /redirects are not followed/);
});

Deno.test("a key goes to its provider alone, leaves a receipt, and stands nowhere", async () => {
  await using world = await ModelWorld.open(after());
  configure(world.h.directory, [providerOf(world.server, { secret: "local-key" })]);
  const waiting = await world.run("Say bye.");
  assert.match(waiting.waitingFor?.detail ?? "", /local\/test-model is not used: Its key is missing/);
  assert.doesNotMatch(waiting.waitingFor?.detail ?? "", /local-key/, "an agent may read it");
  await world.h.operator("POST /runs/:id/cancel", { params: { id: waiting.id }, body: {} });
  const value = "sk-canary-0123456789abcdef";
  await world.h.operator("POST /secrets", { body: { name: "local-key", kind: "api-key", value } });
  const run = await world.run("Say bye.");
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(world.server.questions[0]!.headers.get("authorization"), `Bearer ${value}`);
  const receipts = world.h.store.events.after(0, 10_000).filter(({ type, data }) =>
    type === "secret.used" && (data as { runId: string | null }).runId === run.id
  );
  assert.equal(receipts.length, world.server.questions.length);
  assert.ok(!JSON.stringify(world.h.store.events.after(0, 10_000)).includes(value));
});
