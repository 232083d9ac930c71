import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { freePort } from "../../bench/setting.ts";
import { runToRest } from "../runs/scenario.ts";
import { DOOR, runMachine } from "./machine.ts";
import { untilEvent, untilPresent } from "./until.ts";

/** An address where no database is. */
const nowhere = () => `postgres://control:s3cr3t-passw0rd@127.0.0.1:${freePort()}/tickets`;

Deno.test("a database of tickets that is not there costs nothing but a sentence: machines get their work at the door", async () => {
  const h = await Harness.open({ workers: 1, workerDoor: DOOR, checkedShare: 0, queue: nowhere() });
  using repository = TestRepository.make();
  {
    await using machine = await runMachine(h);
    await untilPresent(h);
    await untilEvent(h, "ticket_queue.unreachable");
    const { ticketQueue } = await h.operator("GET /control-plane/status");
    assert.match(ticketQueue!, /cannot be used since .*ECONNREFUSED.* Worker machines ask this service/);
    assert.ok(!JSON.stringify(h.store.events.after(0, 1000)).includes("s3cr3t-passw0rd"));
    const run = await runToRest(h, repository, {
      request: 'create b.txt with "b"',
      verifier: { command: "test -f b.txt" },
    });
    assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  }
  await h.close();
  await using without = await Harness.open({ workerDoor: DOOR }, h.directory);
  assert.equal((await without.operator("GET /control-plane/status")).ticketQueue, null);
  const { items } = await without.operator("GET /notifications");
  const [notice] = items.filter(({ title }) => title === "The database of tickets cannot be used");
  assert.equal(notice?.resolution, "It is not used any more.");
  assert.deepEqual(without.rebuildDifferences(), []);
});
