import { idOf, type StoredEvent } from "../event.ts";
import { runWord } from "../shared/state_words.ts";
import { documentsTable } from "../projector.ts";
import { defineView, on, type Tables } from "../view.ts";
import { queuedAgain } from "./events.ts";
import { runStream } from "./stream.ts";
import { countOne, isCounted, takeOut } from "./trend_rows.ts";

/** The data of run charts, summed up by day (UTC), so that a chart costs the same however many runs there are. */
export const runTrendsView = defineView({
  name: "run_trends",
  readsDocuments: true,
  version: 3,
  tables: {
    run_trends: {
      erasedBy: "view",
      columns:
        `day text not null, series text not null, name text not null, outcome text not null, n integer not null,
        amount integer not null, primary key (day, series, name, outcome)`,
    },
    run_trend_parts: {
      erasedBy: "view",
      columns: `run_id text not null, day text not null, series text not null, name text not null,
        outcome text not null, n integer not null, amount integer not null,
        primary key (run_id, day, series, name, outcome)`,
    },
    run_trend_waits: { erasedBy: "view", columns: "run_id text primary key, since text not null" },
  },
  folds: [
    on(runStream, {
      "run.waiting": (tables, event) => {
        goesOn(tables, event);
        if (!FOR_A_PERSON.has(event.data.waitingFor.kind) || !ofRun(tables, idOf(event))) return;
        tables.run("insert into {run_trend_waits} values (?, ?)", idOf(event), event.at);
      },
      "run.queued": queuedAgain(goesOn),
      "run.started": goesOn,
      "run.resumed": goesOn,
      "run.paused": goesOn,
      "run.rework_requested": goesOn,
      "run.completed": (tables, event) => ended(tables, event, "completed"),
      "run.failed": (tables, event) =>
        ended(tables, event, runWord({ status: "failed", statusReason: event.data.reason })),
      "run.cancelled": (tables, event) => ended(tables, event, "cancelled"),
      "evaluation.completed": (tables, event) => {
        const { outcome, durationMilliseconds: amount } = event.data;
        if (amount === undefined) return;
        countOne(tables, idOf(event), {
          at: event.at,
          series: "verified",
          outcome,
          amount: Math.round(amount),
        });
      },
    }),
  ],
  erase: { run: takeOut },
});

const FOR_A_PERSON: ReadonlySet<string> = new Set(["approval", "input"]);

/** A wait for a person has ended. */
function goesOn(tables: Tables, event: StoredEvent): void {
  const id = idOf(event);
  const wait = tables.get<{ since: string }>("select since from {run_trend_waits} where run_id = ?", id);
  if (!wait) return;
  tables.run("delete from {run_trend_waits} where run_id = ?", id);
  const amount = Math.max(0, Date.parse(event.at) - Date.parse(wait.since));
  countOne(tables, id, { at: wait.since, series: "waited", amount });
}

/** Returns whose run it is; undefined for an attempt of a trial, whose result is nothing to anybody and whose directory is a clone. */
const ofRun = (tables: Tables, id: string) =>
  tables.get<{ worker: string | null; repository: string; round: number }>(
    `select coalesce(json_extract(body, '$.plannedBy.provider'), json_extract(body, '$.worker.provider')) as worker,
     json_extract(body, '$.repoPath') as repository, json_extract(body, '$.round') as round
     from {${documentsTable("run")}} where id = ? and json_extract(body, '$.trial') is null`,
    id,
  );

function ended(tables: Tables, event: StoredEvent, outcome: string): void {
  goesOn(tables, event);
  const [id, { at }] = [idOf(event), event];
  if (isCounted(tables, id, "ended")) return;
  const run = ofRun(tables, id);
  if (!run) return;
  const names = [["worker", run.worker ?? ""], ["repository", run.repository]] as const;
  countOne(tables, id, { at, series: "ended", outcome });
  for (const [series, name] of names) {
    countOne(tables, id, { at, series, name, outcome });
    if (run.round > 1) countOne(tables, id, { at, series, name, outcome: "reworked" });
  }
}
