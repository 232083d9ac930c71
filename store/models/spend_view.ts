import type { StoredEvent } from "../event.ts";
import type { modelEvents } from "../model_use/events.ts";
import type { EventOf } from "../stream.ts";
import { systemStream } from "../system/stream.ts";
import { defineView, on, type Tables } from "../view.ts";
import { budgetStream, type SpendAmounts } from "./budget_stream.ts";
import { isOfSession, onCalls, onInterruption } from "./call_folds.ts";
import { add, amountsOf, negative, type SpendRow } from "./spend_rows.ts";

type CallRow = {
  call_id: string;
  run_id: string;
  day: string;
  provider: string;
  worst_nano: number | null;
  interrupted: 0 | 1;
};

const AMOUNTS = `calls integer not null, failed integer not null, input_tokens integer not null,
  output_tokens integer not null, cost_nano integer not null, unknown_calls integer not null,
  unknown_nano integer not null, open_calls integer not null, open_nano integer not null`;

/** The cost of model calls by run and by day (UTC), and the calls whose cost is still open. */
export const spendView = defineView({
  name: "model_spend",
  version: 2,
  tables: {
    model_spend: {
      erasedBy: "view",
      columns:
        `run_id text not null, day text not null, provider text not null, ${AMOUNTS}, primary key (run_id, day, provider)`,
    },
    model_spend_days: {
      erasedBy: "view",
      columns: `day text not null, provider text not null, ${AMOUNTS}, primary key (day, provider)`,
    },
    model_spend_calls: {
      erasedBy: "view",
      columns: `call_id text not null, run_id text not null, task_session_id text, day text not null,
        provider text not null, worst_nano integer, interrupted integer not null, primary key (call_id, run_id)`,
      indexes: ["run_id, interrupted", "interrupted, day"],
    },
  },
  folds: [
    ...onCalls({ "model.called": called, "model.completed": ended, "model.failed": ended }),
    ...onInterruption(interruptOfRun),
    on(systemStream, { "system.started": (tables) => interrupt(tables, "interrupted = 0", []) }),
    on(budgetStream, {
      "budget.spend_kept": (tables, { data: { entries } }) => {
        for (const { day, provider, ...amounts } of entries) {
          add(tables, { run_id: "", day, provider }, amounts);
        }
      },
    }),
  ],
  erase: { run: erase },
});

const nanos = (dollars: number): number => Math.round(dollars * 1e9);

type ModelEvent = EventOf<typeof modelEvents>;
type Called = Extract<ModelEvent, { type: "model.called" }>;
type Ended = Extract<ModelEvent, { type: "model.completed" | "model.failed" }>;

function called(tables: Tables, { at, data, runId = "", taskSessionId }: Called): void {
  const { worstCaseUsd, callId, provider } = data;
  const day = at.slice(0, 10);
  const worst = worstCaseUsd === null ? null : nanos(worstCaseUsd);
  const made = tables.run(
    "insert or ignore into {model_spend_calls} values (?, ?, ?, ?, ?, ?, 0)",
    callId,
    runId,
    taskSessionId ?? null,
    day,
    provider,
    worst,
  );
  if (made) {
    add(tables, { run_id: runId, day, provider }, { calls: 1, openCalls: 1, openNanoUsd: worst ?? 0 });
  }
}

function ended(tables: Tables, { type, data: end, runId = "" }: Ended): void {
  const which = [end.callId, runId];
  const call = tables.get<CallRow>(
    "select * from {model_spend_calls} where call_id = ? and run_id = ?",
    ...which,
  );
  if (!call) return;
  tables.run("delete from {model_spend_calls} where call_id = ? and run_id = ?", ...which);
  const unknown = end.costUsd === null;
  add(tables, call, {
    ...negative(standingOf(call)),
    failed: type === "model.failed" ? 1 : 0,
    inputTokens: end.inputTokens ?? 0,
    outputTokens: end.outputTokens ?? 0,
    costNanoUsd: unknown ? 0 : nanos(end.costUsd!),
  });
  if (unknown) add(tables, call, { unknownCalls: 1, unknownNanoUsd: call.worst_nano ?? 0 });
}

/** What a call counts as while its cost is unknown: in progress, or interrupted, which may have been charged. */
const standingOf = ({ interrupted, worst_nano }: CallRow): Partial<SpendAmounts> =>
  interrupted
    ? { unknownCalls: 1, unknownNanoUsd: worst_nano ?? 0 }
    : { openCalls: 1, openNanoUsd: worst_nano ?? 0 };

/** For a task session its own calls, for a run all of them. */
function interruptOfRun(tables: Tables, event: StoredEvent & { runId: string }): void {
  const { runId, taskSessionId = "" } = event;
  if (isOfSession(event)) {
    interrupt(tables, "run_id = ? and interrupted = 0 and task_session_id = ?", [runId, taskSessionId]);
  } else interrupt(tables, "run_id = ? and interrupted = 0", [runId]);
}

function interrupt(tables: Tables, which: string, values: string[]): void {
  for (const call of tables.all<CallRow>(`select * from {model_spend_calls} where ${which}`, ...values)) {
    tables.run(
      "update {model_spend_calls} set interrupted = 1 where call_id = ? and run_id = ?",
      call.call_id,
      call.run_id,
    );
    add(tables, call, negative(standingOf(call)));
    add(tables, call, standingOf({ ...call, interrupted: 1 }));
  }
}

function erase(tables: Tables, runId: string): void {
  for (const row of tables.all<SpendRow>("select * from {model_spend} where run_id = ?", runId)) {
    const { day, provider } = row;
    add(tables, { run_id: runId, day, provider }, negative(amountsOf(row)));
    // Every other row comes from a call, so a row without calls must not remain.
    tables.run("delete from {model_spend_days} where day = ? and provider = ? and calls = 0", day, provider);
  }
  tables.run("delete from {model_spend} where run_id = ?", runId);
  tables.run("delete from {model_spend_calls} where run_id = ?", runId);
}
