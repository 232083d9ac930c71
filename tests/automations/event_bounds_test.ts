import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { TestRepository } from "../git.ts";
import { atThree, automate, endRun, onClocks, outcomes, shown } from "./scenario.ts";

const onEvent = (h: Harness, root: string, ...types: string[]) =>
  automate(h, root, { trigger: { kind: "event", types }, overlap: "allow_all" });

const newRun = (h: Harness, repoPath: string) =>
  h.operator("POST /runs", { body: { request: 'create b.txt with "y"', repoPath } });

Deno.test("at most three automations trigger one another in a chain", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const chain: string[] = [];
  for (const type of ["run.failed", "run.completed", "run.cancelled", "run.paused"]) {
    chain.push((await onEvent(h, repository.root, type)).id);
  }
  const begun = async (id: string) => (await shown(h, id)).openRunIds[0]!;
  await endRun(h, (await newRun(h, repository.root)).id, "failed");
  await runDue(h);
  await endRun(h, await begun(chain[0]!), "completed");
  await runDue(h);
  await endRun(h, await begun(chain[1]!), "cancelled");
  await runDue(h);
  await h.operator("POST /runs/:id/pause", { params: { id: await begun(chain[2]!) } });
  await runDue(h);
  const [last] = (await shown(h, chain[3]!)).ledger.items;
  assert.deepEqual([last!.outcome, last!.causedBy], ["rejected", chain.slice(0, 3)]);
  assert.match(last!.reason!, /More than 3 automations/);
});

Deno.test("after a start each automation continues where it was: nothing triggers twice, and nothing is left out", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  const h = await onClocks(clocks);
  const behind = await onEvent(h, repository.root, "run.completed");
  const ahead = await onEvent(h, repository.root, "run.failed");
  await endRun(h, (await newRun(h, repository.root)).id, "failed");
  await runDue(h);
  assert.deepEqual(await outcomes(h, ahead.id), ["fired"]);
  await h.operator("POST /runs/:id/cancel", { params: { id: (await newRun(h, repository.root)).id } });
  const cancelled = await onEvent(h, repository.root, "run.cancelled");
  await h.close();
  const again = await Harness.open(
    { now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause },
    h.directory,
  );
  await runDue(again);
  assert.deepEqual(await outcomes(again, ahead.id), ["fired"], "not a second time");
  assert.deepEqual(await outcomes(again, cancelled.id), [], "it was made afterwards");
  await endRun(again, (await newRun(again, repository.root)).id, "completed");
  await runDue(again);
  assert.deepEqual(await outcomes(again, behind.id), ["fired"]);
  await again[Symbol.asyncDispose]();
});

Deno.test("an event that came before a start, and before another automation was made, still triggers", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  const h = await onClocks(clocks);
  const { id } = await onEvent(h, repository.root, "run.cancelled");
  await h.operator("POST /runs/:id/cancel", { params: { id: (await newRun(h, repository.root)).id } });
  await onEvent(h, repository.root, "run.failed"); // it begins after that event
  await h.close();
  const again = await Harness.open(
    { now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause },
    h.directory,
  );
  await runDue(again);
  assert.deepEqual(await outcomes(again, id), ["fired"]);
  await again[Symbol.asyncDispose]();
});

Deno.test("an event of a run that was deleted before it could trigger anything triggers nothing", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await onEvent(h, repository.root, "run.cancelled");
  const run = await newRun(h, repository.root);
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  await runDue(h);
  assert.deepEqual(await outcomes(h, id), []);
});
