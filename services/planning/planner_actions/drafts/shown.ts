import { type DraftDocument, plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { sourceOf } from "../../planner_settings/settings.ts";
import type { PlannerArtifactQuery, PlannerArtifactRecord } from "../../planner/artifacts/schemas.ts";
import { marksIn, phrasesOf } from "../../planner/marks.ts";
import { DAY } from "../../../../store/shared/durations.ts";
import { sourcesFor } from "../../planner_settings/sources_for.ts";
import { readEnvelope, requireDraft } from "./draft_file.ts";

/** Returns a drafted mail as an artifact. */
export const getDraft = (ctx: Ctx, id: string): Promise<PlannerArtifactRecord> =>
  shown(ctx, requireDraft(ctx, id));

/** How long deleted drafts can still be listed. */
const GONE_DAYS = 30;

/** Returns drafted mails that match all filters, newest first; deleted ones only as `gone`. They have no time and no priority. */
export async function listDrafts(ctx: Ctx, query: PlannerArtifactQuery): Promise<PlannerArtifactRecord[]> {
  const { source, account, status, priority, date, from, to, person, offset, limit } = query;
  const sources = sourcesFor(ctx, source, account);
  if ((date ?? from ?? to) !== undefined || priority || status === "tentative" || status === "cancelled") {
    return [];
  }
  const since = new Date(ctx.now().getTime() - GONE_DAYS * DAY).toISOString();
  const drafts = ctx.store.documents.newest(plannerDraftStream, {})
    .filter((draft) =>
      status === "gone" ? draft.status === "deleted" && draft.updatedAt > since : draft.status !== "deleted"
    )
    .filter(({ sourceId }) => sources?.includes(sourceId) ?? true);
  if (person === undefined && !query.query?.trim()) {
    return await Promise.all([...drafts.drop(offset).take(limit)].map((draft) => shown(ctx, draft)));
  }
  const all = await Promise.all([...drafts].map((draft) => shown(ctx, draft)));
  return all.filter((draft) => isAbout(draft, query)).slice(offset, offset + limit);
}

/** Whether one of its people has these words in their address, and all words of the query occur in it. */
function isAbout(
  { title, content, people, organizer }: PlannerArtifactRecord,
  { person = "", query }: PlannerArtifactQuery,
): boolean {
  const addresses = [...people, organizer?.email ?? ""];
  if (!addresses.some((address) => address.toLowerCase().includes(person.toLowerCase()))) return false;
  if (!query?.trim()) return true;
  const phrases = phrasesOf(query);
  const texts = [title, content, ...people];
  return phrases.length > 0 &&
    phrases.every((phrase) => texts.some((text) => marksIn(text, [phrase]).length > 0));
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
    repeats: null,
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
