import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { connectorActionStream } from "../../store/connectors/stream.ts";
import { plannerDraftStream } from "../../store/planner/draft_stream.ts";
import { oauthAccountStream } from "../../store/oauth/account_stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { Phone } from "../alerts/phone.ts";
import { REVIEWED } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { linkItem, onProvider } from "../financelink/financelink_world.ts";
import { failures } from "../notifications/failures.ts";
import { connected, linked } from "../oauth/oauth_world.ts";
import { draftInvitation, mailSettings } from "../planner/draft_world.ts";
import { MailServer } from "../planner/mail_server.ts";

const effectsOf = (h: Harness, query = {}) => h.operator("GET /control-plane/effects", { query });

Deno.test("what was done is listed with what became of it, newest first, and counted", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const first = await draftInvitation(h);
  const second = await draftInvitation(h, [{ email: "cy@work.example" }], "Tea");
  for (const { draftId, sha256 } of [first, second]) {
    const body = { drafts: [{ draftId, sha256 }], decision: REVIEWED };
    await h.operator("POST /planner/calendar-actions/drafts/send", { body });
  }
  const { items } = await effectsOf(h, { kind: "mail" });
  assert.deepEqual(items.map(({ subject }) => subject), [second.draftId, first.draftId]);
  const all = await effectsOf(h);
  assert.deepEqual(all.items.map(({ state }) => state), ["done", "done", "done", "done"], "the events, too");
  assert.equal(all.uncertain, 0);
  assert.equal(items[0]!.detail, "1 person accepted by the server.");
  assert.deepEqual((await effectsOf(h, { state: "uncertain" })).items, []);
  assert.equal((await effectsOf(h, { kind: "mail", limit: 1, offset: 1 })).items[0]!.subject, first.draftId);
  const { status, body } = await h.json("POST", `/control-plane/effects/${items[0]!.id}/settle`, {
    as: "done",
  });
  assert.equal(status, 400);
  assert.match(body.error, /is done: only an uncertain effect needs a person/);
  assert.equal((await h.json("POST", "/control-plane/effects/mail.x/settle", { as: "done" })).status, 404);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a bank that never confirms is uncertain after a day, and a person says that it is gone", async () => {
  await using world = await onProvider();
  const { h, provider, time, runClock } = world;
  const { id } = (await linkItem(h, provider)).body.item;
  await provider[Symbol.asyncDispose]();
  await h.operator("POST /financelink/items/:id/disconnect", { params: { id }, body: {} });
  assert.equal((await effectsOf(h)).items[0]!.state, "waiting");
  time.now += 25 * 3_600_000;
  await runClock();
  const [effect] = (await effectsOf(h, { state: "uncertain" })).items;
  assert.equal(effect?.kind, "bank_removal");
  assert.equal((await effectsOf(h, { state: "done" })).uncertain, 1, "whatever is listed");
  const note = "The bank's page no longer lists this access.";
  const settled = await h.operator("POST /control-plane/effects/:id/settle", {
    params: { id: effect!.id },
    body: { as: "done", note },
  });
  assert.deepEqual([settled.state, settled.settled, settled.detail], ["done", true, note]);
  await runDue(h);
  assert.deepEqual((await effectsOf(h, { state: "uncertain" })).items, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what is about to start, in progress or interrupted is listed as such; deleting its run takes it along", async () => {
  await using h = await harness();
  const { service } = h;
  const [draft, action, run] = ["pld", "connector_action", "run"].map((kind) => service.newId(kind)) as [
    string,
    string,
    string,
  ];
  const started = {
    connectorId: "shop",
    version: "1.0.0",
    contentSha256: "0".repeat(64),
    actionId: "order",
    key: "0".repeat(64),
    amount: 3,
    requestSha256: "0".repeat(64),
    approvalId: "approval_1",
  };
  const ctx = contextFor(service, "system");
  const about = { runId: run };
  await service.store.commit(() => {
    record(ctx, plannerDraftStream, draft, [{ type: "planner.draft_sending", data: {} }]);
    record(ctx, runStream, run, [{
      type: "run.created",
      data: { kind: "coordinator", request: "Order it.", repoPath: "/r", attempt: 1 },
    }], about);
    record(ctx, connectorActionStream, action, [{ type: "connector_action.started", data: started }], about);
  });
  const states = async () =>
    Object.fromEntries((await effectsOf(h)).items.map(({ kind, state }) => [kind, state]));
  assert.deepEqual(await states(), { mail: "intended", connector_action: "begun" });
  await service.store.commit(() =>
    record(ctx, runStream, run, [
      { type: "run.failed", data: { reason: "timeout", detail: "It took too long." } },
    ], about)
  );
  assert.deepEqual(await states(), { mail: "intended", connector_action: "uncertain" });
  const { needsMe } = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(needsMe.map(({ kind, title }) => [kind, title]), [
    ["effect", "Action of a connector: did it happen?"],
  ]);
  assert.deepEqual((await h.agent("GET /coordinator/command-center")).needsMe, []);
  await h.operator("POST /runs/:id/delete", { params: { id: run } });
  assert.deepEqual(await states(), { mail: "intended" });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what is given up when its account or its hook changes is in no state that nothing leaves", async () => {
  await using h = await harness();
  const { service } = h;
  const ctx = contextFor(service, "system");
  const id = service.newId("account");
  const account = (events: Parameters<typeof record<object, (typeof oauthAccountStream)["events"]>>[3]) =>
    service.store.commit(() => record(ctx, oauthAccountStream, id, events));
  const states = async () =>
    (await effectsOf(h)).items.map(({ kind, state }) => `${kind}: ${state}`).toSorted();

  await account([{
    type: "oauth_account.refresh_started",
    data: { reason: "due", afterInterruption: false },
  }]);
  assert.deepEqual(await states(), ["token_refresh: begun"]);
  await account([{ type: "oauth_account.quarantined", data: { extraScopes: ["mail"] } }]);
  assert.deepEqual(await states(), ["token_refresh: not_done", "token_revocation: intended"]);
  const told = { outcome: "confirmed" as const, detail: "It has ended.", retryAt: null };
  await account([
    { type: "oauth_account.remote_revocation", data: told },
    { type: "oauth_account.material_removed", data: {} },
    { type: "oauth_account.revoked", data: { reason: "No longer needed." } },
  ]);
  assert.deepEqual(
    await states(),
    ["token_refresh: not_done", "token_revocation: done"],
    "it was ended before",
  );

  await using phone = await Phone.start();
  phone.answer = { status: 500 };
  await phone.connect(h);
  await failures(h, 1);
  await runDue(h);
  assert.ok((await states()).includes("alert: waiting"));
  await h.operator("POST /alerts/hook/remove");
  assert.ok((await states()).includes("alert: not_done"));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an account that is connected again leaves a revocation that was never confirmed to a person", async () => {
  await using world = await linked();
  const { h, server, account: { id } } = world;
  const extraScopes = ["mail"];
  await h.service.store.commit(() =>
    record(contextFor(h.service, "system"), oauthAccountStream, id, [
      { type: "oauth_account.quarantined", data: { extraScopes } },
    ])
  );
  await connected(h, server, { accountId: id });
  await h.operator("POST /oauth/accounts/:id/revoke", { params: { id }, body: {} });
  const { items } = await effectsOf(h, { kind: "token_revocation" });
  assert.deepEqual(items.map(({ state }) => state), ["done", "uncertain"]);
  assert.equal(new Set(items.map((each) => each.id)).size, 2, "each grant has an end of its own");
  const params = { id: items[1]!.id };
  const settled = await h.operator("POST /control-plane/effects/:id/settle", {
    params,
    body: { as: "done" },
  });
  assert.deepEqual([settled.id, settled.state], [params.id, "done"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
