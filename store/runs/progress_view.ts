import type { StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import { queuedAgain } from "./events.ts";
import { runStream } from "./stream.ts";

/** A row of `run_turns`: an event after which a run does something else, or nothing. */
export type RunTurnRow = { type: string; at: string };

const turn = (tables: Tables, { seq, type, at, runId }: StoredEvent): void => {
  if (runId) tables.queue("run_turns", [runId, seq, type, at]);
};

/** While one contender of a race is verified, others may still work. */
const unlessOfContender = (
  tables: Tables,
  event: StoredEvent & { data: { contender?: number | undefined } },
): void => {
  if (event.data.contender === undefined) turn(tables, event);
};

/** When each run changed what it does, and how long verifiers took in each repository. */
export const runProgressView = defineView({
  name: "run_progress",
  version: 2,
  lazy: true,
  tables: {
    run_turns: {
      erasedBy: { run: "run_id" },
      columns: `run_id text not null, sequence integer not null, type text not null, at text not null,
        primary key (run_id, sequence)`,
    },
    run_repositories: {
      erasedBy: { run: "run_id" },
      columns: "run_id text primary key, repository_id text not null",
    },
    verifier_times: {
      erasedBy: { run: "run_id" },
      columns:
        `run_id text not null, sequence integer not null, repository_id text not null, command text not null,
        milliseconds integer not null, primary key (run_id, sequence)`,
      indexes: ["repository_id, command, sequence"],
    },
  },
  folds: [
    on(runStream, {
      "run.created": turn,
      "run.queued": queuedAgain(turn),
      "run.started": turn,
      "run.prepared": (tables, { data, runId }) => {
        if (!runId) return;
        tables.run("insert or replace into {run_repositories} values (?, ?)", runId, data.repositoryId);
      },
      "run.planned": turn,
      "run.contender_planned": turn,
      "run.race_ended": turn,
      "run.result_picked": turn,
      "run.integrated": unlessOfContender,
      "run.bundled": unlessOfContender,
      "run.rework_requested": turn,
      "run.fix_requested": unlessOfContender,
      "run.waiting": turn,
      "run.paused": turn,
      "run.resumed": turn,
      "run.recovered": turn,
      "run.completed": turn,
      "run.failed": turn,
      "run.cancelled": turn,
      "evaluation.completed": (tables, { data, seq, runId }) => {
        const { command, durationMilliseconds } = data;
        if (!runId || command === undefined || durationMilliseconds === undefined) return;
        tables.run(
          `insert or replace into {verifier_times} select run_id, ?, repository_id, ?, ? from {run_repositories}
          where run_id = ?`,
          seq,
          command,
          Math.round(durationMilliseconds),
          runId,
        );
      },
    }),
  ],
});
