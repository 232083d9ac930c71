import type { RequestField, RunDocument } from "../../store/runs/document.ts";

/** What of a run's origin is recorded. */
type Origin = Pick<RunDocument, "createdBy" | "fromAgent" | "verifierGiven">;

/** Whether a part of a run came with the agent token: with its own request, or with the one that a human retried. */
export const isFromAgent = (
  { createdBy, fromAgent = [], verifierGiven = false }: Origin,
  field: RequestField,
): boolean =>
  (createdBy === "agent" || fromAgent.includes(field)) && !(field === "verifier" && verifierGiven);

/** Whether any part of a run came with the agent token. */
export const isAnyFromAgent = ({ createdBy, fromAgent = [] }: Origin): boolean =>
  createdBy === "agent" || fromAgent.length > 0;

/** Whether something from outside started a run: what was sent to a webhook, or an event of the log. */
export const isFromOutside = ({ trigger }: Pick<RunDocument, "trigger">): boolean =>
  typeof trigger?.materialId === "string" || typeof trigger?.eventSequence === "number";
