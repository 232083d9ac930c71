import { approvalStream } from "../../../../store/approvals/stream.ts";
import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import { carryOut } from "../../../ground/effects/carry_out.ts";
import type { Attempt, Effect, Outcome, Progress } from "../../../ground/effects/effect.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { explainError } from "../../../ground/kernel/errors.ts";
import type { Applied } from "../../../ground/kernel/subject.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { readEnvelope, requireDraft } from "./draft_file.ts";
import { deliver } from "../mail/smtp.ts";
import { OTHER_SERVER, showsOther } from "./reviewed_server.ts";

/** Whom a mail reached: how many people, and the positions of those whom the server rejected. */
type Sent = { recipients: number; rejected: number[] };

/** Sends an approved mail once. After sending its text may have begun, it is never sent again. */
export async function sendMail(ctx: Ctx<SourceLive>, id: string, attempt: Attempt): Promise<Applied> {
  const draft = requireDraft(ctx, id);
  if (draft.status === "draft" || draft.status === "sending") {
    await carryOut(mailOf(ctx, draft, attempt.signal), attempt);
  }
  const { status, detail } = requireDraft(ctx, id);
  return status === "sent"
    ? { outcome: "applied" }
    : { outcome: "failed", detail: detail ?? "The draft was deleted." };
}

function mailOf(ctx: Ctx<SourceLive>, draft: DraftDocument, signal: AbortSignal): Effect<"mail", Sent> {
  const { id } = draft;
  return {
    kind: "mail",
    progress: progressOf(draft),
    lost:
      "The connection closed while the mail was being sent, so it may have arrived. It is not sent again automatically.",
    intend: () =>
      ctx.store.commit(() =>
        record(ctx, plannerDraftStream, id, [{ type: "planner.draft_sending", data: {} }])
      ),
    perform: async () => {
      try {
        return await handOver(ctx, draft, signal);
      } catch (cause) {
        return { kind: "refused", detail: explainError(cause)?.error.message ?? "See this service's log." };
      }
    },
    record: (outcome) => ctx.store.commit(() => recordEnd(ctx, id, outcome)),
  };
}

const progressOf = ({ status, handedOverAt }: DraftDocument): Progress => {
  if (handedOverAt !== null) return "begun";
  return status === "draft" ? "new" : "intended";
};

async function handOver(
  ctx: Ctx<SourceLive>,
  draft: DraftDocument,
  signal: AbortSignal,
): Promise<Outcome<Sent>> {
  const { smtp } = settingsOf(ctx);
  if (smtp === null) return { kind: "refused", detail: "No mail server is configured anymore." };
  const approval = draft.approvalId === null
    ? null
    : ctx.store.documents.get(approvalStream, draft.approvalId);
  if (approval && showsOther(ctx, approval)) return { kind: "refused", detail: OTHER_SERVER };
  const envelope = await readEnvelope(ctx, draft);
  const message = await ctx.artifacts.read(draft.messageSha256);
  const use = { call: "planner.draft_send", host: smtp.host };
  const password = smtp.secretId === null ? null : await useSecret(ctx, { id: smtp.secretId }, use);
  const recordHandOver = () =>
    ctx.store.commit(() => {
      record(ctx, plannerDraftStream, draft.id, [{ type: "planner.draft_handed_over", data: {} }]);
    });
  const { mail: connect } = ctx.outbound;
  const delivery = await deliver({
    smtp,
    password,
    envelope,
    message,
    handOver: recordHandOver,
    signal,
    connect,
  });
  if (delivery.kind !== "accepted") return delivery;
  const { to } = envelope;
  const rejected = delivery.rejected.map((address) => to.indexOf(address)).filter((at) => at >= 0);
  return { kind: "done", result: { recipients: to.length, rejected } };
}

const STATUSES = { done: "sent", refused: "failed", stale: "failed", unknown: "uncertain" } as const;

function recordEnd(ctx: Ctx, id: string, outcome: Outcome<Sent>): void {
  const { recipients, rejected } = outcome.kind === "done" ? outcome.result : { recipients: 0, rejected: [] };
  const detail = outcome.kind === "done"
    ? `${counted(recipients - rejected.length, "person", "people")} accepted by the server.`
    : outcome.detail;
  const data = { status: STATUSES[outcome.kind], rejected, detail };
  record(ctx, plannerDraftStream, id, [{ type: "planner.draft_finished", data }]);
}
