import { defineView, on } from "../view.ts";
import { runStream } from "./stream.ts";

/** The results of verifiers at bases, by key, so that none is executed again for another run; `body` is the event's data. */
export const baseChecksView = defineView({
  name: "base_checks",
  version: 1,
  tables: {
    base_checks: {
      erasedBy: { run: "run_id" },
      columns: `run_id text not null, sequence integer not null, key text not null, body text not null,
        primary key (run_id, sequence)`,
      indexes: ["key"],
    },
  },
  folds: [
    on(runStream, {
      "run.base_checked": (tables, { data, seq, runId }) => {
        if (!runId || data.outcome === "not_run") return;
        tables.run(
          "insert into {base_checks} (run_id, sequence, key, body) values (?, ?, ?, ?)",
          runId,
          seq,
          data.key,
          JSON.stringify(data),
        );
      },
    }),
  ],
});
