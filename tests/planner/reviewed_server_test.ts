import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { draftInvitation, mailSettings } from "./draft_world.ts";
import { MailServer } from "./mail_server.ts";

Deno.test("a mail goes to the server that its review showed, or is reviewed again", async () => {
  await using first = await MailServer.start();
  await using second = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(first) });
  const drafts = [await draftInvitation(h)].map(({ draftId, sha256 }) => ({ draftId, sha256 }));
  const send = (more = {}) => h.json("POST", "/planner/calendar-actions/drafts/send", { drafts, ...more });
  const asked = (await send()).body.results[0];
  const shownBy = async (id: string) => {
    const { reasons, evidence } = (await h.operator("GET /approvals/:id", { params: { id } })).approval;
    assert.ok(evidence.some(({ path }) => path === "server.json"));
    return reasons.at(-1);
  };
  const { port } = first.settings;
  assert.equal(await shownBy(asked.approvalId), `It is handed over to 127.0.0.1:${port}.`);

  await h.operator("POST /planner/settings", { body: mailSettings(second) });
  const approve = () => h.json("POST", `/approvals/${asked.approvalId}/approve`, REVIEWED);
  for (const refused of [await approve(), await send({ decision: REVIEWED })]) {
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /^The mail server was changed since this was reviewed\. Send the draft/);
  }
  const again = (await send()).body.results[0];
  assert.notEqual(again.approvalId, asked.approvalId);
  assert.equal(await shownBy(again.approvalId), `It is handed over to 127.0.0.1:${second.settings.port}.`);
  assert.equal((await approve()).status, 400, "the first review was withdrawn");
  assert.deepEqual([first.mails.length, second.mails.length], [0, 0]);
  assert.equal((await send({ decision: REVIEWED })).body.results[0].status, "sent");
  assert.deepEqual([first.mails.length, second.mails.length], [0, 1]);
});

Deno.test("an approved mail is not handed over to a server that was set up meanwhile", async () => {
  await using first = await MailServer.start();
  await using second = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(first) });
  const { draftId, sha256 } = await draftInvitation(h);
  const send = (more = {}) =>
    h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { drafts: [{ draftId, sha256 }], ...more },
    });
  let changed: Promise<unknown> = Promise.resolve();
  const unsubscribe = h.store.subscribe((events) => {
    if (!events.some(({ type }) => type === "approval.approved")) return;
    changed = h.operator("POST /planner/settings", { body: mailSettings(second) });
  });
  const [result] = (await send({ decision: REVIEWED })).results;
  unsubscribe();
  await changed;
  assert.equal(result!.status, "failed");
  assert.match(result!.detail, /^The mail server was changed since this was reviewed/);
  assert.deepEqual([first.mails.length, second.mails.length], [0, 0]);
  assert.equal((await send({ decision: REVIEWED })).results[0]!.status, "sent");
  assert.deepEqual([first.mails.length, second.mails.length], [0, 1]);
});

Deno.test("without a mail server no review of a mail is requested, and none is approved", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const { draftId, sha256 } = await draftInvitation(h);
  const send = () =>
    h.json("POST", "/planner/calendar-actions/drafts/send", { drafts: [{ draftId, sha256 }] });
  const { approvalId } = (await send()).body.results[0];
  await h.operator("POST /planner/settings", { body: { smtp: null } });
  const refused = await h.json("POST", `/approvals/${approvalId}/approve`, REVIEWED);
  assert.deepEqual([refused.status, refused.body.error], [
    400,
    "No mail server is configured. Set smtp in the planner's settings.",
  ]);
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const approved = await h.json("POST", `/approvals/${approvalId}/approve`, REVIEWED);
  assert.deepEqual([approved.status, server.mails.length], [200, 1]);
});
