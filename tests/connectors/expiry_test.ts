import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { says, uses } from "../models/server/reply.ts";
import { ModelWorld, planning } from "../models/workers/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { enableShop, ordersIn, putShop, shopDeclaration } from "./shop.ts";

const MINUTE = 60_000;

/** A model that orders once from a shop whose approvals expire after a time, on a clock that stands until it is moved. */
async function shopping(expiresIn: string) {
  let at = Date.parse("2026-01-02T03:04:05.678Z");
  const order = {
    name: "use_connector",
    input: { connector: "shop", action: "order", input: { item: "pencil", total: 3 } },
  };
  const world = await ModelWorld.open(
    planning(({ results }) => results.length > 0 ? says("Done.") : uses(order)),
    { now: () => new Date(at) },
  );
  const real = temporaryDirectory();
  const declaration = shopDeclaration("none", real);
  putShop(world.h.directory, { ...declaration, approval: { ...declaration.approval, expiresIn } });
  await enableShop(world.h);
  return { world, real, pass: (milliseconds: number) => void (at += milliseconds) };
}

Deno.test("the approval of a connector's action expires when its declaration says, and then nothing is done", async () => {
  for (const [expiresIn, minutes] of [["PT10M", 10], ["PT30M", 30]] as const) {
    const { world, real, pass } = await shopping(expiresIn);
    await using _ = world;
    const { h } = world;
    const waiting = await world.run("Do it.");
    const asked = pendingOf(waiting);
    assert.equal(Date.parse(asked.expiresAt) - Date.parse(asked.requestedAt), minutes * MINUTE);
    assert.equal(waiting.waitingFor?.expiresAt, asked.expiresAt);
    pass(minutes * MINUTE);
    const late = await h.json("POST", `/approvals/${asked.id}/approve`, REVIEWED);
    assert.equal(late.status, 400);
    assert.match(late.body.error, /expired/);
    await h.composition.maintenance.runOnce();
    const ended = await h.settled(waiting.id);
    assert.deepEqual([ended.status, ended.statusReason], ["failed", "approval_expired"]);
    assert.deepEqual(ordersIn(real), []);
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});

Deno.test("an approval that was given is used within the same time, or not at all", async () => {
  for (const [minutes, orders] of [[10, 1], [11, 0]] as const) {
    const { world, real, pass } = await shopping("PT10M");
    await using _ = world;
    const { h } = world;
    const { id } = await world.run("Do it.");
    const asked = pendingOf(await h.settled(id));
    await h.operator("POST /runs/:id/pause", { params: { id } });
    await h.operator("POST /approvals/:id/approve", { params: { id: asked.id }, body: REVIEWED });
    pass(minutes * MINUTE);
    await h.operator("POST /runs/:id/resume", { params: { id } });
    await h.settled(id);
    assert.equal(ordersIn(real).length, orders, `after ${minutes} minutes`);
    const told = world.server.questions.flatMap(({ results }) => results).join("\n");
    assert.equal(/and held for PT10M\. Retry the run to be asked again\./.test(told), orders === 0, told);
  }
});
