import type { WaitingFor } from "../runs/document.ts";

/** What a task session waits for after its card was handed to a human. */
export const waitOfEscalated = (
  id: string,
  { actor, at, data: { reason } }: { actor: string; at: string; data: { reason?: string | undefined } },
): WaitingFor => ({
  kind: "input",
  id,
  since: at,
  detail: `The ${actor} handed the task to a human${
    reason ? `: ${reason}` : ""
  }. Retry the task or cancel the run.`,
});
