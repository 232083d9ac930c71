import { approvalStream } from "../../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../../store/runs/document.ts";
import { runStream } from "../../../../../store/runs/stream.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import { nextMoveOf } from "../../../../control/runs/next_move.ts";
import { summaryOf } from "../../../../execution/run_views/summary.ts";
import { type Focus, runsOf } from "../../focus.ts";
import { answer, type MessageResult, type ReplyContext } from "../../situation.ts";
import { counted } from "../../../../ground/kernel/words.ts";
import { sessionsOf } from "../../../../control/lifecycle/sessions.ts";

/** How many runs one answer lists. */
const LISTED = 10;

/** Describes the run that the message is about, and the conversation's other runs only by id and state. */
export function status({ ctx, conversation }: ReplyContext, { run, named }: Focus): MessageResult {
  const others = named ? [] : runsOf(ctx, conversation.id, LISTED).filter(({ id }) => id !== run?.id);
  if (!run) {
    const counts = ctx.store.documents.counts(runStream);
    const total = Object.entries(counts).map(([state, n]) => `${n} ${state}`).join(", ") || "no runs";
    const pending = ctx.store.documents.counts(approvalStream).pending ?? 0;
    return answer(
      `This conversation has no run yet. In the whole service: ${total}; ${
        counted(pending, "approval")
      } to decide.`,
      [],
    );
  }
  const lines = [describeRun(ctx, run), ...others.map((other) => `${other.id}: ${other.status}`)];
  return answer(lines.join("\n"), [run.id, ...others.map(({ id }) => id)], run.id);
}

/** Describes a run in a few sentences, with who acts next. */
export function describeRun(ctx: Ctx, run: RunDocument): string {
  const sessions = sessionsOf(ctx, run.id);
  const next = nextMoveOf(run, ctx.config.workers);
  const by = next?.by ? `, by ${next.by}` : "";
  return [
    `${run.id}: ${summaryOf(run, sessions)}`,
    ...(next ? [`Next (${next.owner}${by}): ${next.what}`] : []),
  ]
    .join(" ");
}
