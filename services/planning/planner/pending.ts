import type { z } from "zod";
import { plannerActionStream } from "../../../store/planner/action_stream.ts";
import { plannerDraftStream } from "../../../store/planner/draft_stream.ts";
import { LOCAL_SOURCE } from "../../../store/planner/source_stream.ts";
import type { TaskRow } from "../../../store/planner/task_rows.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { usualRange } from "./artifacts/artifacts.ts";
import { computeConflicts } from "./conflicts/compute.ts";
import { suppressedNow } from "./conflicts/suppressed.ts";
import { classifyItem, modelLabelsOf } from "./items/classify.ts";
import { occurrencesIn } from "./items/occurrences.ts";
import { dayIn, rangeOf, timeAt } from "../dates/range.ts";
import type { plannerPendingCountsSchema } from "./pending_schemas.ts";
import { listRefreshes } from "./sources/refreshes.ts";
import { type ConfiguredSource, settingsOf, sourcesOf } from "../planner_settings/settings.ts";
import { requireSources } from "../planner_settings/sources_for.ts";
import { stateOf } from "./sources/source_status.ts";
import { openTaskRows } from "./tasks/read.ts";
import { syncOf } from "./tasks/sync.ts";
import { readJson } from "../../../store/json_text.ts";

type Query = { sources?: string[] | undefined; from?: string | undefined; to?: string | undefined };

/** Returns what needs attention, by source: unwritten changes, unscheduled or overdue tasks, invitations, conflicts. */
export function pendingCounts(ctx: Ctx, query: Query): z.output<typeof plannerPendingCountsSchema> {
  const { documents } = ctx.store;
  const { timeZone, identity: { emails } } = settingsOf(ctx);
  requireSources(ctx, query.sources ?? []);
  const range = rangeOf(query, timeZone, usualRange(ctx), ctx.now());
  const today = dayIn(Math.floor(ctx.now().getTime() / 1000), timeZone);
  const asOf = ctx.now().toISOString();
  const tasks = openTaskRows(ctx);
  const changed = ctx.store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where stated is not null and overlay <> '{}' and gone_at is null",
  );
  const occurring = occurrencesIn(ctx, range, timeZone).filter(({ item }) => item.itemType === "event");
  const invitations = new Map(
    occurring.filter(({ row, item }) =>
      row.status !== "cancelled" &&
      item.attendees.some(({ email, partstat }) => emails.includes(email) && partstat === "NEEDS-ACTION")
    ).map(({ row }) => [row.id, row.source_id]),
  );
  const isSuppressed = suppressedNow(ctx);
  const conflicts = computeConflicts(ctx, range).filter((each) => !isSuppressed(each));
  const configured = sourcesOf(ctx);
  const models = modelLabelsOf(ctx);
  const unclassified = new Map(
    occurring.filter(({ row, item }) => {
      const config = configured.find(({ id }) => id === row.source_id)?.config ?? null;
      const { by, label } = classifyItem(row, item, { config, emails, models });
      return row.status !== "cancelled" && by === "rule" && label === "other";
    }).map(({ row }) => [row.id, row.source_id]),
  );
  const ids = [LOCAL_SOURCE, ...configured.map(({ id }) => id)].filter((id) =>
    query.sources?.includes(id) ?? true
  );
  const artifactsOf = new Map(
    ctx.store.projector.tables.all<{ id: string; source_id: string }>(
      `select id, source_id from {planner_items} where id in (select value from json_each(?))`,
      JSON.stringify(
        conflicts.flatMap(({ found }) => found.parts.flatMap(({ artifactId }) => artifactId ?? [])),
      ),
    ).map(({ id, source_id }) => [id, source_id]),
  );
  const taskSources = new Map(tasks.map(({ id, source_id }) => [id, source_id]));
  const bySource = ids.map((id) => {
    const source = configured.find((each) => each.id === id);
    const own = tasks.filter(({ source_id }) => source_id === id);
    const stale = source && ["stale", "error", "auth_required", "never"].includes(stateOf(ctx, source));
    return {
      id,
      toFetch: source ? unreadOf(ctx, source) : 0,
      toPush: changed.filter((task) =>
        task.source_id === id && syncOf(task, source?.config ?? null).state === "to_push"
      ).length,
      toClassify: countOf(unclassified, id),
      toSchedule: own.filter(({ scheduled_start }) =>
        scheduled_start === ""
      ).length,
      overdue: own.filter((task) => isOverdue(task, today, asOf)).length,
      invitations: countOf(invitations, id),
      conflicts: conflicts.filter(({ found: { parts } }) =>
        parts.some(({ artifactId, taskId }) =>
          (artifactId ? artifactsOf.get(artifactId) : taskSources.get(taskId!)) === id
        )
      ).length,
      actionsToReview: documents.all(plannerActionStream, { sourceId: id, status: "needs_review" }).length,
      draftsToSend: documents.all(plannerDraftStream, { sourceId: id, status: "draft" }).length,
      staleSince: stale ? source.lastSuccessAt ?? source.createdAt : null,
    };
  });
  const total = bySource.reduce(
    (sum, { id: _, staleSince: _1, toFetch, ...counts }) =>
      Object.values(counts).reduce((all, count) => all + count, sum + (toFetch ?? 0)),
    0,
  );
  const oldest =
    tasks.filter((task) => ids.includes(task.source_id)).map(({ created_at }) => created_at).sort()[0];
  return { asOf, from: timeAt(range.from), to: timeAt(range.to), total, bySource, oldestAt: oldest ?? null };
}

const countOf = (sources: ReadonlyMap<string, string>, id: string): number =>
  sources.values().filter((of) => of === id).toArray().length;

/** Returns how many items the last refresh found and could not read; null if it failed, or there was none. */
function unreadOf(ctx: Ctx, { id, lastRefreshId }: ConfiguredSource): number | null {
  const last = listRefreshes(ctx, { source: id, limit: 2, offset: 0 }).find((run) =>
    run.id === lastRefreshId
  );
  return last === undefined || last.status === "failed" || last.status === "skipped"
    ? null
    : last.counts.invalid;
}

function isOverdue({ body }: TaskRow, today: string, now: string): boolean {
  const { due } = readJson(body);
  return due !== null && ("date" in due ? due.date < today : due.at < now);
}
