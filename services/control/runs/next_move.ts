import type { RunDocument } from "../../../store/runs/document.ts";
import { wordsOfWait } from "../lifecycle/quiet_wait.ts";
import type { NextMove } from "./schemas.ts";

/**
 * Returns who acts next; null only for a run that has ended. `workers` is how many task sessions may run at the same
 * time.
 */
export function nextMoveOf(run: RunDocument, workers: number): NextMove | null {
  switch (run.status) {
    case "queued":
      return workers === 0
        ? {
          owner: "human",
          what: "Start the service with AGENT_HARNESS_WORKERS above 0. It currently executes nothing.",
        }
        : { owner: "worker", what: "Start the run as soon as a slot is free." };
    case "running":
      return { owner: "worker", what: "Executes the next step of the run." };
    case "paused":
      return { owner: "human", what: "Resume or cancel the run." };
    case "waiting":
      return waitingMove(run);
    case "completed":
    case "failed":
    case "cancelled":
      return null;
  }
}

function waitingMove({ id, waitingFor }: RunDocument): NextMove {
  if (!waitingFor) {
    return { owner: "human", what: `Cancel the run ${id}, because it is not recorded what it waits for.` };
  }
  const by = waitingFor.expiresAt ? { by: waitingFor.expiresAt } : {};
  const owner = {
    approval: "human",
    input: "human",
    auth: "human",
    budget: "schedule",
    dependency: "dependency",
    time: "schedule",
  } as const;
  return { owner: owner[waitingFor.kind], what: wordsOfWait(waitingFor), ...by };
}
