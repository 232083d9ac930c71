import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "./scenario.ts";

const ASKED = {
  request: 'create b.txt with "b"',
  setup: { command: "echo the agent's setup" },
  verifier: { command: "echo the agent's verifier" },
};

async function retried(h: Harness, id: string, body: Record<string, unknown> = {}) {
  const again = await h.operator("POST /runs/:id/retry", { params: { id }, body });
  return await h.settled(again.id);
}

const started = (run: { traces: { items: { type: string }[] } }) =>
  run.traces.items.filter(({ type }) => type === "process.started").length;

Deno.test("a human's retry of an agent's run asks for what the agent brought, and nothing of it has run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const refused = await runToRest(h, repository, ASKED, "agent");
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(refused).id },
    body: { actorType: "human" },
  });
  const again = await retried(h, (await h.settled(refused.id)).id);
  assert.deepEqual([pendingOf(again).policyClass, started(again)], ["start", 0]);
  const commands = await approvePending(h, again);
  assert.deepEqual([pendingOf(commands).policyClass, started(commands)], ["command", 0]);
  assert.deepEqual(pendingOf(commands).commands, [ASKED.setup.command, ASKED.verifier.command]);
});

Deno.test("what a human says anew in a retry is the human's", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await runToRest(h, repository, { request: 'create c.txt with "c"' });
  const run = await runToRest(h, repository, ASKED, "agent");
  const again = await retried(h, run.id, { setup: { command: "true" } });
  assert.deepEqual(pendingOf(again).commands, [ASKED.verifier.command], "the verifier is still the agent's");
  const both = await retried(h, again.id, { verifier: { command: "true" } });
  assert.equal(pendingOf(both).policyClass, "repo-write", both.statusDetail);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a setup that a human admitted for an agent's run is not remembered for the repository", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await runToRest(h, repository, { request: 'create c.txt with "c"' });
  const run = await approvePending(h, await runToRest(h, repository, ASKED, "agent"));
  assert.equal(run.preparation?.command, ASKED.setup.command, run.statusDetail);
  const human = await runToRest(h, repository, { request: 'create d.txt with "d"' });
  assert.equal(human.preparation, null);
});
