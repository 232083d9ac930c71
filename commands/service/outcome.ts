import type { FetchedRun } from "./types.ts";
import { isRejected } from "../../store/shared/state_words.ts";
import { EXIT } from "../exit_codes.ts";
import { oneLine } from "../terminal/neutralise.ts";

/** The state of a followed run: the exit code, a sentence, what explains it, and the next command. */
type RunOutcome = { code: number; sentence: string; why?: string[]; next?: string };

/** Returns the outcome of a followed run that has stopped. */
export function outcomeOf(run: FetchedRun): RunOutcome {
  const detail = run.statusDetail ?? run.summary;
  switch (run.status) {
    case "completed":
      return { code: EXIT.done, sentence: oneLine(run.summary) };
    case "failed":
      if (isRejected(run)) return { code: EXIT.runFailed, sentence: `The run ended: ${detail}` };
      return {
        code: run.statusReason === "policy_blocked" ? EXIT.refusedByPolicy : EXIT.runFailed,
        sentence: `The run failed (${run.statusReason ?? "unknown"}): ${detail}`,
      };
    case "cancelled":
      return { code: EXIT.runFailed, sentence: "The run was cancelled." };
    case "paused":
      return {
        code: EXIT.runWaits,
        sentence: "The run is paused.",
        next: `agent-harness runs resume ${run.id}`,
      };
    default:
      return waiting(run);
  }
}

function waiting({ id, waitingFor, approvals }: FetchedRun): RunOutcome {
  if (waitingFor?.kind === "approval") {
    const asked = approvals.find((approval) => approval.id === waitingFor.id);
    return {
      code: EXIT.runWaits,
      sentence: "The run waits for your decision.",
      ...(asked &&
        {
          why: [`Why the risk is ${asked.risk}:`, ...asked.reasons.map((reason) => `  ${oneLine(reason)}`)],
        }),
      next: `agent-harness review ${waitingFor.id}`,
    };
  }
  if (waitingFor?.id === id) {
    return {
      code: EXIT.runWaits,
      sentence: "The race is over. Pick a result.",
      next: `agent-harness race ${id}`,
    };
  }
  return {
    code: EXIT.runWaits,
    sentence: `The run is waiting: ${waitingFor?.detail ?? "the reason is unknown"}`,
    next: `agent-harness runs get ${id}`,
  };
}
