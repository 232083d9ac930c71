import type { ApplyingLive } from "../../control/approvals/applying.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { messagesOf } from "./mail/invitation.ts";
import { composeMail } from "./mail/mail.ts";
import { withOffset } from "../dates/range.ts";
import { settingsOf } from "../planner_settings/settings.ts";
import type { SourceLive } from "../calendars/live.ts";
import { planBlock } from "./plans/block.ts";
import { type Changes, changesOf } from "./plans/changes.ts";
import { configHash, keepText, NOT_IN_WORDS } from "./plans/plan_file.ts";
import { previewOf } from "./plans/preview.ts";
import { type Prepared, recordPlan } from "./plans/record_plan.ts";
import type { CalendarActionInput, EventInput, PlanFile, Step } from "./plans/schemas.ts";
import { sourceIdOf } from "./plans/target.ts";
import { namesIn, withPeople } from "./plans/people.ts";
import { taskChanges } from "./plans/task_changes.ts";
import { undoChanges } from "./plans/undo.ts";
import { readRequest } from "./words/read_request.ts";

/** What planning needs from the running service. */
type ActionLive = SourceLive & ApplyingLive;

/**
 * Plans a change of a calendar and requests its review. The calendar may be read, but none of the change leaves this machine. A
 * change of local data only needs no review. `requestSha256` identifies the request, see `ActionDocument`.
 */
export async function planAction(
  ctx: Ctx<ActionLive>,
  asked: CalendarActionInput,
  requestSha256?: string,
): Promise<Prepared> {
  const { request, ...given } = asked;
  if (request === undefined) {
    return await recordPlan(ctx, await planOf(ctx, given), {
      ...given,
      ...(requestSha256 && { requestSha256 }),
    });
  }
  const contradicted = SAID_BY_WORDS.find((name) => given[name] !== undefined);
  if (contradicted) {
    throw new InvalidError(
      `A request in words cannot be combined with other fields. Leave out ${contradicted}.`,
    );
  }
  const { input, parsed } = await readRequest(ctx, request);
  const plan = await planOf(ctx, { ...input, ...given });
  return await recordPlan(ctx, { ...plan, request, parsed }, given);
}

const SAID_BY_WORDS = [
  "action",
  "artifactId",
  "occurrence",
  "event",
  "response",
  "taskId",
  "undoOf",
] as const;

async function planOf(ctx: Ctx<ActionLive>, given: CalendarActionInput): Promise<PlanFile> {
  const input = given.event ? { ...given, event: placed(given.event, settingsOf(ctx).timeZone) } : given;
  const signal = AbortSignal.timeout(60_000);
  const id = ctx.newId("pca");
  if (input.action === "block_time") return planBlock(ctx, id, input);
  const found = await foundChanges(ctx, input, signal);
  const { changes, serverNotifies, warnings } = withPeople(ctx, found, input);
  if (changes.objects.every(({ before, after }) => before?.text === after)) {
    throw new InvalidError("Nothing would change.");
  }
  // Whatever is refused is refused before anything is stored.
  const mails = input.notify === "draft" ? await mailsOf(ctx, changes, input) : [];
  const preview = await previewOf(ctx, changes, signal);
  const sourceId = sourceIdOf(changes);
  const evidence: PlanFile["evidence"] = [];
  const keep = async (
    kind: PlanFile["evidence"][number]["kind"],
    path: string,
    content: string | Uint8Array,
    summary: string,
  ) => {
    const kept = await keepText(ctx, sourceId, content);
    evidence.push({ id: `${id}/${path}`, kind, path, ...kept, summary });
    return kept.sha256;
  };
  const steps: Step[] = [];
  for (const { target, before, after } of changes.objects) {
    const n = steps.length + 1;
    const kind = changes.source === null ? "local_write" : after === null ? "caldav_delete" : "caldav_put";
    const beforeSha256 = before && await keep("trace", `${n}.before.ics`, before.text, "Current version");
    const bodySha256 = after === null
      ? null
      : await keep("external-write-artifact", `${n}.ics`, after, "Version to be written");
    steps.push({ n, kind, target, ifMatch: before?.etag ?? null, bodySha256, beforeSha256 });
  }
  const drafts: PlanFile["drafts"] = [];
  const notifies: PlanFile["plan"]["notifies"] = [];
  const names = namesIn(changes);
  for (const { draftId, method, mail } of mails) {
    const n = steps.length + 1;
    await keep("trace", `${n}.eml`, mail.message, "The drafted mail");
    await keep("trace", `${n}.envelope.json`, mail.envelopeText, "The recipients of that mail");
    const { messageId, messageSha256, to } = mail.envelope;
    drafts.push({ id: draftId, sha256: mail.sha256, messageSha256, messageId, recipients: to.length });
    notifies.push(...to.map((email) => ({ email, name: names.get(email) ?? "", method })));
    steps.push({
      n,
      kind: "draft_create",
      target: draftId,
      ifMatch: null,
      bodySha256: mail.sha256,
      beforeSha256: null,
    });
  }
  return {
    id,
    sourceId,
    configSha256: configHash(ctx, sourceId),
    action: input.action ?? "update",
    calendarId: changes.calendarId,
    plan: { steps, ...preview, notifies, serverNotifies },
    uids: changes.objects.map(({ uid, target }) => ({ uid, target })),
    block: null,
    taskIds: "taskIds" in found ? found.taskIds : [],
    drafts,
    warnings,
    evidence,
    ...NOT_IN_WORDS,
  };
}

/** Composes the mails about a change. Throws `InvalidError` without a mail server, or without anyone to notify. */
async function mailsOf(ctx: Ctx, changes: Changes, { response, content }: CalendarActionInput) {
  const { identity, smtp } = settingsOf(ctx);
  const mails = [];
  for (const message of messagesOf(changes, { ...identity, response })) {
    const draftId = ctx.newId("pld");
    const mail = await composeMail(smtp, {
      draftId,
      to: message.to,
      subject: `${SUBJECTS[message.method]}: ${message.title}`,
      content: `${content ?? message.title}\n`,
      calendar: message,
      now: ctx.now(),
    });
    mails.push({ draftId, method: message.method, mail });
  }
  if (mails.length === 0) throw new InvalidError("There is no one for you to notify. Leave out notify.");
  return mails;
}

/** Returns the fields of an event with offsets in its times. */
const placed = ({ start, end, ...event }: EventInput, zone: string): EventInput => ({
  ...event,
  ...(start !== undefined && { start: withOffset(start, event.timeZone ?? zone) }),
  ...(end !== undefined && { end: withOffset(end, event.timeZone ?? zone) }),
});

const SUBJECTS = { REQUEST: "Invitation", CANCEL: "Cancelled", REPLY: "Answer" };

function foundChanges(
  ctx: Ctx<ActionLive>,
  input: CalendarActionInput,
  signal: AbortSignal,
): Promise<Changes & { taskIds?: string[] }> {
  if (input.undoOf !== undefined) return undoChanges(ctx, input.undoOf, signal);
  if (input.action === undefined) throw new InvalidError("Set action or undoOf.");
  const ofTasks = input.action === "update" && input.artifactId === undefined &&
    (input.taskId !== undefined || input.source !== undefined);
  return ofTasks ? taskChanges(ctx, input, signal) : changesOf(ctx, input, signal);
}
