import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { says, uses } from "../models/server/reply.ts";
import type { Script } from "../models/server/model_server.ts";
import { temporaryDirectory } from "../temporary.ts";
import { enableShop, ordersIn, putShop, shopDeclaration } from "./shop.ts";

const order = (total: number, item = "pencil") => ({
  name: "use_connector",
  input: { connector: "shop", action: "order", input: { item, total } },
});

/** A model with a shop that a human has enabled, whose real orders go to `real`. */
async function shopping(work: Script, more: readonly string[] = []) {
  const world = await ModelWorld.open(planning(work));
  const real = temporaryDirectory();
  const shop = shopDeclaration("none", real);
  const actions = [...shop.actions, ...more.map((id) => ({ ...shop.actions[0]!, id }))];
  const verifier = { ...shop.verifier, actionIds: actions.map(({ id }) => id) };
  putShop(world.h.directory, { ...shop, actions, verifier });
  await enableShop(world.h);
  return { world, real };
}

const told = (world: ModelWorld): string =>
  world.server.questions.flatMap(({ results }) => results).join("\n");
const isOffered = (world: ModelWorld): boolean =>
  world.server.questions.some(({ tools }) => tools.includes("use_connector"));

Deno.test("a model orders once for each approval, and is told what the verifier found and what was rejected", async () => {
  const { world, real } = await shopping(works(order(80), order(80), order(20)));
  await using _ = world;
  const { h } = world;
  const decide = async (runId: string, decision: "approve" | "reject") => {
    const { id } = pendingOf(await h.settled(runId));
    const params = { id };
    if (decision === "approve") await h.operator("POST /approvals/:id/approve", { params, body: REVIEWED });
    else await h.operator("POST /approvals/:id/reject", { params, body: { actorType: "human" } });
  };
  const first = await world.run("Please buy a pencil.", { capabilityClass: "purchases" });
  const asked = pendingOf(first);
  assert.equal(asked.policyClass, "external-write", first.statusDetail);
  assert.match(asked.title, /Stand-in shop: order \(item: "pencil", total: 80\)/);
  assert.doesNotMatch(asked.reasons.join(" "), /has already used/);
  assert.deepEqual(ordersIn(real), [], "nothing happens before the approval");
  await decide(first.id, "approve");
  // 160 of 150 a day is refused before anybody is asked; the next question is that of the third use.
  const again = await h.settled(first.id);
  assert.match(pendingOf(again).title, /total: 20/);
  assert.match(pendingOf(again).reasons.join(" "), /This task has already used order: once\./);
  await decide(first.id, "reject");
  const run = await h.settled(first.id);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(ordersIn(real).map(({ item, total }) => [item, total]), [["pencil", 80]]);
  assert.match(told(world), /Used shop\.order: The order is in the shop's books\.\nIt answered: \{"order":/);
  assert.match(told(world), /160 of 150 EUR for today/);
  assert.match(told(world), /A human rejected shop\.order\./);
  const actions = h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("connector_action."));
  assert.deepEqual(actions.map(({ type }) => type.split(".")[1]), ["started", "performed", "verified"]);
  assert.ok(world.server.questions.some(({ system }) => /connector "shop".*action "order"/.test(system)));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an equal order is another one: it is asked for again and has its own key", async () => {
  const { world, real } = await shopping(works(order(3), order(3)));
  await using _ = world;
  const { id } = await world.create("Do it twice.");
  for (const warned of [false, true]) {
    const asked = pendingOf(await world.h.settled(id));
    assert.equal(asked.reasons.some((reason) => reason.includes("has already used")), warned);
    await world.h.operator("POST /approvals/:id/approve", { params: { id: asked.id }, body: REVIEWED });
  }
  assert.equal((await world.h.settled(id)).status, "completed");
  assert.equal(new Set(ordersIn(real).map(({ key }) => key)).size, 2);
});

Deno.test("a model is told what is wrong with an order, and no question is asked", async () => {
  const wrong = [
    order(101),
    { name: "use_connector", input: { connector: "shop", action: "steal", input: {} } },
    { name: "use_connector", input: { connector: "shop", action: "order", input: { item: 3 } } },
    { name: "use_connector", input: { connector: "bank", action: "pay", input: {} } },
  ];
  const { world, real } = await shopping(works(...wrong));
  await using _ = world;
  const run = await world.run("Do it.");
  assert.deepEqual([run.status, run.approvals.length], ["completed", 0], run.statusDetail);
  assert.deepEqual(ordersIn(real), []);
  for (
    const sentence of [
      /101 EUR is more than the 100 EUR/,
      /has no action "steal"\. There are: order/,
      /does not take this input for order/,
      /The connector bank has never been enabled/,
    ]
  ) assert.match(told(world), sentence);
});

Deno.test("a connector that is not enabled, or that the profile does not allow, is neither offered nor used", async () => {
  const { world, real } = await shopping(works(order(3)));
  await using _ = world;
  const settings = { toolAllowlist: ["list_files", "read_file", "edit_file", "use_connector"] };
  const narrow = async (toolAllowlist: string[]) => {
    const body = { profileId: "worker", settings: { toolAllowlist } };
    await world.h.operator("POST /agent-profiles/settings", { body });
  };
  await narrow(settings.toolAllowlist);
  const control = await world.create("Do it.");
  assert.equal(pendingOf(await world.h.settled(control.id)).policyClass, "external-write");
  assert.ok(isOffered(world), "the control: it is offered where it is allowed");
  await world.h.operator("POST /runs/:id/cancel", { params: { id: control.id }, body: {} });

  await narrow(["list_files", "read_file", "edit_file"]);
  world.server.questions.length = 0;
  world.server.script = planning(works(order(3)));
  const run = await world.run("Do it.");
  assert.deepEqual([run.status, run.approvals.length], ["completed", 0], run.statusDetail);
  assert.ok(!isOffered(world));
  assert.match(told(world), /use_connector/);
  assert.deepEqual(ordersIn(real), []);
});

Deno.test("a profile that allows one action of a connector allows that one, in each kind of worker, and no other", async () => {
  const { world, real } = await shopping(works(order(3)), ["cancel"]);
  await using _ = world;
  const { h } = world;
  const files = ["list_files", "read_file", "edit_file"];
  const settings = (toolAllowlist: string[]) => ({ profileId: "worker", settings: { toolAllowlist } });
  const unknown = await h.json("POST", "/agent-profiles/settings", settings([...files, "shop.steal"]));
  assert.equal(unknown.status, 400);
  assert.match(
    unknown.body.error,
    /no action of a connector "shop\.steal"\. Known names: shop\.order, shop\.cancel\./,
  );

  // Less than the tool for all of them, so it applies at once.
  await h.operator("POST /agent-profiles/settings", { body: settings([...files, "shop.order"]) });
  const first = await world.create("Do it.");
  assert.match(pendingOf(await h.settled(first.id)).title, /Stand-in shop: order/);
  assert.ok(world.server.questions.some(({ system }) => /action "order"/.test(system)));
  assert.ok(!world.server.questions.some(({ system }) => /action "cancel"/.test(system)));
  await h.operator("POST /runs/:id/cancel", { params: { id: first.id }, body: {} });

  world.server.script = planning(works({
    name: "use_connector",
    input: { connector: "shop", action: "cancel", input: { item: "pencil", total: 3 } },
  }));
  const refused = await world.run("Do it.");
  assert.deepEqual([refused.status, refused.approvals.length], ["completed", 0], refused.statusDetail);
  assert.match(told(world), /does not allow the tool shop\.cancel/);
  const recipe = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'use shop.cancel {"item": "pencil", "total": 3}',
      repoPath: world.repository.root,
      worker: { provider: "builtin", model: "recipe" },
      onFailure: "fail",
    },
  });
  assert.equal((await h.settled(recipe.id)).statusReason, "policy_blocked");
  assert.deepEqual(ordersIn(real), []);

  const { body } = await h.json("GET", "/agent-profiles?role=worker&status=active");
  const profileId = body.find(({ source }: { source: string }) => source === "user").id;
  const wider = await h.json("POST", "/agent-profiles/settings", {
    profileId,
    settings: { toolAllowlist: [...files, "shop.order", "shop.cancel"] },
  });
  assert.equal(wider.status, 400);
  assert.match(wider.body.error, /would widen.*toolAllowlist\.shop\.cancel/);
});

Deno.test("plain words that ask for a blocked class need it declared, and a connector enabled for that very class", async () => {
  await using world = await ModelWorld.open(planning(works()));
  putShop(world.h.directory, shopDeclaration("none", temporaryDirectory()));
  const ask = async (request: string, capabilityClass?: string) =>
    (await world.run(request, capabilityClass === undefined ? {} : { capabilityClass })).statusReason ??
      "done";
  assert.equal(await ask("Please buy a pencil.", "purchases"), "policy_blocked");
  await enableShop(world.h);
  assert.equal(await ask("Please buy a pencil.", "purchases"), "done");
  assert.equal(await ask("Please buy a pencil."), "policy_blocked");
  assert.equal(await ask("Please buy a pencil.", "trades"), "policy_blocked");
  assert.equal(await ask("Sell all my shares at market price.", "purchases"), "policy_blocked");
});

Deno.test("two orders that wait for their approvals at the same time do not exceed a limit together", async () => {
  const { world, real } = await shopping(({ results }) =>
    results.length > 0 ? says("Done.") : uses(order(80))
  );
  await using _ = world;
  const { h } = world;
  const asked = [];
  for (const request of ["Do it.", "Do it, too."]) {
    const { id } = await world.create(request);
    asked.push({ id, approval: pendingOf(await h.settled(id)) });
  }
  for (const { id, approval } of asked) {
    assert.match(approval.title, /total: 80/, "within the limit, as long as the other one is not done");
    await h.operator("POST /approvals/:id/approve", { params: { id: approval.id }, body: REVIEWED });
    assert.equal((await h.settled(id)).status, "completed");
  }
  assert.deepEqual(ordersIn(real).map(({ total }) => total), [80]);
  assert.match(told(world), /160 of 150 EUR for today/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an approval is for the files of the connector that it shows, and not for others that are enabled since", async () => {
  const { world, real } = await shopping(works(order(3), order(3)));
  await using _ = world;
  const { h } = world;
  const { id } = await world.create("Do it.");
  const asked = pendingOf(await h.settled(id));
  putShop(h.directory, { ...shopDeclaration("none", real), version: "2.0.0" });
  await enableShop(h);
  const approve = (approvalId: string) =>
    h.operator("POST /approvals/:id/approve", { params: { id: approvalId }, body: REVIEWED });
  await approve(asked.id);
  const again = pendingOf(await h.settled(id));
  assert.deepEqual(ordersIn(real), [], "nothing was done under the approval of version 1.0.0");
  assert.match(told(world), /have been enabled since, version 2\.0\.0/);
  await approve(again.id);
  assert.equal((await h.settled(id)).status, "completed");
  assert.equal(ordersIn(real).length, 1, "the control: what was asked about version 2.0.0 is done");
});
