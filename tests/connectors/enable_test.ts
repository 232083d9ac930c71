import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { temporaryDirectory } from "../temporary.ts";
import { enableShop, MISTAKEN, ordersIn, putShop, shopDeclaration, type ShopFault } from "./shop.ts";

const ASK = { kind: "capability" as const, targetId: "connector:shop" };
const ask = (h: Harness) => h.json("POST", "/agent-profile-changes", ASK);
const state = async (h: Harness, id: string) =>
  (await h.operator("GET /capabilities/:id", { params: { id } })).state;

/** What the service says of each shop that fails one of the proofs. */
const FAULTS: readonly [ShopFault, RegExp][] = [
  [
    "unapproved",
    /It is refused without an approval .* failed for the action order: .*with no approval it is refused/,
  ],
  ["twice", /exactly once.* failed for the action order: it was not shown that/],
  ["gullible", /catches a falsified result.* for the action order: .*another order is refuted/],
  ["untraced", /leaves the hashes.* for the action order: .*connector_action\.billed is on record/],
  ["unlimited", /Above a limit.* for the action order: .*the connector itself refuses it/],
];

/** The proofs in their order, of which those shops fail one each. */
const PROOFS = ["refused_unapproved", "exactly_once", "verified", "traced", "limited"];

for (const [at, [fault, sentence]] of FAULTS.entries()) {
  Deno.test(`a connector that fails the proof "${fault}" is never enabled, nobody is asked, and the attempt is on record`, async () => {
    await using h = await harness();
    putShop(h.directory, shopDeclaration(fault, temporaryDirectory()));
    const events = await h.eventsOf(async () => {
      const { status, body } = await ask(h);
      assert.equal(status, 400);
      assert.match(body.error, sentence);
    });
    assert.deepEqual(events.map(({ type }) => type), ["connector_proofs.failed"]);
    assert.equal(await state(h, "class:purchases"), "blocked");
    assert.deepEqual(await h.operator("GET /agent-profile-changes", { query: {} }), []);
    const { state: shop, attempts } = await h.operator("GET /capabilities/:id", {
      params: { id: "connector:shop" },
    });
    assert.equal(shop, "blocked");
    const { status, class: name, proofs } = attempts![0]!;
    assert.deepEqual([attempts!.length, status, name], [1, "failed", "purchases"]);
    assert.deepEqual(
      proofs.map(({ id, verdict }) => [id, verdict]),
      PROOFS.map((id, i) => [id, i < at ? "passed" : i === at ? "failed" : "not_made"]),
    );
    assert.match(proofs[at]!.detail, sentence);
    assert.deepEqual(proofs.map(({ sha256 }) => sha256 !== undefined), PROOFS.map((_, i) => i <= at));
    const kept = await h.service.artifacts.read(proofs[at]!.sha256!);
    assert.match(new TextDecoder().decode(kept), /"verdict": "failed"/, "the hash is of what was found");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("a connector that is mended is proved anew: both attempts stay, with the hashes of what they proved", async () => {
  const none = { available: false, reason: "There is none.", fix: "Install it." } as const;
  await using h = await harness({ sandbox: none });
  const real = temporaryDirectory();
  putShop(h.directory, { ...shopDeclaration("gullible", real), class: "trades" });
  assert.equal((await ask(h)).status, 400);
  putShop(h.directory, { ...shopDeclaration("none", real), version: "1.0.1" });
  const events = await h.eventsOf(() => h.operator("POST /agent-profile-changes", { body: ASK }));
  assert.ok(events.some(({ type }) => type === "connector_proofs.passed"));
  const { attempts } = await h.operator("GET /capabilities/:id", { params: { id: "connector:shop" } });
  assert.deepEqual(attempts!.map(({ status, version, class: name }) => [status, version, name]), [
    ["passed", "1.0.1", "purchases"],
    ["failed", "1.0.0", "trades"],
  ]);
  assert.notEqual(attempts![0]!.contentSha256, attempts![1]!.contentSha256);
  assert.ok(attempts!.every(({ held }) => held === "as this user: no sandbox is available"));
  assert.equal(await state(h, "connector:shop"), "blocked", "a human has not decided yet");
});

Deno.test("a declaration that leaves an action uncovered is 400 and names the action", async () => {
  await using h = await harness();
  const whole = shopDeclaration("none", temporaryDirectory());
  const [order] = whole.actions;
  const lacking: readonly [object, RegExp][] = [
    [{ verifier: { ...whole.verifier, actionIds: [] } }, /the action order has no verifier/],
    [{ actions: [{ ...order, example: { item: "pencil" } }] }, /the action order has an example that/],
    [{ actions: [{ ...order, example: { item: "x", total: 500 } }] }, /the action order .* above limits/],
    [
      { approval: { ...whole.approval, showsFields: ["price"] } },
      /the action order shows none of its fields/,
    ],
    [{ approval: { ...whole.approval, expiresIn: "PT2H" } }, /approval\.expiresIn/],
    [{ traces: [] }, /traces must name connector_action\.started/],
    [{ class: "tax" }, /no connector can be enabled for the class "tax"/],
    [{ class: "self-extension" }, /no connector can be enabled for the class "self-extension"/],
    [{ id: "other" }, /its id is "other"/],
  ];
  for (const [changed, sentence] of lacking) {
    putShop(h.directory, { ...whole, ...changed });
    const { status, body } = await ask(h);
    assert.equal(status, 400, JSON.stringify(changed));
    assert.match(body.error, sentence);
  }
  assert.equal((await h.json("POST", "/agent-profile-changes", { ...ASK, targetId: "none" })).status, 404);
});

async function order(h: Harness, repository: TestRepository, total: number, more: object = {}) {
  const request = `use shop.order {"item": "pencil; red", "total": ${total}}`;
  const body = { request, repoPath: repository.root, ...more };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  return await h.settled(id);
}

Deno.test("a connector that passes is enabled by a human, used once for each approval, and blocked after one changed byte", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const real = temporaryDirectory();
  const directory = putShop(h.directory, shopDeclaration("none", real));

  const before = await order(h, repository, 3);
  assert.deepEqual([before.status, before.statusReason], ["failed", "policy_blocked"]);
  assert.match(before.statusDetail!, /has never been enabled/);

  const change = await h.operator("POST /agent-profile-changes", { body: ASK });
  assert.deepEqual(
    change.evidence.map(({ id }) => id),
    ["declaration", "refused_unapproved", "exactly_once", "verified", "traced", "limited"],
  );
  assert.ok(change.evidence.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256!)));
  const { items } = await h.operator("GET /approvals/queue", { query: {} });
  const evidence = items.find(({ id }) => id === change.approvalId)!.approval.evidence.map(({ sha256 }) =>
    sha256
  );
  assert.ok(change.evidence.every(({ sha256 }) => evidence.includes(sha256!)));
  const params = { id: change.id };
  const unread = { ...REVIEWED, reviewedHashes: false };
  assert.equal((await h.json("POST", `/agent-profile-changes/${change.id}/approve`, unread)).status, 400);
  assert.equal(await state(h, "class:purchases"), "blocked");
  assert.equal((await h.operator("POST /agent-profile-changes", { body: ASK })).id, change.id, "asked once");
  await h.operator("POST /agent-profile-changes/:id/approve", { params, body: REVIEWED });
  const purchases = await h.operator("GET /capabilities/:id", { params: { id: "class:purchases" } });
  assert.deepEqual([purchases.state, purchases.enabledBy], ["enabled", ["connector:shop"]]);
  assert.equal(await state(h, "class:trades"), "blocked");

  const asked = await order(h, repository, 80, { capabilityClass: "purchases" });
  const approval = pendingOf(asked);
  assert.equal(approval.policyClass, "external-write");
  assert.match(approval.title, /Stand-in shop: order \(item: "pencil; red", total: 80\)/);
  assert.deepEqual(ordersIn(real), [], "nothing happens before the approval");
  await h.operator("POST /approvals/:id/approve", { params: { id: approval.id }, body: REVIEWED });
  const used = await h.settled(asked.id);
  assert.equal(used.status, "completed", used.statusDetail);
  assert.deepEqual(ordersIn(real).map(({ item, total }) => [item, total]), [["pencil; red", 80]]);
  const facts = h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("connector"));
  assert.deepEqual(facts.map(({ type }) => type), [
    "connector_proofs.passed",
    "connector.enabled",
    "connector_action.started",
    "connector.used",
    "connector_action.performed",
    "connector_action.verified",
  ]);
  const started = facts[2]!.data as { approvalId: string; requestSha256: string };
  assert.deepEqual([started.approvalId, started.requestSha256.length], [approval.id, 64]);

  for (const [total, why] of [[101, /more than the 100 EUR/], [90, /170 of 150 EUR for today/]] as const) {
    const refused = await order(h, repository, total);
    assert.deepEqual([refused.statusReason, refused.approvals], ["policy_blocked", []]);
    assert.match(refused.statusDetail!, why);
  }
  const text = await h.operator("POST /coordinator/runs", {
    body: { request: "Please buy a pencil in the shop.", repoPath: repository.root },
  });
  assert.equal((await h.settled(text.id)).statusReason, "policy_blocked", "words carry nothing");

  const program = join(directory, "shop.js");
  const bytes = Deno.readTextFileSync(program);
  Deno.writeTextFileSync(program, `${bytes} `);
  assert.equal(await state(h, "class:purchases"), "blocked");
  const blocked = await order(h, repository, 3);
  assert.deepEqual([blocked.statusReason, blocked.approvals], ["policy_blocked", []]);
  await h.composition.maintenance.runOnce();
  Deno.writeTextFileSync(program, bytes);
  assert.equal(await state(h, "class:purchases"), "blocked", "it stays blocked once that was noticed");
  assert.equal(ordersIn(real).length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an order that was refuted stays as it is listed: after an interruption, it is neither made nor verified again", async () => {
  using repository = TestRepository.make();
  let interruptions = 0;
  const boundary = (point: string) => {
    if (point === "connector:verified" && interruptions++ === 0) throw new Error("The process ended.");
  };
  await using h = await harness({ workers: 1, boundary });
  const real = temporaryDirectory();
  putShop(h.directory, shopDeclaration("none", real));
  await enableShop(h);
  const body = {
    request: `use shop.order {"item": "${MISTAKEN}", "total": 3}`,
    repoPath: repository.root,
    onFailure: "fail" as const,
  };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  const { id: approvalId } = pendingOf(await h.settled(id));
  await h.operator("POST /approvals/:id/approve", { params: { id: approvalId }, body: REVIEWED });
  const run = await h.settled(id);
  assert.equal(interruptions, 1);
  assert.deepEqual([run.status, run.statusReason], ["failed", "invalid_input"]);
  assert.match(run.statusDetail!, /The verifier refuted shop\.order: The shop's books do not say so\./);
  assert.equal(ordersIn(real).length, 1);
  const facts = h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("connector_action."));
  assert.deepEqual(facts.map(({ type }) => type.split(".")[1]), ["started", "performed", "verified"]);
  const { items } = await h.operator("GET /control-plane/effects", { query: {} });
  assert.deepEqual(items.map(({ state, settled }) => [state, settled]), [["uncertain", false]]);
});

Deno.test("files that are changed between the proofs and the decision are not enabled", async () => {
  await using h = await harness();
  const directory = putShop(h.directory, shopDeclaration("none", temporaryDirectory()));
  const { id } = await h.operator("POST /agent-profile-changes", { body: ASK });
  Deno.writeTextFileSync(join(directory, "more.txt"), "x");
  const { status, body } = await h.json("POST", `/agent-profile-changes/${id}/approve`, REVIEWED);
  assert.equal(status, 400);
  assert.match(body.error, /changed after the proofs were made/);
  assert.equal(await state(h, "connector:shop"), "blocked");
});

Deno.test("a request is for the files as they are: asked again it is the same, and other files make a new one", async () => {
  await using h = await harness();
  const directory = putShop(h.directory, shopDeclaration("none", temporaryDirectory()));
  const ask = () => h.operator("POST /agent-profile-changes", { body: ASK });
  const first = await ask();
  const again = await h.json("POST", "/agent-profile-changes", ASK);
  assert.deepEqual([again.status, again.body.id], [200, first.id], "nothing new was made");
  Deno.writeTextFileSync(join(directory, "more.txt"), "x");
  const second = await ask();
  assert.notEqual(second.id, first.id);
  const statusOf = async (id: string) =>
    (await h.operator("GET /agent-profile-changes/:id", { params: { id } })).status;
  assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ["superseded", "pending"]);
  await h.operator("POST /agent-profile-changes/:id/approve", { params: { id: second.id }, body: REVIEWED });
  assert.equal(await state(h, "connector:shop"), "enabled");
  assert.deepEqual(h.rebuildDifferences(), []);
});
