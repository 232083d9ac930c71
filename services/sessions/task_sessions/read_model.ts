import type { GuidanceRow } from "../../../store/task_sessions/guidance_view.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { blockedBy, shownStatus } from "../../control/lifecycle/sessions.ts";
import type { NextMove } from "../../control/runs/schemas.ts";
import type { Guidance, TaskSessionSummary } from "./schemas.ts";

/** Returns the task session's document. Throws `NotFoundError`. */
export function requireTaskSession(ctx: Pick<Core, "store">, id: string): TaskSessionDocument {
  const session = ctx.store.documents.get(taskSessionStream, id);
  if (!session) throw new NotFoundError("task session", id);
  return session;
}

/**
 * Returns a task session as lists show it; `siblings` are all of its run. A completed one is in review until its run
 * has ended, and one that waits for another is blocked.
 */
export function summariseTaskSession(
  run: Pick<RunDocument, "result" | "finishedAt">,
  session: TaskSessionDocument,
  siblings: readonly TaskSessionDocument[],
): TaskSessionSummary {
  const waitsFor = blockedBy(session, siblings);
  const { awaited: _, unseen: _1, finished: _2, entered, ...shown } = session;
  const inReview = session.card === "done" && run.result && !run.finishedAt;
  return {
    ...shown,
    ...(entered && session.status !== "cancelled" &&
      { entered: { at: entered.at, ...(entered.by !== undefined && { by: entered.by }) } }),
    ...(inReview && { card: "in_review" as const }),
    status: shownStatus(session, siblings),
    blockedBy: waitsFor,
    nextMove: nextMoveOfSession(session, waitsFor),
  };
}

function nextMoveOfSession(session: TaskSessionDocument, waitsFor: string[]): NextMove | null {
  switch (session.status) {
    case "planned":
    case "queued":
      return waitsFor.length > 0
        ? { owner: "dependency", what: `Complete ${waitsFor.join(", ")} first.` }
        : { owner: "worker", what: "Start the task as soon as a slot is free." };
    case "running":
    case "stopping":
      return {
        owner: "worker",
        what: `${session.status === "running" ? "Finish" : "Stop"} the task${placeOf(session)}.`,
      };
    case "waiting":
      return {
        owner: "human",
        what: session.waitingFor?.detail ?? "Retry the task or cancel the run.",
      };
    case "blocked":
      return { owner: "human", what: "Retry the task to let it continue, or cancel the run." };
    case "completed":
    case "failed":
    case "cancelled":
    case "skipped":
      return null;
  }
}

const placeOf = ({ machine }: TaskSessionDocument): string =>
  machine ? ` on the worker machine ${machine.name}` : "";

/** Returns the guidance of a task session, oldest first. */
export function guidanceOf(ctx: Pick<Core, "store">, taskSessionId: string): Guidance[] {
  return ctx.store.projector.tables.all<GuidanceRow>(
    "select * from {guidance} where task_session_id = ? order by id",
    taskSessionId,
  ).map((row) => ({
    id: row.id,
    content: row.content,
    actor: row.actor,
    status: row.status,
    detail: row.detail,
    consumedAtSequence: row.consumed_at_sequence,
    createdAt: row.created_at,
  }));
}

/** Returns the state of one piece of guidance, or null if unknown. */
export const statusOfGuidance = (ctx: Pick<Core, "store">, guidanceId: string): Guidance["status"] | null =>
  ctx.store.projector.tables.get<Pick<GuidanceRow, "status">>(
    "select status from {guidance} where id = ?",
    guidanceId,
  )?.status ?? null;
