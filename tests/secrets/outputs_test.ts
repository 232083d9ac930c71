import assert from "node:assert/strict";
import { join } from "node:path";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { runProcess } from "../../services/machine/processes/run.ts";
import { Redactor } from "../../services/ground/kernel/redactor.ts";
import { type Log, logPath, openLog } from "../../services/ground/kernel/log.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { AGENT, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { CANARY, filesWith, store } from "./secrets_world.ts";

const KEY = `sk-proj-${"aB3x".repeat(8)}`;

Deno.test("runProcess: kept output and live output lack a secret wherever chunks and the cut of the middle fall", async () => {
  const redactor = new Redactor();
  redactor.know(CANARY, "canary");
  const file = Deno.makeTempFileSync();
  try {
    for (let before = 80; before < 130; before += 7) {
      Deno.writeTextFileSync(file, `${"-".repeat(before)}\n${CANARY}\n${"=".repeat(300)}\n${CANARY}\n`);
      let live = "";
      const result = await runProcess({
        command: `dd if='${file}' bs=5 2>&1; cat '${file}'`,
        directory: "/",
        signal: new AbortController().signal,
        timeoutMilliseconds: 60_000,
        outputLimit: 256,
        redactor,
        onOutput: (text) => void (live += text),
        onSpawn: () => {},
      });
      for (const text of [result.output, live]) {
        assert.ok(!text.includes("do-not-show") && !text.includes("canary/"), text);
      }
      assert.ok(live.includes("[redacted]"));
      assert.ok(result.truncated);
    }
  } finally {
    Deno.removeSync(file);
  }
});

Deno.test("openLog: no entry holds a secret, in its message, its cause or its file", () => {
  const directory = temporaryDirectory();
  try {
    const redactor = new Redactor();
    redactor.know(CANARY, "canary");
    const log = openLog(directory, () => new Date(0), (text) => redactor.text(text));
    log.error(
      `asked with ${CANARY}`,
      new Error(`upstream said ${encodeURIComponent(CANARY)}`, { cause: KEY }),
    );
    assert.equal(
      Deno.readTextFileSync(logPath(directory, "stderr")),
      "1970-01-01T00:00:00.000Z asked with [redacted]: upstream said [redacted]; [redacted]\n",
    );
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

/** A worker that tells a secret in everything that it tells. */
const talkative: Worker = {
  provider: "builtin",
  model: "talkative",
  readiness: () => ({ ready: true }),
  plan: () => ({
    tasks: [{ id: "task_1", title: `use ${CANARY}`, instructions: CANARY, dependsOn: [], commands: [] }],
  }),
  perform: ({ report }) => {
    report({ kind: "tool_started", tool: "shell", summary: `echo ${CANARY}` });
    // What is recorded is the end: it would begin in the middle of the value.
    const output = `${CANARY}${"x".repeat(4000 - 10)}`;
    report({ kind: "tool_completed", tool: "shell", summary: "done", output, exitCode: 0 });
    report({ kind: "tool_failed", tool: "shell", summary: "no", output: `key ${KEY}` });
    return Promise.resolve({ ok: true, summary: `did ${CANARY}` });
  },
};

Deno.test("what a worker tells loses secrets before it is recorded: plan, tools, output that is cut, summary", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, availableWorkers: [talkative] });
  await store(h);
  const events = await h.eventsOf(() => runToRest(h, repository, { request: "anything" }));
  const told = JSON.stringify(events);
  assert.ok(!told.includes("do-not-show") && !told.includes("-not-show") && !told.includes(KEY), told);
  assert.ok(told.includes("use [redacted]") && told.includes("did [redacted]"));
  const [output] = events.filter(({ type }) => type === "tool.completed").map(({ data }) =>
    (data as { output: string }).output
  );
  assert.match(output!, /^[\[\]redact]*x+$/);
  assert.deepEqual(filesWith(h.directory, CANARY), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a patch that holds a secret stays as it is, raises its approval's risk, and warns without naming it to the agent", async () => {
  using repository = TestRepository.make({ "config.env": "A=1\n", "old.env": `OLD=${KEY}\n` });
  const outside = temporaryDirectory();
  const logged: string[] = [];
  const log: Log = { info: () => {}, error: (message) => void logged.push(message) };
  await using h = await harness({ workers: 1, log });
  try {
    const { id } = await store(h);
    Deno.writeTextFileSync(join(outside, "made.env"), `KEY=${CANARY}\n`);
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify({ readable: [outside] }));
    const request = [
      `run cp '${outside}/made.env' 'with space é.env'`,
      'replace "A=1" with "A=2" in config.env',
      "delete old.env",
    ].join("\n");
    let runId = "";
    const events = await h.eventsOf(async () => {
      const run = await runToRest(h, repository, { request });
      runId = run.id;
      const approval = pendingOf(run);
      assert.equal(approval.risk, "high");
      assert.equal(approval.recommendedAction, "inspect");
      const reason = approval.reasons.find((text) => text.startsWith("Contains a secret"));
      assert.match(reason!, /with space/);
      assert.ok(!/config\.env|old\.env/.test(reason!), "only what brings one in is named");
      assert.ok(!JSON.stringify(approval).includes(id));
      const seen = JSON.stringify((await h.json("GET", "/approvals/queue", undefined, AGENT)).body);
      assert.ok(!seen.includes(id) && !seen.includes(CANARY));
      await h.operator("POST /approvals/:id/approve", { params: { id: approval.id }, body: REVIEWED });
    });
    const [warning] = events.filter(({ type }) => type === "audit.integrity_warning");
    assert.match(
      (warning!.data as { detail: string }).detail,
      /contains the value of a stored secret, in .*with space/,
    );
    assert.equal(logged.length, 1);
    assert.match(
      logged[0]!,
      new RegExp(`contains the value of the secret "canary" .${id}., in .*with space`),
    );
    const inbox = JSON.stringify((await h.json("GET", "/notifications", undefined, AGENT)).body);
    assert.ok(inbox.includes("contains the value of a stored secret") && !inbox.includes(id));
    assert.equal(warning!.runId, undefined, "it outlives the run");
    const audit = JSON.stringify(
      (await h.json("GET", `/runs/${runId}/audit-view`, undefined, AGENT)).body.riskEvents,
    );
    assert.match(audit, /was saved.*It contains a secret, or what looks like a key: with space/);
    assert.ok(!audit.includes(id) && !audit.includes(CANARY));
    assert.equal(repository.read("with space é.env"), `KEY=${CANARY}\n`);
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    Deno.removeSync(outside, { recursive: true });
  }
});

Deno.test("a patch that brings in what looks like a key is flagged, one that takes it out is not", async () => {
  using repository = TestRepository.make({ "old.env": `OLD=${KEY}\n`, "b.txt": "b\n" });
  await using h = await harness({ workers: 1 });
  const reasons = async (request: string) =>
    pendingOf(await runToRest(h, repository, { request })).reasons.filter((text) =>
      text.startsWith("Contains a secret")
    );
  assert.deepEqual(await reasons("delete old.env"), []);
  assert.deepEqual(await reasons(`append "K=${KEY}" to b.txt`), [
    "Contains a secret, or what looks like a key: b.txt",
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a secret in a path, an Idempotency-Key or a field that is not for one is refused or shown without it", async () => {
  await using h = await harness();
  const value = "canary-for-headers-and-paths-77";
  await store(h, value);
  const missing = await h.json("GET", `/nowhere/${value}`);
  assert.deepEqual([missing.status, missing.body.error.includes(value)], [404, false]);
  const body = { type: "fact", scope: "global", content: "x", source: { kind: "user", id: "me" } };
  const post = (headers: Record<string, string>, content: unknown) =>
    h.send("/memory", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(content),
    });
  const events = await h.eventsOf(async () => {
    const keyed = await post({ "idempotency-key": `k-${value}` }, body);
    assert.deepEqual([keyed.status, (await keyed.text()).includes(value)], [400, false]);
    const told = await post({}, { ...body, content: `it is ${btoa(`user:${value}`)}` });
    const { error } = await told.json();
    assert.equal(told.status, 400);
    assert.match(
      error,
      /^The body field "content" holds the value of the secret "canary" \(secret_\w+\), which would be/,
    );
    const asAgent = await h.json("POST", "/coordinator/runs", { request: value, repoPath: "/" }, AGENT);
    assert.match(
      asAgent.body.error,
      /^The body field "request" holds the value of a secret of this service, which/,
    );
  });
  assert.deepEqual(events, []);
  assert.deepEqual(filesWith(h.directory, value), []);
});
