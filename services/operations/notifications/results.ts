import { listResults, resultTotals } from "../../../store/notifications/results.ts";
import { rowsOf } from "../../../store/notifications/reader.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showNotifications } from "./read_model.ts";
import type { FoldedResults, ResultsQuery } from "./schemas.ts";

/** Returns results that are unread or read, grouped by repository; the counts cover all of them. */
export function foldedResults(ctx: Ctx, { scope, limit, before }: ResultsQuery): FoldedResults {
  const { tables } = ctx.store.projector;
  const rows = listResults(tables, scope, {
    limit: limit + 1,
    before: Number(before ?? Number.MAX_SAFE_INTEGER),
  });
  const shown = rows.slice(0, limit);
  const newest = showNotifications(ctx, rowsOf(tables, shown.map((row) => row.newest)));
  return {
    items: shown.map(({ repository, unread, read }, i) => ({
      repository,
      count: unread + read,
      unread,
      newest: newest[i]!,
    })),
    next: rows.length > limit ? String(shown.at(-1)!.newest) : null,
    ...resultTotals(tables, scope),
  };
}
