import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { createClient } from "../../client/client.ts";
import { traceOf } from "../../services/operations/traces/trace.ts";
import type { StoredEvent } from "../../store/event.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { programFile } from "../programs.ts";
import { temporaryDirectory } from "../temporary.ts";

const attributeSchema = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({
      arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }),
    }),
  ]),
});
const requestSchema = z.strictObject({
  resourceSpans: z.array(z.strictObject({
    resource: z.strictObject({ attributes: z.array(attributeSchema) }),
    scopeSpans: z.array(z.strictObject({
      scope: z.strictObject({ name: z.string(), version: z.string() }),
      spans: z.array(z.strictObject({
        traceId: z.string().regex(/^[0-9a-f]{32}$/),
        spanId: z.string().regex(/^[0-9a-f]{16}$/),
        parentSpanId: z.string().regex(/^[0-9a-f]{16}$/).optional(),
        name: z.string(),
        kind: z.literal(1),
        startTimeUnixNano: z.string().regex(/^\d{19}$/),
        endTimeUnixNano: z.string().regex(/^\d{19}$/),
        attributes: z.array(attributeSchema),
        status: z.strictObject({ code: z.literal(2).optional() }),
      })),
    })),
  })),
});

type Received = {
  spans: z.output<typeof requestSchema>["resourceSpans"][0]["scopeSpans"][0]["spans"];
  text: string;
};

/** A receiver of OTLP over HTTP; resolves `first` with what arrives. */
function receiver(status = 200) {
  const { promise: first, resolve, reject } = Promise.withResolvers<Received & { headers: Headers }>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    try {
      assert.equal(new URL(request.url).pathname, "/v1/traces");
      const text = await request.text();
      const { resourceSpans: [resource] } = requestSchema.parse(JSON.parse(text));
      resolve({ spans: resource!.scopeSpans[0]!.spans, text, headers: request.headers });
    } catch (cause) {
      reject(cause);
    }
    return new Response("{}", { status });
  });
  return {
    endpoint: `http://127.0.0.1:${server.addr.port}`,
    first,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const SECRET_WORDS = "heliotrope-request";

Deno.test("a service process sends one trace of a run to a real receiver, without a word of its request or output", async () => {
  await using otlp = receiver();
  using repository = TestRepository.make();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "--cached-only", programFile("cli.ts"), "serve"],
    env: {
      AGENT_HARNESS_STORAGE_DIR: temporaryDirectory(),
      AGENT_HARNESS_PORT: "0",
      AGENT_HARNESS_WORKERS: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    let [text, url] = ["", ""];
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      url = /listens on (http:\S+),/.exec(text += chunk)?.[1] ?? "";
      if (url) break;
    }
    const operator = createClient((path, init) => fetch(url + path, init));
    const body = {
      repoPath: repository.root,
      request: `create b.txt with "${SECRET_WORDS}"`,
      verifier: { command: `echo ${SECRET_WORDS}; exit 1` },
      fix: 0,
    };
    const { id } = await operator("POST /coordinator/runs", { body });
    for (let status = ""; status !== "waiting" && status !== "failed";) {
      ({ status } = await operator("GET /runs/:id", { params: { id } }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await operator("POST /runs/:id/cancel", { params: { id } }).catch(() => {});
    const { spans, text: sent, headers } = await otlp.first;
    const names = spans.map(({ name }) => name);
    for (const name of ["plan", "task_session", "verify", "run"]) {
      assert.equal(names.filter((each) => each === name).length, 1, `${name} in ${names}`);
    }
    assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
    assert.ok(!sent.includes(SECRET_WORDS) && !sent.includes(repository.root));
    assert.equal(headers.get("x-key"), "a b");
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
});

Deno.test("a run that is reviewed and applied has spans of its review and its apply; a receiver that refuses stops nothing", async () => {
  await using refusing = receiver(503);
  await using h = await harness({ workers: 1, traces: { endpoint: refusing.endpoint, headers: {} } });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  assert.equal((await approvePending(h, run)).status, "completed");
  const { spans } = await refusing.first;
  const byName = new Map(spans.map((span) => [span.name, span]));
  assert.ok(byName.has("review") && byName.has("apply"), [...byName.keys()].join());
  assert.equal(byName.get("review")!.parentSpanId, byName.get("run")!.spanId);
  assert.deepEqual(
    byName.get("run")!.attributes.find(({ key }) => key === "agent_harness.outcome")?.value,
    { stringValue: "completed" },
  );
});

Deno.test("a review ends when another one replaces it, and nothing is applied before the last", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make({ "a.txt": "one\n", "b.txt": "one\n" });
  const waiting = await runToRest(h, repository, {
    request: 'replace "one" with "two" in a.txt\nreplace "one" with "two" in b.txt',
  });
  const { id } = waiting;
  const first = pendingOf(waiting);
  const evidence = first.evidence[0]!;
  assert.ok(evidence.kind === "repo-write-patch-bundle");
  await h.operator("POST /approvals/:id/approve", {
    params: { id: first.id },
    body: { ...REVIEWED, acceptedHunks: [evidence.files[0]!.hunks[0]!.id] },
  });
  const run = await h.settled(id);
  assert.equal((await approvePending(h, run)).status, "completed");
  const spans = traceOf(id, h.store.events.ofRun(id, 0, 10_000));
  const named = (name: string) =>
    spans.filter((span) => span.name === name).toSorted((a, b) => a.start - b.start);
  const [[one, other, ...more], applies] = [named("review"), named("apply")];
  assert.deepEqual([more.length, applies.length], [0, 1]);
  assert.ok(one!.end <= other!.start && applies[0]!.start >= other!.end);
});

Deno.test("a call says why it ended as OpenTelemetry spells it, and its cost has one type", async () => {
  await using otlp = receiver();
  await using h = await harness({ traces: { endpoint: otlp.endpoint, headers: {} } });
  const { id } = await queuedRun(h);
  const ctx = contextFor(h.service, "system");
  for (const [callId, costUsd] of [["free", 0], ["paid", 0.25]] as const) {
    const called = { callId, ...model, purpose: "work", attempt: 1 };
    record(ctx, runStream, id, [
      { type: "model.called", data: { ...called, estimatedInputTokens: 1, worstCaseUsd: null } },
      {
        type: "model.completed",
        data: { ...measured, callId, ...model, costUsd, cachedInputTokens: null, finish: "stop" },
      },
    ], { runId: id });
  }
  await ctx.settled();
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  const { spans } = await otlp.first;
  const valuesOf = (name: string) =>
    spans.flatMap(({ attributes }) => attributes).filter(({ key }) => key === name).map(({ value }) => value);
  const stop = { arrayValue: { values: [{ stringValue: "stop" }] } };
  assert.deepEqual([valuesOf("agent_harness.cost_usd"), valuesOf("gen_ai.response.finish_reasons")], [
    [{ doubleValue: 0 }, { doubleValue: 0.25 }],
    [stop, stop],
  ]);
});

const model = { provider: "p", model: "m" };
const measured = { inputTokens: 1, outputTokens: null, costUsd: 0.1, durationMilliseconds: 5 };
const EVENTS: readonly (readonly [string, string, object])[] = [
  ["run", "run.started", { holder: "h" }],
  ["run", "run.planned", {}],
  ["run", "evaluation.completed", { id: "e", outcome: "failed", round: 1, durationMilliseconds: 9 }],
  ["run", "run.checkpointed", { approvalId: "a" }],
  ["run", "run.patch_applied", { files: 1 }],
  ["run", "run.failed", { reason: "timeout" }],
  ["run", "run.completed", {}],
  ["approval", "approval.approved", {}],
  ["approval", "approval.rejected", {}],
  ["task_session", "task_session.started", {}],
  ["task_session", "task_session.failed", { reason: "timeout" }],
  ["task_session", "task_session.completed", {}],
  ["task_session", "tool.started", { tool: "edit" }],
  ["task_session", "tool.failed", { tool: "edit" }],
  ["task_session", "model.called", { callId: "c", ...model, purpose: "work", attempt: 1 }],
  ["task_session", "model.completed", { callId: "c", ...model, ...measured, finish: "stop" }],
  ["run", "model.called", { callId: "d", ...model, purpose: "plan", attempt: 1 }],
  ["run", "model.failed", { callId: "d", ...model, ...measured, fault: "timeout" }],
  ["run", "run.of_a_later_version", {}],
];

Deno.test("every span that begins ends within the run, in a tree, in whatever order events come", () => {
  const any = fc.tuple(fc.constantFrom(...EVENTS), fc.integer({ min: 0, max: 1e6 }));
  fc.assert(fc.property(fc.array(any, { minLength: 1, maxLength: 60 }), (given) => {
    const events = given.map(([[kind, type, data], milliseconds], at): StoredEvent => ({
      seq: at + 1,
      stream: `${kind}/${kind === "approval" ? "a" : "x"}`,
      version: at + 1,
      type,
      at: new Date(Date.parse("2026-01-01T00:00:00.000Z") + milliseconds).toISOString(),
      actor: "system",
      data,
      runId: "x",
      ...kind === "task_session" && { taskSessionId: "x" },
    }));
    const spans = traceOf("x", events);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    assert.equal(ids.size, spans.length);
    assert.equal(spans.filter(({ parentSpanId }) => parentSpanId === undefined).length, 1);
    for (const { parentSpanId, start, end } of spans) {
      assert.ok(parentSpanId === undefined || ids.has(parentSpanId));
      assert.ok(end >= start);
    }
    assert.deepEqual(traceOf("x", structuredClone(events)), spans, "after a restart it is the same");
  }));
});

Deno.test("a tool that a model made up does not carry its words into a trace", () => {
  const at = "2026-01-01T00:00:00.000Z";
  const event = (type: string, data: object, version: number): StoredEvent => ({
    ...{ seq: version, stream: "task_session/x", version, type, at, actor: "system", data },
    ...{ runId: "x", taskSessionId: "x" },
  });
  const names = (tool: string) =>
    traceOf("x", [event("task_session.started", {}, 1), event("tool.started", { tool }, 2)])
      .map(({ name }) => name);
  assert.ok(names("edit_file").includes("execute_tool edit_file"));
  assert.ok(names("the password is hunter2").includes("execute_tool other"));
});

Deno.test("without an address nothing follows the log for traces", async () => {
  await using h = await harness();
  assert.equal(h.service.traces, null);
});
