import type { ConversationDocument } from "../../../store/coordinator/document.ts";
import type { StoredEvent } from "../../../store/event.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { runsOf } from "./focus.ts";
import { countRecords } from "./records.ts";
import { counted, ellipsis } from "../../ground/kernel/words.ts";
import { isEvent } from "../../../store/stream.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";

/** How many of a conversation's newest runs and decisions a summary names. */
const RUNS = 20;
const EVENTS_OF_RUN = 500;

/** The size of a summary's lines as JSON that fits a memory record. */
const MAX_BYTES = 9 * 1024;

/** Returns the runs of a conversation's summary. */
export const summarisedRuns = (ctx: Ctx, { id }: ConversationDocument): RunDocument[] =>
  runsOf(ctx, id, RUNS);

/**
 * Returns what was requested, done, decided and left open, from the records alone. With `quote` it contains words of
 * the runs; otherwise only their ids and states, so that an erased run leaves nothing in it.
 */
export function summaryText(ctx: Ctx, conversation: ConversationDocument, quote: boolean): string {
  const runs = summarisedRuns(ctx, conversation).toReversed();
  const heading = quote ? conversation.title : conversation.titled ? conversation.title : "Conversation";
  const { messages, attachments } = conversation.counts;
  const total = countRecords(ctx, conversation.id, "run");
  const lines = [
    heading,
    `${counted(messages, "message")}, ${counted(total, "run")}, ${counted(attachments, "attachment")}.`,
    ...runs.flatMap((run) => runLines(ctx, run, quote)),
  ];
  const open = runs.filter(({ finishedAt }) => !finishedAt);
  lines.push(
    open.length > 0
      ? `Open: ${open.map(({ id, status }) => `${id} (${status})`).join(", ")}.`
      : "Nothing is open.",
  );
  const guided = countRecords(ctx, conversation.id, "guidance");
  if (guided > 0) lines.push(`Guidance was sent ${counted(guided, "time")}.`);
  return `${cut(lines).join("\n")}\n`;
}

function runLines(ctx: Ctx, run: RunDocument, quote: boolean): string[] {
  const asked = quote ? ` "${firstLine(run.request)}" in ${run.repoPath}` : "";
  const reason = run.statusReason ? ` (${run.statusReason})` : "";
  const change = run.bundle
    ? `; ${counted(run.bundle.files, "file")}, +${run.bundle.additions} −${run.bundle.deletions}`
    : "";
  const verdict = run.evaluation ? `; verification ${run.evaluation.outcome}` : "";
  const rounds = run.round > 1 ? `; ${run.round} rounds` : "";
  const decisions = ctx.store.events.newestOfRun(run.id, EVENTS_OF_RUN).flatMap((event) =>
    decisionLine(event, quote)
  );
  return [
    `- ${run.id}${asked}: ${run.status}${reason}${rounds}${change}${verdict}.`,
    ...decisions.map((line) => `  - ${line}`),
  ];
}

function decisionLine(event: StoredEvent, quote: boolean): string[] {
  const said = (words: string | undefined) => quote && words ? `: ${firstLine(words)}` : "";
  if (isEvent(event, approvalStream, "approval.approved")) {
    return [`approved by the ${event.actor}${said(event.data.reviewerNote)}`];
  }
  if (isEvent(event, approvalStream, "approval.rejected")) {
    const { disposition, reviewerNote } = event.data;
    return [
      `${disposition === "rework" ? "sent back" : "rejected"} by the ${event.actor}${said(reviewerNote)}`,
    ];
  }
  if (isEvent(event, taskSessionStream, "task_session.guidance_added")) {
    return [`guidance from the ${event.actor}${said(event.data.content)}`];
  }
  return event.type === "run.patch_applied" ? ["the patch was applied"] : [];
}

/** Returns as many lines as a memory record can contain; the oldest are dropped first, since the end says what is open. */
function cut([heading = "", counts = "", ...rest]: readonly string[]): string[] {
  const encoder = new TextEncoder();
  let left = MAX_BYTES;
  const kept = rest.toReversed().filter((line) => (left -= encoder.encode(JSON.stringify(line)).length) >= 0);
  return [heading, counts, ...kept.toReversed()];
}

const firstLine = (text: string): string => ellipsis(text.trim().split("\n", 1)[0]!, 160);
