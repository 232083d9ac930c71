import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { sourceOf } from "../../planner_settings/settings.ts";
import type { PlannerArtifactQuery, PlannerArtifactRecord } from "../../planner/artifacts/schemas.ts";
import { sourcesFor } from "../../planner_settings/sources_for.ts";
import { readEnvelope, requireDraft } from "./draft_file.ts";

/** Returns a drafted mail as an artifact. */
export const getDraft = (ctx: Ctx, id: string): Promise<PlannerArtifactRecord> =>
  shown(ctx, requireDraft(ctx, id));

/** Returns drafted mails that were not deleted, newest first. */
export async function listDrafts(ctx: Ctx, query: PlannerArtifactQuery): Promise<PlannerArtifactRecord[]> {
  const sources = sourcesFor(ctx, query.source, query.account);
  const drafts = ctx.store.documents.find(plannerDraftStream, {}, { limit: 1000, newestFirst: true })
    .filter(({ status, sourceId }) => status !== "deleted" && (sources?.includes(sourceId) ?? true))
    .slice(query.offset, query.offset + query.limit);
  return await Promise.all(drafts.map((draft) => shown(ctx, draft)));
}

async function shown(ctx: Ctx, draft: DraftDocument): Promise<PlannerArtifactRecord> {
  const { id, sourceId, status, actionId, sha256, messageId, approvalId, detail, createdAt, updatedAt } =
    draft;
  const { from, to, subject, content, messageSha256 } = await readEnvelope(ctx, draft);
  const person = (email: string) => ({ name: "", email, role: "REQ-PARTICIPANT", partstat: "NEEDS-ACTION" });
  return {
    id,
    source: sourceId,
    accountId: sourceOf(ctx, sourceId)?.config.accountId ?? null,
    calendarId: "drafts",
    itemType: "draft",
    status: status === "deleted" ? "gone" : "active",
    draft: { status, sha256, actionId, approvalId, detail },
    classification: { label: "other", by: "rule", confidence: 1, reasons: ["It is a drafted mail."] },
    title: subject,
    content,
    uid: messageId,
    recurrenceId: null,
    sequence: 0,
    start: null,
    end: null,
    rrule: null,
    organizer: { name: "", email: from },
    attendees: to.map(person),
    myResponse: null,
    location: "",
    conferenceUrl: null,
    transparency: "transparent",
    priority: 0,
    people: to,
    tags: [],
    alsoIn: [],
    flags: [],
    conflictIds: [],
    sourceRef: null,
    etag: null,
    rawSha256: messageSha256,
    history: { version: 1, changedAt: updatedAt, changedFields: [] },
    firstSeenAt: createdAt,
    lastSeenAt: updatedAt,
  };
}
