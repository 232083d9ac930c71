import type { ItemRow } from "../../../../../store/planner/item_rows.ts";
import { readJson } from "../../../../../store/json_text.ts";
import type { TaskRow } from "../../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import { dayIn } from "../../../dates/range.ts";
import { within } from "../../../dates/words.ts";
import { settingsOf } from "../../../planner_settings/settings.ts";
import { computeConflicts } from "../../conflicts/compute.ts";
import type { ComputedConflict } from "../../conflicts/computed.ts";
import { detailOf } from "../../conflicts/list.ts";
import { suppressedNow } from "../../conflicts/suppressed.ts";
import type { TaskSearch } from "./due_tasks.ts";
import { citeItem, citeTask, type Claim, type UnnumberedCitation } from "./proof.ts";
import { withRest } from "./rest.ts";

/** Returns the conflicts with something of these sources; not those that a person suppressed. */
export function conflicting(ctx: Ctx, { range, limit, sources }: TaskSearch): Claim[] {
  const isSuppressed = suppressedNow(ctx);
  const isOfSources = sourcesOfEntries(ctx, sources);
  const found = computeConflicts(ctx, range).filter((each) => isOfSources(each) && !isSuppressed(each));
  if (found.length > 0) {
    return withRest(found.slice(0, limit).map((each) => claimOf(ctx, each, sources)), found.length);
  }
  const text = `There are no conflicts ${within(ctx, range)}.`;
  return [{ text, cites: [], computed: [text] }];
}

function claimOf(ctx: Ctx, { found }: ComputedConflict, sources: readonly string[]): Claim {
  const cites = found.parts.flatMap(({ artifactId, taskId, key }): UnnumberedCitation[] => {
    if (artifactId !== null) {
      const row = itemOf(ctx, artifactId);
      return row && sources.includes(row.source_id)
        ? [citeItem(row, readJson(row.body), undefined, "title", key)]
        : [];
    }
    const row = taskOf(ctx, taskId);
    return row && sources.includes(row.source_id) ? [citeTask(row, readJson(row.body))] : [];
  });
  const text = `${detailOf(found)} It begins on ${dayIn(found.start, settingsOf(ctx).timeZone)}.`;
  return { text, cites, computed: [text] };
}

/** Returns the function that says whether a conflict is about an entry of these sources. Each entry is looked up once. */
function sourcesOfEntries(ctx: Ctx, sources: readonly string[]): (conflict: ComputedConflict) => boolean {
  const known = new Map<string, boolean>();
  return ({ found }) =>
    found.parts.some(({ artifactId, taskId }) => {
      const id = artifactId ?? taskId!;
      const isOne = known.get(id) ??
        sources.includes(
          (artifactId === null ? taskOf(ctx, taskId) : itemOf(ctx, artifactId))?.source_id ?? "",
        );
      known.set(id, isOne);
      return isOne;
    });
}

const itemOf = ({ store }: Ctx, id: string): ItemRow | undefined =>
  store.projector.tables.get<ItemRow>("select * from {planner_items} where id = ?", id);

const taskOf = ({ store }: Ctx, id: string | null): TaskRow | undefined =>
  store.projector.tables.get<TaskRow>("select * from {planner_tasks} where id = ?", id);
