import type { ModelCallRow } from "../../../../store/models/calls_view.ts";
import type { ModelFault } from "../../../../store/model_use/events.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { ModelCallRecord } from "./schemas.ts";

/** How many calls of a task session are listed. */
const MAX_CALLS = 200;

/** Returns the newest model calls of a task session, oldest first. */
export function callsOfSession({ store }: Pick<Core, "store">, taskSessionId: string): ModelCallRecord[] {
  return store.projector.tables.all<ModelCallRow>(
    "select * from {model_calls} where task_session_id = ? order by sequence desc limit ?",
    taskSessionId,
    MAX_CALLS,
  ).reverse().map(showCall);
}

/** Returns the provider that refused the key in the newest model call of a run; null if that call had another end. */
export function refusedKeyOf({ store }: Pick<Core, "store">, runId: string): string | null {
  const newest = store.projector.tables.get<Pick<ModelCallRow, "provider" | "outcome">>(
    "select provider, outcome from {model_calls} where run_id = ? order by sequence desc limit 1",
    runId,
  );
  return newest?.outcome === ("credentials" satisfies ModelFault) ? newest.provider : null;
}

function showCall(row: ModelCallRow): ModelCallRecord {
  return {
    id: row.call_id,
    sequence: row.sequence,
    provider: row.provider,
    model: row.model,
    purpose: row.purpose,
    attempt: row.attempt,
    status: row.status,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costUsd: row.cost_usd,
    durationMilliseconds: row.duration_milliseconds,
    outcome: row.outcome,
    detail: row.detail,
    at: row.called_at,
    endedAt: row.ended_at,
  };
}
