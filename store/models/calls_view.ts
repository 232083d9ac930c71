import type { StoredEvent } from "../event.ts";
import type { EventOf } from "../stream.ts";
import type { modelEvents } from "../model_use/events.ts";
import { defineView, type Tables } from "../view.ts";
import { isOfSession, onCalls, onInterruption } from "./call_folds.ts";

/** A row of `model_calls`. `status` is `interrupted` if the caller was stopped first. */
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

type ModelEvent = EventOf<typeof modelEvents>;
type Called = Extract<ModelEvent, { type: "model.called" }>;
type Completed = Extract<ModelEvent, { type: "model.completed" }>;
type Failed = Extract<ModelEvent, { type: "model.failed" }>;

/** Every call of a model by runs, task sessions and conversations, with its usage and cost. */
export const modelCallsView = defineView({
  name: "model_calls",
  version: 3,
  tables: {
    model_calls: {
      erasedBy: { run: "run_id" },
      columns: `sequence integer primary key, call_id text not null, run_id text, task_session_id text,
        conversation_id text, provider text not null, model text not null, purpose text not null,
        attempt integer not null, status text not null, input_tokens integer, output_tokens integer, cost_usd real,
        duration_milliseconds integer, outcome text, detail text, called_at text not null, ended_at text`,
      indexes: [
        "call_id",
        "provider, model, outcome",
        "run_id, status",
        "task_session_id",
        "conversation_id",
      ],
    },
  },
  folds: [
    ...onCalls({ "model.called": called, "model.completed": ended, "model.failed": ended }),
    ...onInterruption(interrupt),
  ],
});

function called(tables: Tables, { seq, at, data, runId, taskSessionId, conversationId }: Called): void {
  tables.run(
    `insert into {model_calls} (sequence, call_id, run_id, task_session_id, conversation_id, provider, model,
      purpose, attempt, status, called_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'called', ?)`,
    seq,
    data.callId,
    runId ?? null,
    taskSessionId ?? null,
    conversationId ?? null,
    data.provider,
    data.model,
    data.purpose,
    data.attempt,
    at,
  );
}

/** Searched only in its own run, so that erasing one run removes nothing of another. */
function ended(tables: Tables, event: Completed | Failed): void {
  const { data, at, runId } = event;
  const [status, outcome, detail] = event.type === "model.completed"
    ? ["completed", event.data.finish, null]
    : ["failed", event.data.fault, event.data.detail];
  tables.run(
    `update {model_calls} set status = ?, input_tokens = ?, output_tokens = ?, cost_usd = ?, duration_milliseconds = ?,
      outcome = ?, detail = ?, ended_at = ? where call_id = ? and run_id is ?`,
    status,
    data.inputTokens,
    data.outputTokens,
    data.costUsd,
    data.durationMilliseconds,
    outcome,
    detail,
    at,
    data.callId,
    runId ?? null,
  );
}

/** For a task session its open calls; for a run all of them. */
function interrupt(tables: Tables, event: StoredEvent & { runId: string }): void {
  const ofSession = isOfSession(event);
  tables.run(
    `update {model_calls} set status = 'interrupted', ended_at = ? where run_id = ? and status = 'called'${
      ofSession ? " and task_session_id = ?" : ""
    }`,
    event.at,
    event.runId,
    ...(ofSession ? [event.taskSessionId ?? ""] : []),
  );
}
