import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { locateRepository, openControl } from "../../services/machine/repositories/mod.ts";
import { MachineClient } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { askForWork, DOOR, doorOf, enrolMachine, refused } from "./machine.ts";

const opened = (options: object = {}) =>
  harness({ workers: 0, workerDoor: DOOR, checkedShare: 0, ...options });

Deno.test("a machine that asks again and again and never claims does not keep the work from another one", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const [greedy, other] = [await enrolMachine(h), await enrolMachine(h, { name: "w2" })];
  for (const machine of [greedy, other]) await askForWork(machine);
  const control = await openControl(await locateRepository(repository.root, h.directory), h.directory);
  const body = { repoPath: repository.root, request: 'create a.txt with "a"' };
  const { id: runId } = await h.operator("POST /coordinator/runs", { body });
  const asks = () => askForWork(greedy, 20, { warm: [control.id] });
  const first = asks();
  const point = { commit: "0".repeat(40), tree: "1".repeat(40) };
  const ctx = contextFor(h.service, "system");
  const offer = await h.service.machines.offer(ctx, {
    kind: "verification",
    runId,
    round: 1,
    repositoryId: control.id,
    baseTree: point.tree,
    repoPath: repository.root,
    tree: point.tree,
    command: "true",
    setup: null,
    control,
    base: point,
    result: point,
  });
  assert.equal((await first).ticket?.id, offer.id, "it has what is needed, so it is preferred");
  let isOver = false;
  const again = (async () => {
    while (!isOver) await asks();
  })();
  assert.equal((await askForWork(other, 9)).ticket?.id, offer.id);
  isOver = true;
  await h.service.machines.withdraw(ctx, offer, "The test is done with it.");
  h.service.machines.offers.stop();
  await again;
});

Deno.test("a machine that says each time that it is another fills the log for a while, and no more", async () => {
  const clock = { at: Date.parse("2026-11-27T10:00:00Z") };
  await using h = await opened({ now: () => new Date(clock.at) });
  const machine = await enrolMachine(h);
  const described = () =>
    h.store.events.after(0, 10_000).filter(({ type }) => type === "worker_machine.described").length;
  for (let n = 1; n <= 30; n++) await askForWork(machine, 0, { version: `${n}` });
  assert.equal(described(), 30);
  await refused(
    askForWork(machine, 0, { version: "31" }),
    /described itself differently more than 30 times/,
    500,
  );
  assert.equal(described(), 30);
  assert.deepEqual(await askForWork(machine, 0, { version: "30" }), { ticket: null });
  clock.at += 60 * 60 * 1000;
  await askForWork(machine, 0, { version: "31" });
  assert.equal(described(), 31);
});

Deno.test("what names the starts of a machine is short, and there is an end of them", async () => {
  await using h = await opened();
  const { identity } = await enrolMachine(h);
  const asks = (session: string) =>
    askForWork({ client: new MachineClient(identity, doorOf(h), { session }) });
  await refused(asks("x".repeat(65)), /another process of this machine has begun/, 403);
  await asks("x".repeat(64));
  const { counters } = h.service.machines;
  const { machineId } = identity;
  const begins = (n: number) => counters.accept(machineId, { session: `s${n}`, lane: "main", counter: 1 });
  const starts = Array.from({ length: 10_001 }, (_, n) => begins(n));
  assert.deepEqual([starts.at(0), starts.at(9_999), starts.at(10_000)], [true, true, false]);
  assert.equal(begins(0), false, "an earlier one is still known");
});
