import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { linkItem, onProvider } from "../financelink/financelink_world.ts";
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
  const { items, counts } = await effectsOf(h, { kind: "mail" });
  assert.deepEqual(items.map(({ subject }) => subject), [second.draftId, first.draftId]);
  assert.deepEqual(counts, { done: 4 }, "the two events of the local calendar, too");
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
