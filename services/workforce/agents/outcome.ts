import type { CallFailure } from "../../sessions/models/proxy/pass.ts";
import type { WorkerOutcome } from "../workers/worker.ts";
import { NotAllowedError } from "./tool_call_guard.ts";
import { oneLine } from "./protocol/raw.ts";
import { TooLong } from "./watch.ts";

/** How a turn ended, as far as is known. */
type EndedTurn = {
  /** The agent's message; not trustworthy on its own. */
  reason: string;
  message: string;
  hasRejected: boolean;
  /** What went wrong with the newest model call; null when it was answered. */
  modelFailure: CallFailure | null;
  agent: string;
};

/** Returns what a finished turn means for the task. */
export function outcomeOf({ reason, message, hasRejected, modelFailure, agent }: EndedTurn): WorkerOutcome {
  const said = message === "" ? `${agent} ended its turn.` : oneLine(message, 500);
  if (modelFailure !== null) {
    const reason = modelFailure.fault === "budget" ? "budget_exceeded" : "provider_unavailable";
    return failed(reason, `The model failed: ${modelFailure.detail}`);
  }
  switch (reason) {
    case "end_turn":
      return { ok: true, summary: said };
    case "cancelled":
      // Some agents end their turn this way when something was rejected.
      if (hasRejected) return { ok: true, summary: said };
      return failed("provider_unavailable", `${agent} cancelled its turn without being asked to. ${said}`);
    case "max_tokens":
    case "max_turn_requests":
      return failed("timeout", `${agent} reached its own limit (${reason}) before it was done. ${said}`);
    case "refusal":
      return failed("unsupported_request", `${agent} refused: ${said}`);
    default:
      return failed(
        "provider_unavailable",
        `${agent} ended its turn for an unknown reason ("${oneLine(reason, 100)}").`,
      );
  }
}

/** Returns what an error means for the task; null for an error that is not the agent's fault and must be rethrown. */
export function failureOf(cause: unknown, agent: string, errors: () => string): WorkerOutcome | null {
  if (cause instanceof NotAllowedError) return failed("policy_blocked", cause.message);
  if (cause instanceof TooLong) return failed("timeout", cause.message);
  if (!isOfTheAgent(cause)) return null;
  const said = errors().trim();
  const last = said === "" ? "" : ` Its last output: ${said.slice(-4000)}`;
  return failed("provider_unavailable", `${agent} failed: ${cause.message}${last}`.slice(0, 6000));
}

/** Whether the connection closed, which also happens when an agent ends normally. */
export const isClosed = (cause: unknown): boolean =>
  cause instanceof Error && /^ACP connection/.test(cause.message);

/** Errors that an agent causes: an error response, a closed connection, an ended process. */
function isOfTheAgent(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false;
  return "code" in cause && typeof cause.code === "number" ||
    /^The agent |ACP connection/.test(cause.message);
}

const failed = (
  reason: Extract<WorkerOutcome, { ok: false }>["reason"],
  detail: string,
): WorkerOutcome => ({ ok: false, reason, detail });
