import type { CallFailure } from "../../models/proxy/pass.ts";
import type { WorkerOutcome } from "../worker.ts";
import { oneLine } from "./raw.ts";
import { TooLong } from "./watch.ts";

/** How a turn ended, as far as it is known. */
export type EndedTurn = {
  /** What the agent says; it is not to be trusted alone. */
  reason: string;
  message: string;
  hasRejected: boolean;
  /** What went wrong with the newest call of a model; null when it was answered. */
  modelFailure: CallFailure | null;
  agent: string;
};

/** What a turn that came to its end means for the task. */
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
      // Some agents end their turn so when something was rejected.
      if (hasRejected) return { ok: true, summary: said };
      return failed("provider_unavailable", `${agent} gave up its turn although nobody asked it to. ${said}`);
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

/** What an error means for the task; null for what is not a fault of the agent and has to be thrown on. */
export function failureOf(cause: unknown, agent: string, errors: () => string): WorkerOutcome | null {
  if (cause instanceof TooLong) return failed("timeout", cause.message);
  if (!isOfTheAgent(cause)) return null;
  const said = errors().trim();
  const last = said === "" ? "" : ` Its last words: ${said.slice(-4000)}`;
  return failed("provider_unavailable", `${agent} failed: ${cause.message}${last}`.slice(0, 6000));
}

/** Whether the connection closed, which an agent's own end brings about too. */
export const isClosed = (cause: unknown): boolean =>
  cause instanceof Error && /^ACP connection/.test(cause.message);

/** Answers with an error, a connection that closed, a process that ended. */
function isOfTheAgent(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false;
  return "code" in cause && typeof cause.code === "number" ||
    /^The agent |ACP connection/.test(cause.message);
}

const failed = (
  reason: Extract<WorkerOutcome, { ok: false }>["reason"],
  detail: string,
): WorkerOutcome => ({ ok: false, reason, detail });
