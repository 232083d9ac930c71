import type { Harness } from "../harness.ts";
import type { MailServer } from "./mail_server.ts";

/** Settings with which mail goes to a server of the test. */
export const mailSettings = (server: MailServer) => ({
  timeZone: "UTC",
  smtp: server.settings,
  identity: { name: "Ann", emails: ["ann@home.example"] },
});

/** Makes an event of the local calendar with a drafted invitation, and returns the draft as its action shows it. */
export async function draftInvitation(
  h: Pick<Harness, "operator">,
  attendees: { email: string; name?: string }[] = [{ email: "bob@work.example" }],
  title = "Lunch",
) {
  const planned = await h.operator("POST /planner/calendar-actions", {
    body: {
      action: "create",
      event: { title, start: "2026-12-01T12:00:00Z", attendees },
      notify: "draft",
      content: "Shall we?",
    },
  });
  const done = await h.operator("POST /planner/calendar-actions/execute", {
    body: { actionId: planned.id, planSha256: planned.planSha256 },
  });
  const [draftId] = done.result!.draftIds;
  const { bodySha256 } = planned.plan.steps.find(({ target }) => target === draftId)!;
  return { draftId: draftId!, sha256: bodySha256!, planned, done };
}
