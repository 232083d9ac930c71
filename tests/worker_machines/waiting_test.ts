import assert from "node:assert/strict";
import { workerMachineStream } from "../../store/worker_machines/machine.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { DOOR } from "./machine.ts";
import { recordMachines } from "./recorded.ts";
import { untilEvent } from "./until.ts";

const OPENED = { workers: 1, workerDoor: DOOR, checkedShare: 0 };

Deno.test("an offer looks at each machine that waits once, and not at all machines for each of them", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  const ids = await recordMachines(h, 200, { trust: () => ["verify"] });
  const { documents } = h.service.store;
  const { offers, presence } = h.service.machines;
  const gone = new AbortController();
  const waiting = ids.map((id) => {
    presence.see(id);
    const machine = documents.get(workerMachineStream, id)!;
    return offers.next(machine, { warm: [], waitSeconds: 20 }, gone.signal);
  });
  const find = documents.find;
  let read = 0;
  const reading = (...args: Parameters<typeof find>) => {
    const found = find.apply(documents, args);
    if (args[0].kind === workerMachineStream.kind) read += found.length;
    return found;
  };
  Object.assign(documents, { find: reading });
  const body = { repoPath: repository.root, request: 'create b.txt with "b"', verifier: { command: "true" } };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await untilEvent(h, "assignment.offered");
  await Promise.any(waiting.map(async (each) => assert.ok(await each)));
  Object.assign(documents, { find });
  assert.ok(read < 10 * ids.length, `${read} machines were read for ${ids.length}`);
  gone.abort();
  await Promise.all(waiting);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
});
