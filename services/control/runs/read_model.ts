import type { RunDocument } from "../../../store/runs/document.ts";
import { queuePlaceOf } from "../../../store/runs/queue.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { describeNetwork } from "../../../store/runs/network_words.ts";
import { nextMoveOf } from "./next_move.ts";
import type { Run, RunSummary } from "./schemas.ts";

/** Returns the run's document. Throws `NotFoundError`. */
export function requireRun(ctx: Pick<Core, "store">, id: string): RunDocument {
  const run = ctx.store.documents.get(runStream, id);
  if (!run) throw new NotFoundError("run", id);
  return run;
}

/** Returns the complete request: a long one is only in the event that created the run. */
export function requestOf(ctx: Pick<Core, "store">, run: RunDocument): string {
  if (run.requestLength <= run.request.length) return run.request;
  const created = ctx.store.events.at(`run/${run.id}`, 1)?.data as { request: string } | undefined;
  return created?.request ?? run.request;
}

/** Returns the run as the API shows it. */
export function showRun(ctx: Ctx, run: RunDocument): Run {
  return {
    ...shownRun(run, requestOf(ctx, run)),
    number: ctx.store.documents.numberOf(runStream, run.id),
    nextMove: nextMoveOf(run, ctx.config.workers),
  };
}

/** Returns what the API shows of a run, without its number and who acts next. */
export function shownRun(run: RunDocument, request: string): Omit<Run, "nextMove" | "number"> {
  const {
    pausedFrom: _,
    requestLength: _1,
    commandsAdmitted: _2,
    tasks: _3,
    route: _4,
    passed: _5,
    settled: _6,
    attempts: _7,
    verifierGiven: _8,
    work: _9,
    keptChanges: _10,
    ...shown
  } = run;
  return { ...shown, request, networkSummary: describeNetwork(run.network) };
}

/** Returns the run as lists show it. */
export function summariseRun(ctx: Ctx, run: RunDocument): RunSummary {
  return {
    id: run.id,
    number: ctx.store.documents.numberOf(runStream, run.id),
    kind: run.kind,
    status: run.status,
    ...(run.statusReason && { statusReason: run.statusReason }),
    ...(run.statusDetail && { statusDetail: run.statusDetail }),
    request: requestOf(ctx, run),
    repoPath: run.repoPath,
    createdBy: run.createdBy,
    attempt: run.attempt,
    ...(run.automationId && { automationId: run.automationId }),
    ...(run.fireId && { fireId: run.fireId }),
    round: run.round,
    ...(run.waitingFor && { waitingFor: run.waitingFor }),
    ...(run.approvalId && { approvalId: run.approvalId }),
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    ...(run.startedAt && { startedAt: run.startedAt }),
    ...(run.finishedAt && { finishedAt: run.finishedAt }),
    archivedAt: run.archivedAt,
    ...(run.work && { work: run.work }),
    queuePlace: queuePlaceOf(ctx.store.documents, run),
    nextMove: nextMoveOf(run, ctx.config.workers),
  };
}
