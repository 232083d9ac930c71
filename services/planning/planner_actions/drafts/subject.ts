import { plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import { type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Subject } from "../../../ground/kernel/subject.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { sendMail } from "./send_mail.ts";
import { requireDraft } from "./draft_file.ts";
import { requireFewEnough } from "./limit.ts";
import { OTHER_SERVER, requireServer, showsOther } from "./reviewed_server.ts";

/** What a decision about a mail does. */
export const draftSubject: Subject<Core & SourceLive> = {
  kind: "planner_draft",
  agentReads: false,
  appliers: {
    "external-write": {
      check: (ctx, approval) => {
        const draft = requireDraft(ctx, approval.subject!.id);
        const { id, status } = draft;
        if (status !== "draft") {
          throw new InvalidError(`The draft ${id} is ${status} and can no longer be sent.`);
        }
        requireServer(ctx);
        if (showsOther(ctx, approval)) throw new InvalidError(OTHER_SERVER);
        requireFewEnough(ctx, [draft]); // what others approved since the request was checked counts
      },
      rejected: (ctx, approval, note) => ended(ctx, approval, `It was rejected. ${note ?? ""}`.trim()),
      ended,
      apply: (ctx, { subject }, attempt) => sendMail(ctx, subject!.id, attempt),
    },
  },
};

function ended(ctx: Ctx, { subject }: ApprovalDocument, detail: string): void {
  record(ctx, plannerDraftStream, subject!.id, [{ type: "planner.draft_review_ended", data: { detail } }]);
}
