import assert from "node:assert/strict";
import type { AgentLimits } from "../../../services/workforce/workers/agent_limits.ts";
import { fails, hangs } from "../server/reply.ts";
import { script } from "./script.ts";
import { NO_SANDBOX, World } from "./acp_world.ts";

/** Short enough for a test, long enough for a busy machine where the agent is to be in time. */
const SHORT: Partial<AgentLimits> = { stall: 1_000, cancel: 300, close: 300, terminate: 300 };

Deno.test("an ACP agent that prints other things, and unknown updates, is recorded and continues", async () => {
  await using world = await World.open();
  const run = await world.begin(
    script(
      { do: "misbehave", what: "line" },
      { do: "misbehave", what: "huge_line" },
      { do: "misbehave", what: "unasked" },
      { do: "misbehave", what: "unknown_update" },
      { do: "misbehave", what: "update_without_id" },
      { do: "say", text: "Still here." },
    ),
  );
  assert.equal(run.tasks[0]!.result?.summary, "Still here.", run.statusDetail);
  assert.deepEqual(world.incidents(run), [
    "malformed_message",
    "malformed_message",
    "malformed_message",
    "malformed_message",
    "malformed_message",
    "unknown_update",
    "unknown_update",
  ]);
});

Deno.test("an ACP agent that sends notifications of its own, as the protocol allows, is no incident", async () => {
  await using world = await World.open();
  const run = await world.begin(
    script({ do: "misbehave", what: "extension" }, { do: "say", text: "Still here." }),
  );
  assert.equal(run.tasks[0]!.result?.summary, "Still here.", run.statusDetail);
  assert.deepEqual(world.incidents(run), []);
});

for (
  const [how, step, options] of [
    ["", {}, {}],
    // In a sandbox, this would be the sandbox's own output.
    [" whose output ends first", { pipeFirst: true }, {
      sandbox: NO_SANDBOX,
      agent: { allowUnsandboxed: true },
    }],
  ] as const
) {
  Deno.test(`an ACP agent that ends by itself${how} fails the run with its last words, and without its token`, async () => {
    await using world = await World.open(options);
    const run = await world.begin(script({ do: "exit", code: 7, words: "out of luck\n", ...step }));
    assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
    assert.match(run.statusDetail!, /exited on its own \(exit code 7\)\..*out of luck/s);
  });
}

Deno.test("an ACP agent that answers with an error fails the run with it", async () => {
  await using world = await World.open();
  const run = await world.begin(script({ do: "fail", message: "no such luck" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.match(run.statusDetail!, /no such luck/);
});

Deno.test("an ACP agent that gives no sign of life is stopped, and its run fails as timed out", async () => {
  await using world = await World.open({ agentLimits: SHORT });
  const run = await world.begin(script({ do: "hang" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "timeout"]);
  assert.match(run.statusDetail!, /did not respond for 1 s/);
});

Deno.test("an ACP agent whose turn never ends is stopped", async () => {
  await using world = await World.open({ agentLimits: { ...SHORT, stall: 60_000, turn: 1_500 } });
  const run = await world.begin(script({ do: "run", command: "sleep 1000", how: "unasked" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "timeout"]);
  assert.match(run.statusDetail!, /did not finish within/);
});

Deno.test("an ACP agent that ignores every request to stop is killed, with all that it started", async () => {
  await using world = await World.open({ agentLimits: SHORT });
  const run = await world.begin(
    script({ do: "run", command: "sleep 1000", how: "detached" }, { do: "ignore_stop" }),
  );
  assert.equal(run.statusReason, "timeout");
  assert.ok(world.incidents(run).includes("killed"));
});

Deno.test("an ACP agent that does its work and exits only at a signal is no incident", async () => {
  await using world = await World.open({ agentLimits: SHORT });
  const run = await world.begin(script({ do: "edit", path: "b.txt", text: "b" }, { do: "linger" }));
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.deepEqual(world.incidents(run), []);
});

for (
  const [reason, status, statusReason] of [
    ["cancelled", "failed", "provider_unavailable"],
    ["max_tokens", "failed", "timeout"],
    ["max_turn_requests", "failed", "timeout"],
    ["refusal", "failed", "unsupported_request"],
    ["nonsense", "failed", "provider_unavailable"],
  ] as const
) {
  Deno.test(`an ACP agent that ends its turn as ${reason} does not count as done`, async () => {
    await using world = await World.open();
    const run = await world.begin(script({ do: "stop", reason }));
    assert.deepEqual([run.status, run.statusReason], [status, statusReason], run.statusDetail);
  });
}

Deno.test("an ACP agent that says it is done although its model failed does not count as done", async () => {
  await using world = await World.open({ models: () => fails(500, "the model is on fire") });
  const run = await world.begin(script({ do: "model", path: ".git/answer.txt" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.match(run.statusDetail!, /500.*on fire/);
});

Deno.test("an ACP agent whose model takes long is not taken for dead", async () => {
  await using world = await World.open({
    agentLimits: { ...SHORT, turn: 3_000 },
    models: () => hangs("headers"),
  });
  const run = await world.begin(script({ do: "model", path: ".git/answer.txt" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "timeout"]);
  assert.match(run.statusDetail!, /did not finish within/);
});

Deno.test("POST /runs/:id/cancel while an ACP agent works ends all of it", async () => {
  await using world = await World.open();
  const { id } = await world.h.operator("POST /coordinator/runs", {
    body: {
      request: script({ do: "run", command: "sleep 1000", how: "detached" }, { do: "hang" }),
      repoPath: world.repository.root,
      worker: { provider: "coder" },
    },
  });
  await world.h.until(id, ({ traces }) => traces.items.some(({ type }) => type === "tool.completed"));
  await world.h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  const run = await world.h.settled(id);
  assert.equal(run.status, "cancelled");
});
