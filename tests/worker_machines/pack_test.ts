import assert from "node:assert/strict";
import { heartbeatSchema, manifestSchema } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { type Machine, OPENED } from "./holder.ts";
import { askForWork, enrolMachine, refused } from "./machine.ts";
import { untilEvent } from "./until.ts";

const claim = ({ client }: Machine, ticket: { id: string; fence: number } | null) =>
  client.call(manifestSchema, { method: "POST", path: "/worker/claims", body: { ...ticket, have: {} } });

Deno.test("a machine that is revoked while its pack is written takes nothing from the one that goes on", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  const [one, two] = [await enrolMachine(h, { name: "one" }), await enrolMachine(h, { name: "two" })];
  await askForWork(one);
  await askForWork(two);
  const waiting = askForWork(one, 20);
  const body = { repoPath: repository.root, request: 'create b.txt with "b"', verifier: { command: "true" } };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  const { ticket } = await waiting;
  const next = askForWork(two, 20);
  const claiming = claim(one, ticket);
  await untilEvent(h, "assignment.claimed");
  await h.operator("POST /workers/:id/revoke", { params: { id: "one" }, body: {} });
  await refused(claiming, /nothing to claim/, 400);
  const manifest = await claim(two, (await next).ticket);
  assert.equal(manifest.fence, 2);
  const path = `/worker/leases/${manifest.leaseId}/heartbeats`;
  const beat = await two.client.call(heartbeatSchema, { method: "POST", path, lane: "beat" });
  assert.equal(beat.lease, "held");
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
});
