import type { RequestField, RunDocument } from "../../../store/runs/document.ts";

/** The recorded fields of a run's origin. */
type Origin = Pick<RunDocument, "createdBy" | "fromAgent" | "verifierGiven">;

/** Returns whether a part of a run came with the agent token: with its own request, or with the one that a human retried. */
export const isFromAgent = (
  { createdBy, fromAgent = [], verifierGiven = false }: Origin,
  field: RequestField,
): boolean =>
  (createdBy === "agent" || fromAgent.includes(field)) && !(field === "verifier" && verifierGiven);

/** Returns whether any part of a run came with the agent token. */
export const isAnyFromAgent = ({ createdBy, fromAgent = [] }: Origin): boolean =>
  createdBy === "agent" || fromAgent.length > 0;

/** Returns whether something external started a run, or gave its inputs: a webhook delivery, or an event of the log. */
export const isFromOutside = (
  { trigger, inputsFromOutside = false }: Pick<RunDocument, "trigger" | "inputsFromOutside">,
): boolean =>
  inputsFromOutside || typeof trigger?.materialId === "string" || typeof trigger?.eventSequence === "number";
