import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import { combinationStream } from "./stream.ts";

/** The checks of combinations by key, so that none is executed twice, and the combinations of each run. */
export const combinationsView = defineView({
  name: "combined_checks",
  version: 1,
  tables: {
    combined_checks: {
      erasedBy: { streams: { combination: "combination_id" } },
      columns: `combination_id text not null, position integer not null, key text not null, at text not null,
        executed integer not null, body text not null, primary key (combination_id, position)`,
      indexes: ["key", "at"],
    },
    combination_runs: {
      erasedBy: { streams: { combination: "combination_id" } },
      columns: "combination_id text not null, run_id text not null, primary key (combination_id, run_id)",
      indexes: ["run_id"],
    },
  },
  folds: [
    on(combinationStream, {
      "combination.verified": (tables, event) => {
        const id = idOf(event);
        const { checks, runIds } = event.data;
        for (const [position, check] of checks.entries()) {
          tables.run(
            "insert into {combined_checks} values (?, ?, ?, ?, ?, ?)",
            id,
            position,
            check.key,
            event.at,
            check.executed ? 1 : 0,
            JSON.stringify(check),
          );
        }
        for (const runId of new Set(runIds)) {
          tables.run("insert into {combination_runs} values (?, ?)", id, runId);
        }
      },
    }),
  ],
});
