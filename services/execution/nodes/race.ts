import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { cancelChildren } from "../../control/runs/end.ts";
import { reasonOf } from "../../control/workflows/graph/mod.ts";
import type { RunPort } from "../commands/ports.ts";
import type { NodeWork } from "./plan_node.ts";
import { recordOf } from "../../../store/shared/records.ts";

/**
 * Records, in the caller's unit, that what is open of the other contenders of a decided race is stopped: their questions are
 * withdrawn, and the runs that they started end. Returns the task sessions whose work has to be halted; none for any other node.
 */
export function stopLosers(
  { ctx, runId }: RunPort,
  sessions: readonly TaskSessionDocument[],
  { path, node, content: { output } }: NodeWork,
): string[] {
  if (node.kind !== "race") return [];
  const { contender } = recordOf(output);
  const detail = node.with.pick === "human" ? "The race is over." : reasonOf(node, output);
  const losers = sessions.filter(({ node: place }) =>
    place?.path.startsWith(`${path}[`) && !place.path.startsWith(`${path}[${contender}].`)
  );
  for (const { id } of losers) withdrawPermissions(ctx, runId, id, detail);
  const stopped = losers.filter(({ id }) => moveSession(ctx, id, "cancel", { detail }));
  cancelChildren(ctx, stopped, detail);
  return stopped.map(({ id }) => id);
}
