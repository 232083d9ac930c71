import { plannerActionStream } from "../../../../store/planner/action_stream.ts";
import type { SourceConfig } from "../../../../store/planner/settings.ts";
import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";
import { isSame, type TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { isWritable } from "../../planner_settings/write_back.ts";
import type { PlannerTask } from "./schemas.ts";
import { readJson } from "../../../../store/json_text.ts";

/** Returns how a task and its source differ; `config` is that of its source, null for a local task. */
export function syncOf(row: TaskRow, config: SourceConfig | null): PlannerTask["sync"] {
  if (row.source_id === LOCAL_SOURCE || row.stated === null) {
    return { state: "local", detail: "It was created here.", fields: [] };
  }
  const stated: Record<string, unknown> = readJson(row.stated);
  const changes = Object.entries(readJson(row.overlay));
  const fields = changes.map(([field, { value }]) => ({ field, here: value, source: stated[field] ?? null }));
  if (changes.length === 0) return { state: "in_sync", detail: "It matches its source.", fields };
  const both = changes.filter(([field, { base }]) => !isSame(base, stated[field]));
  if (both.length > 0) {
    const names = both.map(([field]) => field).join(", ");
    return {
      state: "conflict",
      detail: `Changed here and in the source: ${names}. Set the values to keep.`,
      fields,
    };
  }
  if (config === null || !isWritable(config)) {
    return { state: "local", detail: "The changes stay local, because its source is read-only.", fields };
  }
  return config.writeBack === "off"
    ? { state: "local", detail: "The changes stay local, as the settings of its source say.", fields }
    : {
      state: "to_push",
      detail: "The changes are local. Nothing is written to a source without a review.",
      fields,
    };
}

/** Returns the function that says the same, and whether a plan with all changes of the task waits for a review. */
export function syncInPlans({ store }: Pick<Core, "store">): typeof syncOf {
  let plannedAt: Map<string, string> | undefined;
  return (row, config) => {
    const sync = syncOf(row, config);
    if (sync.state !== "to_push") return sync;
    plannedAt ??= new Map(
      store.documents.all(plannerActionStream, { status: "needs_review" })
        .flatMap(({ taskIds, plannedAt }) => taskIds.map((id) => [id, plannedAt] as const)),
    );
    const planned = plannedAt.get(row.id);
    return planned === undefined || planned < row.updated_at
      ? sync
      : { ...sync, state: "awaiting_review", detail: "A plan with the changes waits for a review." };
  };
}
