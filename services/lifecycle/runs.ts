import type { z } from "zod";
import type { RunDocument, RunStatus } from "../../store/runs/document.ts";
import type { runEvents } from "../../store/runs/events.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { InvalidError, NotFoundError } from "../kernel/errors.ts";
import { contextOf } from "./event_context.ts";
import { arrowsOf, type Transitions } from "./transition.ts";

type Events = typeof runEvents;
type Append = Parameters<typeof record<object, Events>>[3];

/** Every change of a run's state. `moveRun` makes them, and nothing else does. */
export const RUN_MOVES = {
  start: { from: ["queued"], to: ["running"], event: "run.started", when: "taken up" },
  requeue: { from: ["running"], to: ["queued"], event: "run.queued", when: "the service stops in order" },
  recover: { from: ["running"], to: ["running"], event: "run.recovered", when: "the service was killed" },
  wait: {
    from: ["running", "waiting"],
    to: ["waiting"],
    event: "run.waiting",
    when: "needs a decision, input, a provider or a budget",
  },
  hold: { from: ["queued", "waiting"], to: ["waiting"], event: "run.waiting", when: "it is quiet" },
  release: { from: ["waiting"], to: ["queued"], event: "run.queued", when: "the quiet hours are over" },
  proceed: { from: ["waiting"], to: ["running"], event: "run.resumed", when: "it has come" },
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
    from: ["queued", "running", "waiting", "paused"],
    to: ["cancelled"],
    event: "run.cancelled",
    when: "cancel",
  },
} as const satisfies Transitions<RunStatus, keyof Events & string>;

/** The name of one of them. */
export type RunMove = keyof typeof RUN_MOVES;

/** What its event says. */
export type RunMoveData<Name extends RunMove> = z.input<Events[(typeof RUN_MOVES)[Name]["event"]]>;

/** Whether the table allows a change from a state. */
export const mayMove = (status: RunStatus, move: RunMove): boolean =>
  (RUN_MOVES[move].from as readonly RunStatus[]).includes(status);

/** Records a change of a run's state and returns true; false where the table does not allow it from the run's state. */
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

/** What a person may ask of a run's state. */
export type Move = "pause" | "resume" | "cancel";

/** Where what a person asks for is reached already. */
const REACHED: Record<Move, readonly RunStatus[]> = {
  pause: ["paused"],
  resume: ["queued", "running", "waiting"],
  cancel: ["completed", "failed", "cancelled"],
};

/** Whether the move is to be made; false when it is reached already. Throws `InvalidError` naming the legal moves. */
export function checkMove(run: RunDocument, move: Move): boolean {
  if (mayMove(run.status, move)) return true;
  if (REACHED[move].includes(run.status)) return false;
  const legal = legalMoves(run.status);
  throw new InvalidError(
    `The run ${run.id} is ${run.status} and cannot ${move}. ${
      legal.length > 0 ? `Allowed: ${legal.join(", ")}.` : "It has ended: retry it to get a new run."
    }`,
  );
}

/** The moves of a person that change something in this state. */
export const legalMoves = (status: RunStatus): Move[] =>
  (Object.keys(REACHED) as Move[]).filter((move) => mayMove(status, move));

/** Every change from one state of a run to another, for diagrams. */
export const runArrows = () => arrowsOf<RunStatus>(RUN_MOVES);
