import assert from "node:assert/strict";
import { runDue } from "../kit/run_due.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { RunWorld } from "../workflows/run_world.ts";
import { deliver, listening } from "./deliver.ts";
import { atThree, automate, endRun, onClocks, outcomes, shown } from "./scenario.ts";

const trigger = (h: Harness, id: string, body: Record<string, unknown> = {}) =>
  h.operator("POST /automations/:id/trigger", { params: { id }, body });

const outcomeNow = async (h: Harness, id: string) =>
  (await h.operator("GET /automations/:id/preview", { params: { id }, query: {} })).outcomeNow;

/** Records an event that the automation under test awaits. */
async function cancelARun(h: Harness, repoPath: string): Promise<void> {
  const { id } = await h.operator("POST /runs", { body: { request: 'create b.txt with "y"', repoPath } });
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await runDue(h);
}

Deno.test("buffer_one lets one moment of any trigger wait, as the preview says, and skips the second; it fires when the run has ended", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const manual = await automate(h, repository.root, { trigger: { kind: "manual" }, overlap: "buffer_one" });
  const action = { kind: "run", request: 'create a.txt with "x"', repoPath: repository.root };
  const webhook = await listening(h, action, "buffer_one");
  const types = ["run.cancelled"];
  const event = await automate(h, repository.root, {
    trigger: { kind: "event", types },
    overlap: "buffer_one",
  });
  const causes: [string, () => Promise<unknown>][] = [
    [manual.id, () => trigger(h, manual.id)],
    [webhook.id, () => deliver(h, { n: 1 })],
    [event.id, () => cancelARun(h, repository.root)],
  ];
  for (const [id, cause] of causes) {
    assert.equal(await outcomeNow(h, id), "fired");
    await cause();
    assert.equal(await outcomeNow(h, id), "buffered");
    const answer = await cause() as { outcome?: string; fireId?: string };
    const waiting = await shown(h, id);
    assert.notEqual(waiting.waitingMoment, null);
    if (answer) {
      assert.deepEqual([answer.outcome, answer.fireId], ["buffered", waiting.waitingMoment!.fireId]);
    }
    assert.equal(await outcomeNow(h, id), "skipped_overlap");
    await cause();
    await endRun(h, waiting.openRunIds[0]!);
    assert.deepEqual(await outcomes(h, id), ["fired", "skipped_overlap", "fired"]);
    const [row] = (await shown(h, id)).ledger.items;
    assert.equal(row!.id, waiting.waitingMoment!.fireId);
    assert.equal(row!.trigger, waiting.trigger.kind);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a delivery that waits keeps its body and its key: a repeated one is deduplicated, and its run reads what was sent", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const action = { kind: "run", request: 'create a.txt with "x"', repoPath: repository.root };
  const { id } = await listening(h, action, "buffer_one");
  const first = await deliver(h, { n: 1 }, { "idempotency-key": "one" });
  const waits = await deliver(h, { n: 2 }, { "idempotency-key": "two" });
  const again = await deliver(h, { n: 2 }, { "idempotency-key": "two" });
  assert.deepEqual([waits.outcome, again.outcome, again.fireId], ["buffered", "deduplicated", waits.fireId]);
  await endRun(h, first.runId!);
  const after = await deliver(h, { n: 2 }, { "idempotency-key": "two" });
  const row = (await shown(h, id)).ledger.items.find(({ id }) => id === waits.fireId)!;
  assert.deepEqual([after.outcome, after.runId], ["deduplicated", row.runId]);
  const created = h.store.events.after(0, 10_000).find(({ type, runId }) =>
    type === "run.created" && runId === row.runId
  )!;
  const read = (created.data as { trigger: Record<string, unknown> }).trigger;
  assert.deepEqual([read.kind, read.bodySha256], ["webhook", row.bodySha256]);
  assert.ok(row.bodySha256 && row.deliveryId);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("inputs that were sent with a trigger that waits are those of its run", async () => {
  await using world = await RunWorld.open({}, { workers: 0 });
  const { h, repository } = world;
  const source = `name: Says
inputs: { type: object, properties: { greeting: { type: string } } }
nodes: [{ id: say, kind: command, with: { command: "true" } }]
`;
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  const action = { kind: "workflow", workflowId, inputs: { greeting: "hello" }, repoPath: repository.root };
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "manual" },
    overlap: "buffer_one",
    action,
  });
  const first = await trigger(h, id);
  assert.equal((await trigger(h, id, { inputs: { greeting: "welcome" } })).outcome, "buffered");
  await endRun(h, first.runId!, "cancelled");
  const [row] = (await shown(h, id)).ledger.items;
  const run = await h.operator("GET /runs/:id", { params: { id: row!.runId! } });
  assert.deepEqual(run.inputs, { greeting: "welcome" });
});

Deno.test("a moment that waits does not start beside a run that was triggered by hand", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await automate(h, repository.root, { trigger: { kind: "manual" }, overlap: "buffer_one" });
  const first = await trigger(h, id);
  const second = await trigger(h, id, { ignoreOverlap: true });
  const waits = await trigger(h, id);
  assert.deepEqual([second.outcome, waits.outcome], ["fired", "buffered"]);
  await endRun(h, first.runId!);
  const { waitingMoment, openRunIds } = await shown(h, id);
  assert.deepEqual([waitingMoment?.fireId, openRunIds], [waits.fireId, [second.runId]]);
  await endRun(h, second.runId!);
  assert.deepEqual(await outcomes(h, id), ["fired", "fired", "fired"]);
});

Deno.test("an automation that is switched off lets nothing wait: what waited is skipped with its trigger", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await automate(h, repository.root, { trigger: { kind: "manual" }, overlap: "buffer_one" });
  const first = await trigger(h, id);
  await trigger(h, id);
  await h.operator("POST /automations/:id/pause", { params: { id } });
  const forced = await trigger(h, id, { force: true });
  assert.equal(forced.outcome, "skipped_overlap");
  const { ledger, waitingMoment } = await shown(h, id);
  assert.equal(waitingMoment, null);
  assert.deepEqual(
    ledger.items.map(({ outcome, trigger }) => [outcome, trigger]),
    [["skipped_overlap", "manual"], ["skipped_paused", "manual"], ["fired", "manual"]],
  );
  await endRun(h, first.runId!);
  assert.equal((await shown(h, id)).ledger.items.length, 3);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a moment that waits fires also where the open run is erased, before the automation knows of its end", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await automate(h, repository.root, { trigger: { kind: "manual" }, overlap: "buffer_one" });
  const first = await trigger(h, id);
  const waits = await trigger(h, id);
  await h.operator("POST /runs/:id/delete", { params: { id: first.runId! } });
  await runDue(h);
  const { waitingMoment, ledger: { items: [row] } } = await shown(h, id);
  assert.deepEqual([waitingMoment, row!.id, row!.outcome], [null, waits.fireId, "fired"]);
});

Deno.test("an automation that failures pause no longer shows a moment that waits: its ledger says why it did not fire", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "manual" },
    overlap: "buffer_one",
    maxConsecutiveFailures: 1,
  });
  await trigger(h, id);
  await trigger(h, id);
  const before = await shown(h, id);
  await endRun(h, before.openRunIds[0]!, "failed");
  const paused = await shown(h, id);
  assert.deepEqual([paused.status, paused.pausedBy, paused.waitingMoment], ["paused", "failures", null]);
  const row = paused.ledger.items.find((each) => each.id === before.waitingMoment!.fireId)!;
  assert.deepEqual([row.outcome, row.reason], [
    "skipped_paused",
    `It was paused after ${paused.pausedReason}`,
  ]);
  const enabled = await h.operator("POST /automations/:id/enable", { params: { id } });
  assert.equal(enabled.waitingMoment, null);
  assert.deepEqual(await outcomes(h, id), ["fired", "skipped_paused"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
