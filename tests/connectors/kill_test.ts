import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { checkStore, Site } from "../recovery/site.ts";
import { ModelServer } from "../models/server/model_server.ts";
import type { Question } from "../models/server/question.ts";
import { says, uses } from "../models/server/reply.ts";
import { configure, planning, providerOf } from "../models/workers/scenario.ts";
import type { ServiceProcess } from "../recovery/service_process.ts";
import { EventTail } from "../recovery/event_tail.ts";
import { temporaryDirectory } from "../temporary.ts";
import { enableShop, ordersIn, putShop, shopDeclaration } from "./shop.ts";

async function enable(site: Site): Promise<void> {
  await using service = await site.start();
  await enableShop(service);
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

/** Lets an order be approved while the service is killed at a point of it, and returns the run that a new service finished. */
async function orderOver(site: Site, point: string, body: object) {
  const killed = await site.start({ fault: `connector:${point}#1` });
  const { id } = await killed.operator("POST /coordinator/runs", {
    body: { repoPath: site.repository.root, request: "Order it.", ...body },
  });
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
  await checkStore(service);
  await site.end(service);
  return run;
}

Deno.test("an approved order happens once and is asked for once, wherever the service is killed", async () => {
  using site = Site.make();
  const real = temporaryDirectory();
  putShop(site.storage, shopDeclaration("none", real));
  await enable(site);
  const points = ["before:performed"];
  for (const [at, point] of points.entries()) {
    await orderOver(site, point, { request: `use shop.order {"item": "${point}", "total": 1}` });
    assert.equal(ordersIn(real).filter(({ item }) => item === point).length, 1, point);
    assert.equal(ordersIn(real).length, at + 1);
  }
});

Deno.test("a model that begins again after a kill orders nothing again, and is told of the order", async () => {
  using site = Site.make();
  const real = temporaryDirectory();
  putShop(site.storage, shopDeclaration("none", real));
  const order = { connector: "shop", action: "order", input: { item: "pencil", total: 3 } };
  // It remembers nothing: what it has been told in this attempt is all that it goes by.
  const work = ({ results }: Question) =>
    results.length > 0 ? says("Done.") : uses({ name: "use_connector", input: order });
  await using server = ModelServer.start(planning(work));
  configure(site.storage, [providerOf(server)]);
  await enable(site);
  await orderOver(site, "before:performed", { worker: { provider: "local" } });
  assert.equal(ordersIn(real).length, 1);
  const told = server.questions.flatMap(({ results }) => results);
  assert.match(told.join("\n"), /Used shop\.order: The order is in the shop's books\./);
  assert.equal(told.length, 1, "only the second attempt came to an answer");
});
