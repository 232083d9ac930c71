import assert from "node:assert/strict";
import { makeKeys, PROTOCOL } from "../../services/workforce/worker_machines/wire/mod.ts";
import { beatHere } from "../../services/execution/worker_program/beats.ts";
import { MachineClient } from "../../services/execution/worker_program/mod.ts";
import { CONTROL } from "./machine.ts";

Deno.test("a heartbeat that gets no answer loses no lease, and holds up none of another one", async () => {
  const said = Promise.withResolvers<string>();
  const kept = Promise.withResolvers<string>();
  let beats = 0;
  const identity = {
    control: CONTROL,
    machineId: "machine_1",
    name: "w1",
    token: "ahm_x",
    keys: await makeKeys(),
  };
  const client = new MachineClient(identity, (url, init) => {
    if (url.endsWith("/worker/door")) {
      return Promise.resolve(Response.json({ protocol: PROTOCOL, epoch: "e" }));
    }
    if (++beats === 6) kept.resolve("kept");
    if (beats !== 3) return Promise.resolve(Response.json({ lease: "held" }));
    // The connection is dead without a sign.
    const { promise, reject } = Promise.withResolvers<Response>();
    init.signal?.addEventListener("abort", () => reject(init.signal!.reason));
    return promise;
  });
  const lease = (leaseId: string) => ({ leaseId, leaseMilliseconds: 1500 });
  using _one = beatHere(client, lease("lease_1"), said.resolve);
  using _other = beatHere(client, lease("lease_2"), said.resolve);
  assert.equal(await Promise.race([kept.promise, said.promise]), "kept");
});
