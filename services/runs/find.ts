import { countRuns, endOfList, findRunIds, type RunFilter, type RunMatch } from "../../store/runs/list.ts";
import type { Ctx } from "../kernel/context.ts";
import { nextTurn } from "../kernel/next_turn.ts";
import { PartSize } from "../kernel/in_parts.ts";
import { foldInTurns } from "../../store/fold_when_idle.ts";

/** How much of the list is searched at once, in places; each event takes one. */
const FIRST_WINDOW = 2_000;
const MAX_WINDOW = 16_000;

/** What runs have to match: a filter, and FTS5 expressions. */
export type Sought = { filter: RunFilter; terms: readonly string[] };

/** Returns the ids of the runs that match, newest first. Others are answered between two parts of the list. */
export async function findMatching(
  ctx: Ctx,
  { filter, terms }: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const { documents } = ctx.store;
  const found: string[] = [];
  await inWindows(ctx, filter, (window) => {
    const page = { limit: offset + limit - found.length, offset: 0 };
    found.push(...findRunIds(documents, filter, page, { terms, ...window }));
    return found.length < offset + limit;
  });
  return found.slice(offset);
}

/** Returns how many runs match, by state. Others are answered between two parts of the list. */
export async function countMatching(ctx: Ctx, { filter, terms }: Sought): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  await inWindows(ctx, filter, (window) => {
    const counts = countRuns(ctx.store.documents, filter, { terms, ...window });
    for (const [status, n] of Object.entries(counts)) sums[status] = (sums[status] ?? 0) + n;
    return true;
  });
  return Object.fromEntries(Object.entries(sums).toSorted(([one], [other]) => one < other ? -1 : 1));
}

/** Looks at the list from its end in windows that do not hold the event loop, as long as `look` wants more. */
async function inWindows(
  ctx: Ctx,
  filter: RunFilter,
  look: (window: Pick<RunMatch, "from" | "before">) => boolean,
): Promise<void> {
  await foldInTurns(ctx.store);
  const size = new PartSize(FIRST_WINDOW, MAX_WINDOW);
  for (let before = filter.before ?? endOfList(ctx.store.documents); before > 0;) {
    const from = Math.max(0, before - size.most);
    if (!size.measure(() => look({ from, before }))) return;
    before = from;
    await nextTurn();
  }
}
