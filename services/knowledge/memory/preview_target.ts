import { conversationStream } from "../../../store/coordinator/stream.ts";
import type { EventContext } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { requestOf, requireRun } from "../../control/runs/read_model.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { projectId } from "./origin.ts";
import type { MemoryContextQuery } from "./schemas.ts";

/** A scope whose records apply, its weight, and the sentence that says why. */
export type ApplicableScope = { scope: string; scopeId: string; weight: number; why: string };

/** What the records are selected for. */
export type PreviewTarget = {
  context: EventContext;
  project: string | null;
  /** The words that make a record relevant. */
  purpose: string;
  scopes: ApplicableScope[];
};

/** Returns the request's subjects and those that follow: a task session has a run, a run has a project and a conversation. */
export function previewTarget(ctx: Ctx, query: MemoryContextQuery): PreviewTarget {
  const session = query.taskSessionId ? requireTaskSession(ctx, query.taskSessionId) : null;
  const runId = session?.runId ?? query.runId;
  const run = runId ? requireRun(ctx, runId) : null;
  if (query.conversationId && !ctx.store.documents.has(conversationStream, query.conversationId)) {
    throw new NotFoundError("conversation", query.conversationId);
  }
  const conversationId = query.conversationId ?? run?.conversationId;
  const path = run?.repoPath ?? query.project;
  const project = path === undefined ? null : projectId(path);
  const asked = run ? requestOf(ctx, run) : "";
  const scopes: (ApplicableScope | null)[] = [
    session && { scope: "task", scopeId: session.id, weight: 50, why: "It is about this task." },
    run && { scope: "run", scopeId: run.id, weight: 40, why: "It is about this run." },
    conversationId
      ? { scope: "conversation", scopeId: conversationId, weight: 30, why: "It is about this conversation." }
      : null,
    project === null
      ? null
      : { scope: "project", scopeId: project, weight: 20, why: "It is about this project." },
    project === null || run === null ? null : rootOf(ctx, run.id, project),
    { scope: "global", scopeId: "", weight: 10, why: "It applies everywhere." },
  ];
  return {
    context: {
      ...(run && { runId: run.id }),
      ...(session && { taskSessionId: session.id }),
      ...(conversationId && { conversationId }),
    },
    project,
    purpose: query.query ?? [session?.title ?? "", asked].join("\n"),
    scopes: scopes.filter((scope) => scope !== null),
  };
}

/** The request may have named a directory below the root of the run's repository. */
function rootOf(ctx: Ctx, runId: string, project: string): ApplicableScope | null {
  const root = ctx.store.documents.get(runStream, runId)?.base?.root;
  if (root === undefined || projectId(root) === project) return null;
  return { scope: "project", scopeId: projectId(root), weight: 20, why: "It is about this project." };
}
