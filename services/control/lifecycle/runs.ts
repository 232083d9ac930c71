import type { z } from "zod";
import type { RunDocument, RunStatus } from "../../../store/runs/document.ts";
import type { runEvents } from "../../../store/runs/events.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { ENDED_RUN_STATES, OPEN_RUN_STATES } from "../../../store/shared/run_states.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { contextOf } from "./event_context.ts";
import { arrowsOf, type Transitions } from "./transition.ts";
import { isOneOf } from "../../../store/shared/tuples.ts";
import { keysOf } from "../../../store/shared/records.ts";

type Events = typeof runEvents;
type Append = Parameters<typeof record<object, Events>>[3];

/** Every change of a run's state. Only `moveRun` makes them. */
export const RUN_MOVES = {
  start: { from: ["queued"], to: ["running"], event: "run.started", when: "taken up" },
  requeue: { from: ["running"], to: ["queued"], event: "run.queued", when: "the service stops cleanly" },
  recover: { from: ["running"], to: ["running"], event: "run.recovered", when: "the service was killed" },
  wait: {
    from: ["running", "waiting"],
    to: ["waiting"],
    event: "run.waiting",
    when: "needs a decision, input, a provider or a budget",
  },
  hold: { from: ["queued", "waiting"], to: ["waiting"], event: "run.waiting", when: "quiet hours" },
  release: { from: ["waiting"], to: ["queued"], event: "run.queued", when: "the quiet hours are over" },
  proceed: { from: ["waiting"], to: ["running"], event: "run.resumed", when: "the wait is over" },
  complete: {
    from: ["running"],
    to: ["completed"],
    event: "run.completed",
    when: "applied, or nothing to apply",
  },
  fail: {
    from: ["running", "waiting", "paused"],
    to: ["failed"],
    event: "run.failed",
    when: {
      running: "statusReason says why",
      waiting: "rejected, or waited too long",
      paused: "waited too long",
    },
  },
  pause: { from: ["queued", "running", "waiting"], to: ["paused"], event: "run.paused", when: "pause" },
  resume: { from: ["paused"], to: ["queued", "running", "waiting"], event: "run.resumed", when: "resume" },
  cancel: {
    from: OPEN_RUN_STATES,
    to: ["cancelled"],
    event: "run.cancelled",
    when: "cancel",
  },
} as const satisfies Transitions<RunStatus, keyof Events & string>;

/** The name of a transition. */
export type RunMove = keyof typeof RUN_MOVES;

/** The data of its event. */
export type RunMoveData<Name extends RunMove> = z.input<Events[(typeof RUN_MOVES)[Name]["event"]]>;

/** Returns whether the table allows a transition from a state. */
export const mayMove = (status: RunStatus, move: RunMove): boolean => isOneOf(RUN_MOVES[move].from, status);

/** Records a change of a run's state and returns true; false if the table does not allow it in the run's state. */
export function moveRun<Name extends RunMove>(
  ctx: Ctx,
  runId: string,
  name: Name,
  data: RunMoveData<Name>,
): boolean {
  const run = ctx.store.documents.get(runStream, runId);
  if (!run) throw new NotFoundError("run", runId);
  if (!mayMove(run.status, name)) return false;
  record(ctx, runStream, runId, [{ type: RUN_MOVES[name].event, data }] as Append, contextOf(run));
  return true;
}

/** The events with which a run begins. */
export const newRun = (data: z.input<Events["run.created"]>) => [
  { type: "run.created" as const, data },
  { type: "run.queued" as const, data: {} },
];

/** The state changes that a person can request. */
export type RequestedMove = "pause" | "resume" | "cancel";

/** States in which a request has nothing to do. */
const REACHED: Record<RequestedMove, readonly RunStatus[]> = {
  pause: ["paused"],
  resume: ["queued", "running", "waiting"],
  cancel: ENDED_RUN_STATES,
};

/**
 * Returns whether the change is to be made; false if nothing is to be done. Throws `InvalidError` with the allowed
 * changes.
 */
export function checkMove(run: RunDocument, move: RequestedMove): boolean {
  if (mayMove(run.status, move)) return true;
  if (REACHED[move].includes(run.status)) return false;
  const legal = legalMoves(run.status);
  throw new InvalidError(
    `The run ${run.id} is ${run.status}, so you cannot ${move} it. ${
      legal.length > 0 ? `Allowed: ${legal.join(", ")}.` : "It has ended. Retry it to start a new run."
    }`,
  );
}

/** Returns the requests of a person that change something in this state. */
export const legalMoves = (status: RunStatus): RequestedMove[] =>
  keysOf(REACHED).filter((move) => mayMove(status, move));

/** Returns every transition between states of a run, for diagrams. */
export const runArrows = () => arrowsOf<RunStatus>(RUN_MOVES);
