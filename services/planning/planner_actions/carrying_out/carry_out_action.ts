import { type ActionDocument, plannerActionStream } from "../../../../store/planner/action_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { explainError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { carryOut } from "../../../ground/effects/carry_out.ts";
import type { Attempt, Outcome, Progress } from "../../../ground/effects/effect.ts";
import type { Applied } from "../../../ground/kernel/subject.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { sourceOf } from "../../planner_settings/settings.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { scheduleTask } from "../../planner/tasks/schedule.ts";
import { bringBack } from "./bring_back.ts";
import type { Place } from "../../calendars/place.ts";
import { isPlannedFor, readKept, readPlan, requireAction } from "../plans/plan_file.ts";
import type { PlanFile, Step } from "../plans/schemas.ts";
import { type End, recordEnd } from "./record_end.ts";
import { stepEffect, type Written } from "./write_step.ts";
import { type Calendar, placeOf } from "../plans/target.ts";

/** Final states. */
export const isOver = ({ status }: Pick<ActionDocument, "status">): boolean =>
  !["planned", "needs_review", "approved", "executing"].includes(status);

/** Carries out a plan step by step; each finished step is on disk before the next begins. */
export async function carryOutAction(ctx: Ctx<SourceLive>, id: string, attempt: Attempt): Promise<Applied> {
  const action = requireAction(ctx, id);
  if (isOver(action)) return appliedOf(action);
  const file = await readPlan(ctx, action);
  if (!isPlannedFor(ctx, action, file)) {
    const why = "The source was set up again after this was planned.";
    return await finish(
      ctx,
      file,
      action.status === "executing"
        ? { status: "uncertain", detail: `${why} It is unknown whether everything was written.` }
        : { status: "stale", detail: `${why} Plan it again.` },
    );
  }
  if (file.block !== null) {
    const { taskId, start, end } = file.block;
    const reserve = () => void scheduleTask(ctx, taskId, { start, end: end! });
    return await finish(ctx, file, { status: "executed", detail: "The time was reserved." }, reserve);
  }
  try {
    const source = sourceOf(ctx, action.sourceId);
    const calendar: Calendar = { source, calendarId: file.calendarId };
    const place = await placeOf(ctx, calendar, attempt.signal);
    const end = await writeSteps(ctx, file, place, attempt);
    if (end.status === "executed") await bringBack(ctx, file, calendar, place, attempt.signal);
    return await finish(ctx, file, end);
  } catch (cause) {
    attempt.signal.throwIfAborted();
    const known = explainError(cause)?.error;
    if (!known) ctx.log.error(`The action ${id} of the planner failed`, cause);
    const why = known?.message ?? "See this service's log.";
    const maybe = action.status === "executing" || requireAction(ctx, id).done.length > 0;
    return await finish(
      ctx,
      file,
      maybe
        ? { status: "uncertain", detail: `It is unknown whether everything was written. ${why}` }
        : { status: "failed", detail: `Nothing was written. ${why}` },
    );
  }
}

async function writeSteps(ctx: Ctx, { id, plan }: PlanFile, place: Place, attempt: Attempt): Promise<End> {
  const steps = plan.steps.filter(({ kind }) => kind !== "draft_create");
  const { status, done: before } = requireAction(ctx, id);
  const begun = status === "executing";
  if (!begun && steps.length > 1 && await anyChanged(steps, place)) {
    return {
      status: "stale",
      detail: "The calendar has changed since it was reviewed. Nothing was written.",
    };
  }
  let progress: Progress = begun ? "begun" : "new";
  for (const step of steps.filter(({ n }) => !before.some((done) => done.n === n))) {
    const body = step.bodySha256 === null ? null : await readKept(ctx, step.bodySha256);
    const outcome = await carryOut(
      stepEffect(place, step, {
        body,
        progress,
        intend: () =>
          ctx.store.commit(() =>
            record(ctx, plannerActionStream, id, [{ type: "planner.action_started", data: {} }])
          ),
        record: async (outcome) => {
          if (outcome.kind !== "done") return;
          const data = { n: step.n, etag: outcome.result.etag };
          await ctx.store.commit(() =>
            record(ctx, plannerActionStream, id, [{ type: "planner.action_step_done", data }])
          );
        },
      }),
      attempt,
    );
    if (outcome.kind !== "done") return ended(outcome, requireAction(ctx, id).done.length, steps.length);
    progress = "intended";
  }
  return { status: "executed", detail: `${counted(steps.length, "object")} written.` };
}

async function anyChanged(steps: readonly Step[], place: Place): Promise<boolean> {
  for (const { target, ifMatch } of steps) {
    const held = await place.read(target);
    if ((held?.etag ?? null) !== ifMatch) return true;
  }
  return false;
}

type NotDone = Exclude<Outcome<Written>, { kind: "done" }>;

const STATUSES = { refused: "failed", stale: "stale", unknown: "uncertain" } as const;

/** A plan of which a part was written cannot be stale as a whole. */
function ended({ kind, detail }: NotDone, done: number, of: number): End {
  if (done === 0) return { status: STATUSES[kind], detail };
  const status = kind === "unknown" ? "uncertain" : "failed";
  return { status, detail: `${detail} ${done} of ${of} objects were written before.` };
}

async function finish(
  ctx: Ctx,
  file: PlanFile,
  end: End,
  alongside: () => void = () => {},
): Promise<Applied> {
  await ctx.store.commit(() => {
    alongside();
    recordEnd(ctx, file.id, end, file);
  });
  return appliedOf(requireAction(ctx, file.id));
}

/** What a finished action means for its approval. */
function appliedOf({ id, status, detail }: ActionDocument): Applied {
  if (status === "executed") return { outcome: "applied" };
  if (status === "stale") return { outcome: "stale", detail: detail ?? "" };
  if (status === "failed" || status === "uncertain") return { outcome: "failed", detail: detail ?? "" };
  throw new UnavailableError(`The action ${id} is ${status}.`);
}
