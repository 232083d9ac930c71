import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { draftInvitation, mailSettings } from "./draft_world.ts";
import { startDoomed } from "./killed.ts";
import { MailServer } from "./mail_server.ts";

/** Where a send is killed, how it stands after a restart, and how many mails there are then. */
const POINTS = {
  "approval.approved": ["sent", 1],
  "approval.apply_started": ["sent", 1],
  "planner.draft_sending": ["sent", 1],
  connected: ["sent", 1],
  from: ["sent", 1],
  to: ["sent", 1],
  "planner.draft_handed_over": ["uncertain", 0],
  taken: ["uncertain", 1],
  "planner.draft_finished": ["already_sent", 1],
  "approval.applied": ["already_sent", 1],
} as const;

for (const [point, [status, mails]] of Object.entries(POINTS)) {
  Deno.test(`kill -9 of a send at "${point}": after a restart ${mails} mails, and it is ${status}`, async () => {
    await using server = await MailServer.start();
    const directory = temporaryDirectory();
    const first = await Harness.open({}, directory);
    await first.operator("POST /planner/settings", { body: mailSettings(server) });
    const { draftId, sha256 } = await draftInvitation(first);
    await first.close();
    const body = { drafts: [{ draftId, sha256 }], decision: REVIEWED };
    const doomed = startDoomed(directory, "/planner/calendar-actions/drafts/send", body, point);
    server.at = async (at) => {
      if (at === point) await doomed.kill();
    };
    await doomed.ended;
    server.at = () => {};
    await using h = await Harness.open({}, directory);
    // Whoever asks while it goes on is answered when it has ended.
    const { approvalId } = (await h.operator("GET /planner/artifacts/:id", { params: { id: draftId } }))
      .draft!;
    await h.service.applying.settled(approvalId!);
    const send = async () =>
      (await h.operator("POST /planner/calendar-actions/drafts/send", { body })).results[0]!.status;
    const found = await send();
    assert.ok(found === status || (status === "sent" && found === "already_sent"), found);
    await send();
    assert.equal(server.mails.length, mails);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}
