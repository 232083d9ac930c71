import { conversationStream } from "../../../store/coordinator/stream.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import type { EventContext } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";

type Origin = { scope: string; scopeId?: string | undefined; source: { kind: string; id: string } };

/**
 * Returns what a record is about, from its source, or from its scope if the source does not say. A record from a run is found
 * by that run and erased with it.
 */
export function originOf(ctx: Ctx, { scope, scopeId, source }: Origin): EventContext {
  return about(ctx, source.kind, source.id) ?? (scopeId === undefined ? null : about(ctx, scope, scopeId)) ??
    {};
}

/** What a kind of source, or a scope, says about a record; null for kinds that name no record. Throws `InvalidError`. */
function about(ctx: Ctx, kind: string, id: string): EventContext | null {
  const { documents } = ctx.store;
  switch (kind) {
    case "run":
      return contextOf(found(documents.get(runStream, id), kind, id));
    case "task":
    case "task_session": {
      const { runId } = found(documents.get(taskSessionStream, id), "task session", id);
      return { ...aboutRun(ctx, runId), taskSessionId: id };
    }
    case "approval": {
      const { runId, taskSessionId } = found(documents.get(approvalStream, id), kind, id);
      return { ...(runId !== "" && aboutRun(ctx, runId)), ...(taskSessionId && { taskSessionId }) };
    }
    case "conversation":
      found(documents.get(conversationStream, id), kind, id);
      return { conversationId: id };
    default:
      return null;
  }
}

/** What is remembered is found by its source and erased with it, so the source must exist. */
function found<Doc>(document: Doc | null | undefined, name: string, id: string): Doc {
  if (!document) throw new InvalidError(`There is no ${name} "${id}" that this could be remembered from.`);
  return document;
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
