import { otherSubject } from "../../client/approval_subject.ts";
import { scopesOf } from "../../client/question_scopes.ts";
import { inQueue } from "../review/find.ts";
import { showApproval } from "../review/show.ts";
import type { ServiceClient } from "../service/connection.ts";
import { eventLines } from "../service/event_lines.ts";
import { followRun } from "../service/follow.ts";
import { outcomeOf } from "../service/outcome.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { withBoxRoom } from "./hunks.ts";
import type { Detail, QueueRow, View } from "./state.ts";
import type { ScreenInput } from "./step.ts";

/** Reads what is shown of a row and tells it as it comes, until there is no more of it or the signal is given. */
export async function readDetail(
  connection: ServiceClient,
  { row, view, folds = true }: { row: QueueRow; view: View; folds?: boolean },
  { signal, tell }: { signal: AbortSignal; tell: (input: ScreenInput) => void },
): Promise<void> {
  if (view === "diff") tell({ kind: "detail", detail: await readDiff(connection, row, folds) });
  else if (row.runId !== null) {
    await followTranscript(connection, { ...row, runId: row.runId }, { signal, tell });
  }
}

const EMPTY = {
  item: null,
  hunks: [],
  files: [],
  folds: true,
  deliveries: [],
  committer: null,
  scopes: [],
  complete: true,
} as const;

/** Returns a waiting approval with everything that its decision is bound to, or a decided one for reading. */
async function readDiff(connection: ServiceClient, row: QueueRow, folds: boolean): Promise<Detail> {
  const { call } = connection;
  if (row.approvalId === null) throw new Error(`the row ${row.id} has no approval`);
  const item = row.mark === "asks" ? await inQueue(connection, row.approvalId) : null;
  const review = await call("GET /approvals/:id", { params: { id: row.approvalId } });
  const { lines, ...shown } = await showApproval(connection, { ...review, ...item }, { fold: folds });
  if (item === null) return { ...EMPTY, row, view: "diff", lines, files: shown.files, folds };
  const hunks = shown.hunks.length > 1 && !otherSubject(item.approval) ? shown.hunks : [];
  return {
    row,
    view: "diff",
    lines: withBoxRoom(lines, hunks),
    hunks,
    files: shown.files,
    folds,
    item,
    deliveries: review.deliveries,
    committer: review.author?.name ?? null,
    scopes: scopesOf(item.approval.asks),
    complete: true,
  };
}

async function followTranscript(
  connection: ServiceClient,
  row: QueueRow & { runId: string },
  { signal, tell }: { signal: AbortSignal; tell: (input: ScreenInput) => void },
): Promise<void> {
  const view = "transcript";
  tell({ kind: "detail", detail: { ...EMPTY, row, view, lines: [oneLine(row.title), ""], complete: false } });
  const linesOf = eventLines(connection);
  const add = (lines: readonly string[], complete = false) =>
    tell({ kind: "lines", row: row.id, view, lines, complete });
  const run = await followRun(connection, row.runId, {
    signal,
    onEvent: async (event) => {
      const lines = await linesOf(event);
      if (lines.length > 0) add(lines);
    },
  });
  const { sentence, next } = outcomeOf(run);
  add(["", paint.bold(sentence), ...(next && row.mark !== "asks" ? [`  ${paint.cyan(next)}`] : [])], true);
}
