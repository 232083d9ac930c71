import type { StoredEvent } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { taskOf } from "./plans.ts";
import { requireConversation } from "./read_model.ts";
import type { CoordinatorExecutionGraphRecord } from "./record_schemas.ts";
import { idOf, recordsOf } from "./records.ts";
import type { PageQuery } from "./schemas.ts";
import { shownSessionsOf } from "../../control/lifecycle/sessions.ts";
import { countBy } from "../../ground/kernel/counts.ts";

/** Returns the tasks of each planned run of a conversation as a graph, newest run first. */
export function executionGraphs(ctx: Ctx, id: string, page: PageQuery): CoordinatorExecutionGraphRecord[] {
  requireConversation(ctx, id);
  return recordsOf(ctx, id, "graph", page).map((event) => graphOf(ctx, id, event));
}

function graphOf(ctx: Ctx, conversationId: string, event: StoredEvent): CoordinatorExecutionGraphRecord {
  const runId = idOf(event);
  const sessions = shownSessionsOf(ctx, runId);
  const counts = countBy(sessions, ({ status }) => status);
  return {
    id: `graph_${event.seq}`,
    conversationId,
    runId,
    sequence: event.seq,
    runStatus: ctx.store.documents.get(runStream, runId)?.status ?? "deleted",
    nodes: sessions.map((session) => {
      const { dependsOn: _, ...node } = taskOf(session);
      return { ...node, startedAt: session.startedAt ?? null, finishedAt: session.finishedAt ?? null };
    }),
    edges: sessions.flatMap((session) =>
      session.dependsOn.map((from) => ({ id: `${from}>${session.taskId}`, from, to: session.taskId }))
    ),
    counts,
    createdAt: event.at,
  };
}
