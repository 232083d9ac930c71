import { defineView, on } from "../view.ts";
import { runStream } from "./stream.ts";

/** Every evaluation of every run, in order; `body` is the event's data. */
export const runEvaluationsView = defineView({
  name: "run_evaluations",
  version: 1,
  tables: {
    run_evaluations: {
      erasedBy: { run: "run_id" },
      columns: `run_id text not null, sequence integer not null, at text not null, body text not null,
        primary key (run_id, sequence)`,
    },
  },
  folds: [
    on(runStream, {
      "evaluation.completed": (tables, { data, seq, at, runId }) => {
        if (!runId) return;
        tables.run(
          "insert into {run_evaluations} (run_id, sequence, at, body) values (?, ?, ?, ?)",
          runId,
          seq,
          at,
          JSON.stringify(data),
        );
      },
    }),
  ],
});
