import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { draftInvitation, mailSettings } from "./draft_world.ts";
import { MailServer } from "./mail_server.ts";
import { Wire } from "./wire.ts";

Deno.test("no byte of a mail leaves without a decision: not for a draft, a refusal, a rejection or another hash", async () => {
  await using server = await MailServer.start();
  await using wire = new Wire(server.settings.port);
  await using h = await harness();
  const settings = mailSettings(server);
  const port = Number(wire.host.split(":")[1]);
  await h.operator("POST /planner/settings", { body: { ...settings, smtp: { ...settings.smtp, port } } });
  const { draftId, sha256 } = await draftInvitation(h, [{ email: "bob@work.example" }], "Quokkatitle");
  const send = (more: object, hash = sha256) =>
    h.json("POST", "/planner/calendar-actions/drafts/send", { drafts: [{ draftId, sha256: hash }], ...more });
  const asked = (await send({})).body.results[0];
  assert.equal(asked.status, "needs_review");
  assert.equal((await send({ decision: { actorType: "human" } })).status, 400);
  assert.equal((await send({ decision: REVIEWED }, "0".repeat(64))).status, 400);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: asked.approvalId },
    body: { actorType: "human" },
  });
  const unsent = await draftInvitation(h, [{ email: "eve@work.example" }], "Wombattitle");
  await h.operator("POST /planner/calendar-actions/drafts/delete", { body: { draftIds: [unsent.draftId] } });
  assert.equal(wire.bytes, 0);
  assert.equal((await send({ decision: REVIEWED })).body.results[0].status, "sent");
  assert.match(
    wire.text,
    /RCPT TO:<bob@work\.example>[\s\S]*Quokkatitle/,
    "the control: with a decision it leaves",
  );
  assert.doesNotMatch(wire.text, /eve@|Wombattitle/);
});
