import type { z } from "zod";
import { runStream } from "../../../store/runs/stream.ts";
import type { taskSessionEvents } from "../../../store/task_sessions/events.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { OPEN_SESSION_STATES, SESSION_STATES } from "../../../store/shared/session_states.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { contextOf } from "./event_context.ts";
import type { Transitions } from "./transition.ts";
import { isOneOf } from "../../../store/shared/tuples.ts";

type Events = typeof taskSessionEvents;
type Status = TaskSessionDocument["status"];

/** Every change of a task session's state. Only `moveSession` makes them. */
export const SESSION_MOVES = {
  queue: {
    from: SESSION_STATES,
    to: ["queued"],
    event: "task_session.queued",
    when: "to be done again",
  },
  retry: {
    from: SESSION_STATES,
    to: ["queued"],
    event: "task_card.retried",
    when: "its card is retried",
  },
  start: {
    from: ["planned", "queued", "running", "waiting"],
    to: ["running"],
    event: "task_session.started",
    when: "an attempt begins",
  },
  wait: {
    from: ["running", "waiting"],
    to: ["waiting"],
    event: "task_session.waiting",
    when: "it asks, unless its card is escalated",
  },
  proceed: {
    from: ["waiting"],
    to: ["running"],
    event: "task_session.resumed",
    when: "the question is answered",
  },
  enter: {
    from: ["running", "waiting"],
    to: ["waiting"],
    event: "task_session.entered",
    when: "a person enters",
  },
  handBack: {
    from: ["waiting", "failed"],
    to: ["queued"],
    event: "task_session.hand_back_requested",
    when: "it is handed back",
  },
  requestStop: {
    from: OPEN_SESSION_STATES,
    to: ["stopping"],
    event: "task_session.stop_requested",
    when: "a stop is requested",
  },
  escalate: {
    from: SESSION_STATES,
    to: ["waiting"],
    event: "task_card.escalated",
    when: "its card is escalated",
  },
  block: {
    from: SESSION_STATES,
    to: ["blocked"],
    event: "task_card.blocked",
    when: "its card is blocked",
  },
  complete: {
    from: ["running", "waiting"],
    to: ["completed"],
    event: "task_session.completed",
    when: "done",
  },
  fail: {
    from: ["running", "waiting"],
    to: ["failed"],
    event: "task_session.failed",
    when: "statusReason says why",
  },
  skip: {
    from: ["planned", "queued", "blocked"],
    to: ["skipped"],
    event: "task_session.skipped",
    when: "an earlier task failed",
  },
  cancel: {
    from: OPEN_SESSION_STATES,
    to: ["cancelled"],
    event: "task_session.cancelled",
    when: "stopped, or its run ended",
  },
} as const satisfies Transitions<Status, keyof Events & string>;

/** The name of a transition. */
export type SessionMove = keyof typeof SESSION_MOVES;

/** The data of its event. */
type SessionMoveData<Name extends SessionMove> = z.input<
  Events[(typeof SESSION_MOVES)[Name]["event"]]
>;

type Append = Parameters<typeof record<object, Events>>[3];

/** Records a change of a task session's state and returns true; false if it is not allowed in this state. */
export function moveSession<Name extends SessionMove>(
  ctx: Ctx,
  id: string,
  name: Name,
  data: SessionMoveData<Name>,
): boolean {
  const session = ctx.store.documents.get(taskSessionStream, id);
  if (!session) throw new NotFoundError("task session", id);
  const { from, event: type } = SESSION_MOVES[name];
  if (!isOneOf(from, session.status)) return false;
  // It was escalated while its worker still worked, and waits for a human.
  if (name === "wait" && session.card === "escalated") return false;
  const run = ctx.store.documents.get(runStream, session.runId);
  const context = { ...(run && contextOf(run)), taskSessionId: id };
  record(ctx, taskSessionStream, id, [{ type, data }] as Append, context);
  return true;
}

/** The event with which a task session begins. */
export const newSession = (data: z.input<Events["task_session.planned"]>) => ({
  type: "task_session.planned" as const,
  data,
});
