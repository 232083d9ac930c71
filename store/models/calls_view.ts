import type { StoredEvent } from "../event.ts";
import { defineView, type Tables } from "../view.ts";

/** A row of `model_calls`. `status` is `interrupted` when whoever asked was stopped first. */
export type ModelCallRow = {
  sequence: number;
  call_id: string;
  run_id: string | null;
  task_session_id: string | null;
  conversation_id: string | null;
  provider: string;
  model: string;
  purpose: string;
  attempt: number;
  status: "called" | "completed" | "failed" | "interrupted";
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
  duration_milliseconds: number | null;
  outcome: string | null;
  detail: string | null;
  called_at: string;
  ended_at: string | null;
};

/** After these nobody awaits the answer any more: whoever asked was stopped, began anew, or has ended. */
export const INTERRUPTS: ReadonlySet<string> = new Set([
  "task_session.started",
  "task_session.queued",
  "task_session.waiting",
  "task_session.failed",
  "task_session.cancelled",
  "run.recovered",
  "run.queued",
  "run.paused",
  "run.failed",
  "run.cancelled",
]);

/** Every call of a model, of runs, task sessions and conversations, with what it came to. */
export const modelCallsView = defineView({
  name: "model_calls",
  version: 2,
  tables: {
    model_calls: {
      columns: `sequence integer primary key, call_id text not null, run_id text, task_session_id text,
        conversation_id text, provider text not null, model text not null, purpose text not null,
        attempt integer not null, status text not null, input_tokens integer, output_tokens integer, cost_usd real,
        duration_milliseconds integer, outcome text, detail text, called_at text not null, ended_at text`,
      indexes: ["call_id", "run_id, status", "task_session_id", "conversation_id"],
    },
  },
  apply(tables, event) {
    if (event.type === "model.called") called(tables, event);
    else if (event.type === "model.completed" || event.type === "model.failed") ended(tables, event);
    else if (INTERRUPTS.has(event.type) && event.runId && !isBeginning(event)) interrupt(tables, event);
  },
  erase: (tables, runId) => void tables.run("delete from {model_calls} where run_id = ?", runId),
});

/** Just created: nothing was called for it yet, and creating runs is to be fast. */
const isBeginning = ({ type, version }: StoredEvent): boolean => type === "run.queued" && version === 2;

function called(tables: Tables, { seq, at, data, runId, taskSessionId, conversationId }: StoredEvent): void {
  const { callId, provider, model, purpose, attempt } = data as CalledData;
  tables.run(
    `insert into {model_calls} (sequence, call_id, run_id, task_session_id, conversation_id, provider, model,
      purpose, attempt, status, called_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'called', ?)`,
    seq,
    callId,
    runId ?? null,
    taskSessionId ?? null,
    conversationId ?? null,
    provider,
    model,
    purpose,
    attempt,
    at,
  );
}

/** Looked for in its own run alone, so that erasing a run takes nothing of another along. */
function ended(tables: Tables, { type, at, data, runId }: StoredEvent): void {
  const end = data as EndData;
  tables.run(
    `update {model_calls} set status = ?, input_tokens = ?, output_tokens = ?, cost_usd = ?, duration_milliseconds = ?,
      outcome = ?, detail = ?, ended_at = ? where call_id = ? and run_id is ?`,
    type === "model.completed" ? "completed" : "failed",
    end.inputTokens,
    end.outputTokens,
    end.costUsd,
    end.durationMilliseconds,
    end.finish ?? end.fault ?? null,
    end.detail ?? null,
    at,
    end.callId,
    runId ?? null,
  );
}

/** Of a task session its own open calls; of a run all of them. */
function interrupt(tables: Tables, { at, runId, taskSessionId, stream }: StoredEvent): void {
  const ofSession = stream.startsWith("task_session/");
  tables.run(
    `update {model_calls} set status = 'interrupted', ended_at = ? where run_id = ? and status = 'called'${
      ofSession ? " and task_session_id = ?" : ""
    }`,
    at,
    runId!,
    ...(ofSession ? [taskSessionId ?? ""] : []),
  );
}

type CalledData = { callId: string; provider: string; model: string; purpose: string; attempt: number };
type EndData = {
  callId: string;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  durationMilliseconds: number;
  finish?: string;
  fault?: string;
  detail?: string;
};
