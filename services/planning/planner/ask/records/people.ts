import type { Ctx } from "../../../../ground/kernel/context.ts";
import { queryTermsOf } from "../../../../ground/kernel/search_terms.ts";

/** A record of some sources that has a word among its people. */
const WITH_PERSON = `select 1 from {planner_search} where {planner_search} match ?1 and (
    rowid in (select row from {planner_items} where source_id in (select value from json_each(?2)) and status <> 'gone')
    or rowid in (select row from {planner_tasks} where source_id in (select value from json_each(?2)) and gone_at is null)
  ) limit 1`;

/** Returns the words of a question that are in the names or addresses of people. */
export const peopleIn = (
  { store }: Pick<Ctx, "store">,
  terms: readonly string[],
  sources: string[],
): string[] =>
  terms.filter((term) => {
    const [quoted] = queryTermsOf(`"${term}"`);
    return quoted !== undefined &&
      store.projector.tables.get(WITH_PERSON, `people : ${quoted}`, JSON.stringify(sources)) !== undefined;
  });
