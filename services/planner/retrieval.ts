import type { z } from "zod";
import type { Ctx } from "../kernel/context.ts";
import type { plannerRetrievalStatusSchema } from "./search_schemas.ts";

/** Returns the state of the search index. It is updated in the transaction of each change, so it is always current. */
export function retrievalStatus({ store }: Ctx): z.output<typeof plannerRetrievalStatusSchema> {
  const { tables } = store.projector;
  const count = (sql: string) => tables.get<{ n: number }>(sql)!.n;
  return {
    backend: "fts5",
    state: "ready",
    configured: true,
    indexed: {
      events: count(
        "select count(*) as n from {planner_items} where item_type = 'event' and status <> 'gone'",
      ),
      tasks: count("select count(*) as n from {planner_tasks} where gone_at is null"),
    },
    waiting: 0,
    indexSequence: store.head,
    behind: 0,
    sizeBytes: count("select coalesce(sum(length(block)), 0) as n from {planner_search_data}"),
    lastError: null,
    howTo: "The index is part of this service's database. There is nothing to set up.",
  };
}

/** Checks the index and rebuilds it if it is damaged. */
export function startRetrieval(ctx: Ctx): z.output<typeof plannerRetrievalStatusSchema> {
  ctx.write(() => {
    const { tables } = ctx.store.projector;
    tables.run("insert into {planner_search} ({planner_search}) values ('optimize')");
  });
  return retrievalStatus(ctx);
}
