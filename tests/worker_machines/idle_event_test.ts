import assert from "node:assert/strict";
import { workerMachineStream } from "../../store/worker_machines/machine.ts";
import { harness } from "../harness.ts";
import { DOOR } from "./machine.ts";
import { recordMachines } from "./recorded.ts";

Deno.test("an event looks at no machine while no run is queued", async () => {
  await using h = await harness({ workers: 1, workerDoor: DOOR });
  const ids = await recordMachines(h, 200, { trust: () => ["tasks"] });
  for (const id of ids) h.service.machines.presence.see(id);
  const { documents } = h.service.store;
  const { get } = documents;
  let looks = 0;
  const getting = (...args: Parameters<typeof get>) => {
    if (args[0].kind === workerMachineStream.kind) looks++;
    return get.apply(documents, args);
  };
  Object.assign(documents, { get: getting });
  const body = { type: "fact", scope: "global", content: "x", source: { kind: "user", id: "me" } } as const;
  await h.operator("POST /memory", { body });
  Object.assign(documents, { get });
  assert.equal(looks, 0);
});
