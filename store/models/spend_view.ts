import type { StoredEvent } from "../event.ts";
import { defineView, type Tables } from "../view.ts";
import type { SpendAmounts } from "./budget_stream.ts";
import { add, amountsOf, negative, type SpendRow } from "./spend_rows.ts";
import { INTERRUPTS } from "./calls_view.ts";

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

/** What calls of models came to, by run and by day (of UTC), and the calls whose cost is still open. */
export const spendView = defineView({
  name: "model_spend",
  version: 1,
  tables: {
    model_spend: {
      columns:
        `run_id text not null, day text not null, provider text not null, ${AMOUNTS}, primary key (run_id, day, provider)`,
    },
    model_spend_days: {
      columns: `day text not null, provider text not null, ${AMOUNTS}, primary key (day, provider)`,
    },
    model_spend_calls: {
      columns: `call_id text not null, run_id text not null, task_session_id text, day text not null,
        provider text not null, worst_nano integer, interrupted integer not null, primary key (call_id, run_id)`,
      indexes: ["run_id, interrupted", "interrupted"],
    },
  },
  apply(tables, event) {
    if (event.type === "model.called") called(tables, event);
    else if (event.type === "model.completed" || event.type === "model.failed") ended(tables, event);
    else if (event.type === "budget.spend_kept") keep(tables, event);
    else if (event.type === "system.started") interrupt(tables, "interrupted = 0", []);
    else if (INTERRUPTS.has(event.type) && event.runId) interruptOfRun(tables, event);
  },
  erase,
});

/** Text as it is read again: the driver gives none beyond a NUL, and what is written must be found by what is read. */
const readable = (text: string): string => text.replaceAll("\0", "");

const nanos = (dollars: number): number => Math.round(dollars * 1e9);

function called(tables: Tables, { at, data, runId = "", taskSessionId }: StoredEvent): void {
  const call = data as { callId: string; provider: string; worstCaseUsd: number | null };
  const { worstCaseUsd } = call;
  const [callId, provider] = [readable(call.callId), readable(call.provider)];
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

function ended(tables: Tables, { type, data, runId = "" }: StoredEvent): void {
  const end = data as {
    callId: string;
    inputTokens: number | null;
    outputTokens: number | null;
    costUsd: number | null;
  };
  const which = [readable(end.callId), runId];
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

/** What a call counts as while nobody knows its cost: under way, or interrupted, which may have been charged for. */
const standingOf = ({ interrupted, worst_nano }: CallRow): Partial<SpendAmounts> =>
  interrupted
    ? { unknownCalls: 1, unknownNanoUsd: worst_nano ?? 0 }
    : { openCalls: 1, openNanoUsd: worst_nano ?? 0 };

/** Of a task session its own calls, of a run all of them. */
function interruptOfRun(tables: Tables, { runId, taskSessionId, stream }: StoredEvent): void {
  if (!stream.startsWith("task_session/")) {
    return interrupt(tables, "run_id = ? and interrupted = 0", [runId!]);
  }
  interrupt(tables, "run_id = ? and interrupted = 0 and task_session_id = ?", [runId!, taskSessionId ?? ""]);
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

function keep(tables: Tables, { data }: StoredEvent): void {
  const { entries } = data as { entries: (SpendAmounts & { day: string; provider: string })[] };
  for (const { day, provider, ...amounts } of entries) {
    add(tables, { run_id: "", day: readable(day), provider: readable(provider) }, amounts);
  }
}

function erase(tables: Tables, runId: string): void {
  for (const row of tables.all<SpendRow>("select * from {model_spend} where run_id = ?", runId)) {
    const { day, provider } = row;
    add(tables, { run_id: runId, day, provider }, negative(amountsOf(row)));
    // Every other row came of a call, so that one without any is as if it had never been.
    tables.run("delete from {model_spend_days} where day = ? and provider = ? and calls = 0", day, provider);
  }
  tables.run("delete from {model_spend} where run_id = ?", runId);
  tables.run("delete from {model_spend_calls} where run_id = ?", runId);
}
