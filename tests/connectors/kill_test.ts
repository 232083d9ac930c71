import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { checkStore, Site } from "../recovery/site.ts";
import type { ServiceProcess } from "../recovery/service_process.ts";
import { EventTail } from "../recovery/event_tail.ts";
import { temporaryDirectory } from "../temporary.ts";
import { ordersIn, putShop, shopDeclaration } from "./shop.ts";

async function enable(site: Site): Promise<void> {
  await using service = await site.start();
  const body = { kind: "capability" as const, targetId: "shop" };
  const { id } = await service.operator("POST /agent-profile-changes", { body });
  await service.operator("POST /agent-profile-changes/:id/approve", { params: { id }, body: REVIEWED });
  await site.end(service);
}

/** Resolves with the run once it waits for an approval, or has ended. */
async function settled(service: ServiceProcess, id: string) {
  using tail = new EventTail(service, 0);
  const rests = ["waiting", "completed", "failed"];
  for (;;) {
    // Counted before it is looked at: what is recorded in between is looked at again.
    const seen = tail.events.length;
    const run = await service.operator("GET /runs/:id", { params: { id } });
    if (rests.includes(run.status)) return run;
    await tail.first(() => tail.events.length > seen);
  }
}

Deno.test("an approved order happens once and is asked for once, wherever the service is killed", async () => {
  using site = Site.make();
  const real = temporaryDirectory();
  putShop(site.storage, shopDeclaration("none", real));
  await enable(site);
  const points = ["started", "before:performed", "performed", "verified"];
  for (const [at, point] of points.entries()) {
    const killed = await site.start({ fault: `connector:${point}#1` });
    const body = {
      request: `use shop.order {"item": "${point}", "total": 1}`,
      repoPath: site.repository.root,
    };
    const { id } = await killed.operator("POST /coordinator/runs", { body });
    const [approval] = (await settled(killed, id)).approvals;
    const approve = killed.operator("POST /approvals/:id/approve", {
      params: { id: approval!.id },
      body: REVIEWED,
    });
    await approve.catch(() => {}); // the kill may come before its answer
    assert.equal((await killed.ended).signal, "SIGKILL");
    await killed[Symbol.asyncDispose]();
    await using service = await site.start();
    const run = await settled(service, id);
    assert.equal(run.status, "completed", `${point}: ${run.statusDetail}`);
    assert.equal(run.approvals.length, 1, point);
    assert.equal(ordersIn(real).filter(({ item }) => item === point).length, 1, point);
    assert.equal(ordersIn(real).length, at + 1);
    await checkStore(service);
    await site.end(service);
  }
});
