import type { RunDocument } from "../../../store/runs/document.ts";
import { queuePlaceOf } from "../../../store/runs/queue.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx, Reads } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { describeNetwork } from "../../../store/runs/network_words.ts";
import { nextMoveOf } from "./next_move.ts";
import { HIDDEN_RUN_FIELDS, LISTED_RUN_FIELDS, type Run, type RunSummary } from "./schemas.ts";
import { picked, without } from "../../../store/shared/records.ts";
import { dataOf } from "../../../store/stream.ts";

/** Returns the run's document. Throws `NotFoundError`. */
export function requireRun(ctx: Pick<Reads, "store">, id: string): RunDocument {
  const run = ctx.store.documents.get(runStream, id);
  if (!run) throw new NotFoundError("run", id);
  return run;
}

/** Returns the complete request: a long one is only in the event that created the run. */
export function requestOf(ctx: Pick<Reads, "store">, run: RunDocument): string {
  if (run.requestLength <= run.request.length) return run.request;
  const created = ctx.store.events.at(`run/${run.id}`, 1);
  return dataOf(created, runStream, "run.created")?.request ?? run.request;
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
  return {
    ...without(run, HIDDEN_RUN_FIELDS),
    ...shownRace(run),
    request,
    networkSummary: describeNetwork(run.network),
  };
}

/** Returns how many take part in a run's race, and whose result was picked; nothing for a run without one. */
function shownRace({ race }: RunDocument): Pick<Run, "race"> {
  if (!race) return {};
  const picked = race.picked?.map(({ contender }) => contender) ?? null;
  return { race: { contenders: race.contenders.length, picked } };
}

/** Returns the run as lists show it. */
export function summariseRun(ctx: Ctx, run: RunDocument): RunSummary {
  return {
    ...picked(run, LISTED_RUN_FIELDS),
    number: ctx.store.documents.numberOf(runStream, run.id),
    request: requestOf(ctx, run),
    ...shownRace(run),
    ...(run.work && { work: run.work }),
    queuePlace: queuePlaceOf(ctx.store.documents, run),
    nextMove: nextMoveOf(run, ctx.config.workers),
  };
}
