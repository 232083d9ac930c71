import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { TestRepository } from "../git.ts";
import { atThree, automate, endRun, MINUTE, onClocks, outcomes, shown } from "./scenario.ts";

const onEvent = (h: Harness, root: string, types: string[], more: Record<string, unknown> = {}) =>
  automate(h, root, { trigger: { kind: "event", types, ...more }, overlap: "allow_all" });

const newRun = (h: Harness, repoPath: string) =>
  h.operator("POST /runs", { body: { request: 'create b.txt with "y"', repoPath } });

Deno.test("an event triggers once, with a filter that speaks of it; what came before it was enabled does not", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  const h = await onClocks(clocks);
  const before = await newRun(h, repository.root);
  await endRun(h, before.id, "failed");
  const filter = 'event.data.reason == "timeout"';
  const { id } = await onEvent(h, repository.root, ["run.failed", "run.cancelled"], { filter });
  const [failed, cancelled] = [await newRun(h, repository.root), await newRun(h, repository.root)];
  await endRun(h, failed.id, "failed");
  await runDue(h);
  await endRun(h, cancelled.id, "cancelled");
  await runDue(h);
  const { ledger } = await shown(h, id);
  assert.deepEqual(ledger.items.map(({ outcome }) => outcome), ["rejected", "fired"]);
  assert.match(ledger.items[0]!.reason!, /No such key: reason/);
  const event = h.store.events.after(ledger.items[1]!.eventSequence! - 1, 1)[0]!;
  assert.deepEqual([event.type, event.runId], ["run.failed", failed.id]);
  assert.deepEqual(h.rebuildDifferences(), []);
  await h.close();

  const again = await Harness.open(
    { now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause },
    h.directory,
  );
  await runDue(again);
  assert.equal(
    (await outcomes(again, id)).length,
    2,
    "a start looks at the log again and triggers nothing twice",
  );
  await again.operator("POST /automations/:id/pause", { params: { id } });
  await endRun(again, (await newRun(again, repository.root)).id, "failed");
  await runDue(again);
  await again.operator("POST /automations/:id/enable", { params: { id } });
  await runDue(again);
  assert.equal((await outcomes(again, id)).length, 2);
  await again[Symbol.asyncDispose]();
});

Deno.test("a chain of causes ends loops: no automation triggers itself, over others neither", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const a = await onEvent(h, repository.root, ["run.completed"]);
  const b = await onEvent(h, repository.root, ["run.completed"]);
  const { id } = await newRun(h, repository.root);
  await endRun(h, id);
  await runDue(h);
  const endAll = async () => {
    const open = [...(await shown(h, a.id)).openRunIds, ...(await shown(h, b.id)).openRunIds];
    for (const runId of open) await endRun(h, runId);
    await runDue(h);
    return open.length;
  };
  const rounds: number[] = [];
  for (let open = await endAll(); open > 0; open = await endAll()) rounds.push(open);
  assert.deepEqual(rounds, [2, 2]);
  const { ledger } = await shown(h, a.id);
  assert.ok(
    ledger.items.some(({ reason, causedBy }) => /trigger itself/.test(reason ?? "") && causedBy!.length > 0),
  );
  assert.equal(ledger.counts.fired, 2);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("events start at most 60 runs of an automation an hour", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await onEvent(h, repository.root, ["run.cancelled"]);
  const cancel = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const run = await newRun(h, repository.root);
      await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
    }
    await runDue(h);
    return (await shown(h, id)).ledger.counts;
  };
  let batches = 0;
  const stop = h.store.subscribe((events) => {
    if (events.some(({ type }) => type === "automation.fired")) batches++;
  });
  assert.deepEqual(await cancel(62), { fired: 60, rejected: 2 });
  stop();
  assert.ok(batches > 1, "the service answers others while it settles many events");
  clocks.pass(60 * MINUTE);
  assert.deepEqual(await cancel(1), { fired: 61, rejected: 2 });
});

Deno.test("a type that nothing records, or that automations record, is refused", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  for (const type of ["run.exploded", "automation.fired"]) {
    const { status, body } = await h.json("POST", "/automations", {
      name: "x",
      trigger: { kind: "event", types: [type] },
      action: { kind: "run", request: "x", repoPath: repository.root },
    });
    assert.equal(status, 400, JSON.stringify(body));
  }
});
