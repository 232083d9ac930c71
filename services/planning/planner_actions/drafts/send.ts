import { approvalStream } from "../../../../store/approvals/stream.ts";
import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import { approve } from "../../../control/approvals/decide.ts";
import { requestReview } from "../../../control/approvals/request.ts";
import { withdrawReview } from "../../../control/approvals/withdraw_review.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError, ServiceError } from "../../../ground/kernel/errors.ts";
import { counted } from "../../../ground/kernel/words.ts";
import type { ExecuteLive } from "../carrying_out/execute.ts";
import { isApproved, readEnvelope, requireDraft } from "./draft_file.ts";
import { requireFewEnough } from "./limit.ts";
import { keepText } from "../plans/plan_file.ts";
import { requireServer, SERVER_PATH, serverText, showsOther } from "./reviewed_server.ts";
import { type DraftSendResponse, namedDrafts, type SendDraftsInput } from "./schemas.ts";
import { mapTuple } from "../../../../store/shared/tuples.ts";

type Result = DraftSendResponse["results"][number];

/**
 * Sends drafts that were reviewed, or with `decision` reviews them in the same request; without one it requests their reviews.
 * Each is sent at most once, to exactly the people that its hash covers.
 */
export async function sendDrafts(
  ctx: Ctx<ExecuteLive>,
  input: SendDraftsInput,
): Promise<DraftSendResponse> {
  const { decision } = input;
  const asked = namedDrafts(input) ?? [];
  const ids = asked.map(({ draftId }) => draftId);
  if (new Set(ids).size < ids.length) throw new InvalidError("A draft is named twice.");
  const drafts = asked.map(({ draftId, sha256 }) => {
    const draft = requireDraft(ctx, draftId);
    if (draft.sha256 !== sha256) {
      throw new InvalidError(
        `The draft ${draftId} has the hash ${draft.sha256}, which is not the one you reviewed.`,
      );
    }
    return draft;
  });
  const before = new Set(drafts.filter(({ status }) => status === "sent").map(({ id }) => id));
  const open = drafts.filter(({ status }) => status === "draft" || status === "failed");
  requireFewEnough(ctx, open);
  for (const draft of open) await askForReview(ctx, draft, decision !== undefined);
  const refusals = decision ? await approveEach(ctx, open, decision) : new Map<string, string>();
  const results: Result[] = [];
  for (const id of ids) {
    const result = await resultOf(ctx, requireDraft(ctx, id), before.has(id));
    const detail = result.status === "needs_review" ? refusals.get(id) : undefined;
    results.push(detail === undefined ? result : { ...result, status: "refused", detail });
  }
  return { results };
}

/** Approves one after the other. Throws if the first is refused; later refusals are returned, as they must not hide what was sent. */
async function approveEach(
  ctx: Ctx<ExecuteLive>,
  drafts: readonly DraftDocument[],
  decision: NonNullable<SendDraftsInput["decision"]>,
): Promise<ReadonlyMap<string, string>> {
  const refusals = new Map<string, string>();
  for (const [at, { id }] of drafts.entries()) {
    try {
      await approve(ctx, requireDraft(ctx, id).approvalId!, decision);
    } catch (cause) {
      if (at === 0 || !(cause instanceof ServiceError)) throw cause;
      refusals.set(id, cause.message);
    }
  }
  return refusals;
}

/** A review that is being decided stays: the decision is about the mail server that it shows. */
async function askForReview(ctx: Ctx<ExecuteLive>, draft: DraftDocument, isDecided: boolean): Promise<void> {
  const { id, sha256, messageSha256, recipients, sourceId } = draft;
  const outdated = isDecided ? null : outdatedReview(ctx, id);
  if (outdated === null && !needsReview(ctx, id)) return;
  const server = requireServer(ctx);
  const kept = await keepText(ctx, sourceId, serverText(server));
  const [size, messageSize] = await Promise.all(
    mapTuple([sha256, messageSha256], async (hash) => (await ctx.artifacts.read(hash)).length),
  );
  const evidence = (path: string, hash: string, size: number, summary: string) => ({
    id: `${id}/${path}`,
    kind: "external-write-artifact" as const,
    path,
    sha256: hash,
    size,
    summary,
  });
  ctx.write(() => {
    if (outdated !== null) withdrawReview(ctx, outdated, "The mail server was changed.");
    if (!needsReview(ctx, id)) return; // another request asked for it in the meantime
    const asked = requestReview(ctx, {
      subject: { kind: "planner_draft", id },
      policyClass: "external-write",
      risk: "high",
      recommendedAction: "inspect",
      reasons: [
        `${counted(recipients, "person", "people")} would receive it. A mail cannot be recalled.`,
        `It is handed over to ${server.host}:${server.port}.`,
      ],
      title: `Send a mail about the calendar "${sourceId}"`,
      summary: "It is sent once, exactly as shown, to exactly the people named.",
      evidence: [
        evidence("envelope.json", sha256, size, "The recipients"),
        evidence("mail.eml", messageSha256, messageSize, "The mail, byte for byte"),
        evidence(SERVER_PATH, kept.sha256, kept.size, "The mail server"),
      ],
    });
    record(ctx, plannerDraftStream, id, [{ type: "planner.draft_reviewed", data: { approvalId: asked } }]);
  });
  await ctx.settled();
}

/** Returns the pending review of a draft that shows another mail server than that of the settings. */
function outdatedReview(ctx: Ctx, id: string): string | null {
  const { approvalId } = requireDraft(ctx, id);
  const approval = approvalId === null ? null : ctx.store.documents.get(approvalStream, approvalId);
  return approval?.status === "pending" && showsOther(ctx, approval) ? approval.id : null;
}

/** Returns whether a draft could be sent, and no review of it is pending or approved. */
function needsReview(ctx: Ctx, id: string): boolean {
  const draft = requireDraft(ctx, id);
  const { status, approvalId } = draft;
  if (status !== "draft" && status !== "failed" || isApproved(ctx, draft)) return false;
  return approvalId === null || ctx.store.documents.get(approvalStream, approvalId)?.status !== "pending";
}

async function resultOf(ctx: Ctx, draft: DraftDocument, sentBefore: boolean): Promise<Result> {
  const { id, status, approvalId, messageId, detail } = draft;
  const to = status === "sent" ? (await readEnvelope(ctx, draft)).to : [];
  const rejected = to.filter((_, at) => draft.rejected.includes(at));
  const shown = {
    draftId: id,
    approvalId,
    messageId,
    accepted: to.filter((address) => !rejected.includes(address)),
    rejected,
    detail: detail ?? "",
  };
  if (status === "draft") {
    return { ...shown, status: "needs_review", detail: `It waits for its approval ${approvalId}.` };
  }
  if (status === "deleted") return { ...shown, status: "refused", detail: "It was deleted." };
  if (status === "sending") return { ...shown, status: "uncertain", detail: "It is being sent." };
  return { ...shown, status: status === "sent" && sentBefore ? "already_sent" : status };
}
