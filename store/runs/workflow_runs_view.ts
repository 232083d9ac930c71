import type { DocumentReader } from "../documents.ts";
import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import { runStream } from "./stream.ts";

/** The runs of each saved workflow, by their places in the list of runs. Only lists read it, so it is folded when there is time. */
export const workflowRunsView = defineView({
  name: "workflow_runs",
  version: 1,
  lazy: true,
  tables: {
    workflow_runs: {
      erasedBy: { run: "run_id" },
      columns: "sequence integer primary key, run_id text not null, workflow_id text not null",
      // The index ends in the row's own key, so that the newest are found without sorting.
      indexes: ["workflow_id", "run_id"],
    },
  },
  folds: [
    on(runStream, {
      "run.created": (tables, { seq, data: { workflowId }, ...event }) => {
        if (workflowId !== undefined) {
          tables.run("insert into {workflow_runs} values (?, ?, ?)", seq, idOf(event), workflowId);
        }
      },
    }),
  ],
});

/** Returns the id of the newest run of a workflow; null if it was never run. */
export const newestRunOf = (documents: DocumentReader, workflowId: string): string | null =>
  newestRunsOf(documents, workflowId, 1)[0] ?? null;

/** Returns the ids of the newest runs of a workflow, the newest first. */
export const newestRunsOf = ({ tables }: DocumentReader, workflowId: string, most: number): string[] =>
  tables.all<{ run_id: string }>(
    "select run_id from {workflow_runs} where workflow_id = ? order by sequence desc limit ?",
    workflowId,
    most,
  ).map(({ run_id }) => run_id);
