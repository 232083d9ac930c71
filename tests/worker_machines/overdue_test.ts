import assert from "node:assert/strict";
import { type Pause, pause } from "../../services/ground/kernel/pause.ts";
import { manifestSchema } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { OPENED } from "./holder.ts";
import { askForWork, enrolMachine } from "./machine.ts";

Deno.test("a machine that holds a verification for too long loses it, and it is done here", async () => {
  const late = Promise.withResolvers<void>();
  const untilLate: Pause = (milliseconds, signal) =>
    milliseconds === 90 * 60_000 ? late.promise : pause(milliseconds, signal);
  await using h = await harness({ ...OPENED, pause: untilLate });
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  await askForWork(machine);
  const waiting = askForWork(machine, 20);
  const body = {
    repoPath: repository.root,
    request: 'create b.txt with "b"',
    verifier: { command: "test -f b.txt" },
  };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  const { ticket } = await waiting;
  const claim = { method: "POST" as const, path: "/worker/claims", body: { ...ticket, have: {} } };
  await machine.client.call(manifestSchema, claim);
  late.resolve();
  const { evaluation } = await h.settled(id);
  assert.deepEqual([evaluation?.outcome, evaluation?.reportedBy], ["passed", undefined]);
  const { items } = await h.operator("GET /workers/:id/log", { params: { id: "w1" } });
  assert.deepEqual(items.map(({ outcome, detail }) => [outcome, detail]), [
    ["lost", "It did not report in time."],
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
