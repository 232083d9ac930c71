import { conversationStream } from "../../store/coordinator/stream.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import type { EventContext } from "../../store/event.ts";
import { runStream } from "../../store/runs/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";

type Origin = { scope: string; scopeId?: string | undefined; source: { kind: string; id: string } };

/**
 * Returns what a record is about, from its source, or from its scope if the source does not say. A record from a run is found
 * by that run and erased with it.
 */
export function originOf(ctx: Ctx, { scope, scopeId, source }: Origin): EventContext {
  return about(ctx, source.kind, source.id) ?? (scopeId === undefined ? null : about(ctx, scope, scopeId)) ??
    {};
}

function about(ctx: Ctx, kind: string, id: string): EventContext | null {
  switch (kind) {
    case "run":
      return aboutRun(ctx, id);
    case "task":
    case "task_session": {
      const session = ctx.store.documents.get(taskSessionStream, id);
      return session && { ...aboutRun(ctx, session.runId), taskSessionId: id };
    }
    case "approval": {
      const approval = ctx.store.documents.get(approvalStream, id);
      return approval && {
        ...aboutRun(ctx, approval.runId),
        ...(approval.taskSessionId && { taskSessionId: approval.taskSessionId }),
      };
    }
    case "conversation":
      return { conversationId: id };
    default:
      return null;
  }
}

function aboutRun(ctx: Ctx, runId: string): EventContext {
  const run = ctx.store.documents.get(runStream, runId);
  return run ? contextOf(run) : { runId };
}

/** Returns the subject of a record's scope if the record does not name one: that of its source. */
export function scopeIdOf(
  ctx: Ctx,
  { scope, scopeId }: Origin,
  origin: EventContext,
): string | undefined {
  if (scopeId !== undefined) return scope === "project" ? projectId(scopeId) : scopeId;
  switch (scope) {
    case "conversation":
      return origin.conversationId;
    case "run":
      return origin.runId;
    case "task":
      return origin.taskSessionId;
    case "project":
      return projectOf(ctx, origin);
    default:
      return undefined;
  }
}

/** Returns the project of the record's run, or of the run that its conversation is about. */
function projectOf({ store }: Ctx, { runId, conversationId }: EventContext): string | undefined {
  const conversation = conversationId === undefined
    ? null
    : store.documents.get(conversationStream, conversationId);
  const id = runId ?? conversation?.activeRunId;
  const path = id ? store.documents.get(runStream, id)?.repoPath : undefined;
  return path === undefined ? undefined : projectId(path);
}

/** Returns the id of a project: its path without a trailing slash. */
export const projectId = (path: string): string => path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
