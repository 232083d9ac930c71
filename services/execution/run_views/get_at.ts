import { approvalStream } from "../../../store/approvals/stream.ts";
import { modelCallsView } from "../../../store/models/calls_view.ts";
import { spendView } from "../../../store/models/spend_view.ts";
import { PastRun } from "../../../store/past_run.ts";
import type { Registry } from "../../../store/projector.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { nextTurn } from "../../ground/kernel/next_turn.ts";
import type { RunDetails } from "./detail_schemas.ts";
import { recordedDetails } from "./details.ts";

/** What the details of a run are read from. A table that is missing here is an error when it is read. */
const READ: Registry = {
  streams: { run: runStream, task_session: taskSessionStream, approval: approvalStream },
  views: [modelCallsView, spendView],
};

/** What depends on how the service is configured now, so that the log does not say it. */
const ABSENT = ["nextMove", "placement"];

/** Entries are folded in parts of this size, with a turn of the event loop between. */
const PAGE = 1000;

/**
 * Returns a run's details as they were right after the entry `at` of the log, which may be about something else. Throws
 * `InvalidError` if the run did not exist yet, or if there is no such entry.
 */
export async function getRunAt(ctx: Ctx, id: string, at: number): Promise<RunDetails> {
  requireRun(ctx, id);
  const first = ctx.store.events.at(`run/${id}`, 1)!.seq;
  const number = ctx.store.documents.numberOf(runStream, id);
  if (at < first || at > ctx.store.head) {
    throw new InvalidError(
      `The run #${number} can be shown as it was after the entries ${first} to ${ctx.store.head} of the log, not after ${at}.`,
    );
  }
  using store = new PastRun(READ);
  await fold(store, ctx, { id, first, at });
  // It may have been erased between two turns.
  requireRun(ctx, id);
  return { ...recordedDetails({ store, artifacts: ctx.artifacts }, id), number, absent: ABSENT };
}

async function fold(
  past: PastRun,
  { store: { events } }: Ctx,
  { id, first, at }: { id: string; first: number; at: number },
): Promise<void> {
  let hasCalls = false;
  for (let seq = first - 1; seq < at;) {
    const page = events.ofRun(id, seq, PAGE);
    const until = page.length < PAGE ? at : Math.min(at, page.at(-1)!.seq);
    const entries = page.filter((event) => event.seq <= until);
    hasCalls ||= entries.some(({ type }) => type === "model.called");
    // A start of the service ends the calls of models that were under way.
    const starts = hasCalls ? events.ofTypeBetween("system/service", "system.started", seq, until) : [];
    past.add([...entries, ...starts].toSorted((a, b) => a.seq - b.seq));
    seq = until;
    if (seq < at) await nextTurn();
  }
}
