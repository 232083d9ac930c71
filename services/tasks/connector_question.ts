import type { Connector } from "../connectors/files.ts";
import type { ActionRequest } from "../connectors/request.ts";
import type { PermissionRequest } from "../workers/worker.ts";

/** Returns the question whether a human approves exactly this request of exactly these files of a connector. */
export function questionOf(
  { declaration, contentSha256 }: Connector,
  request: ActionRequest,
  usedBefore: number,
): PermissionRequest {
  const { label, version, approval, limits, actions } = declaration;
  const { reversible } = actions.find(({ id }) => id === request.actionId)!;
  const shown = approval.showsFields.filter((field) => field in request.input)
    .map((field) => `${field}: ${JSON.stringify(request.input[field])}`).join(", ");
  return {
    // Not the key of the use: the approval is for these files of the connector only.
    key: request.sha256,
    kind: "external",
    title: `${label}: ${request.actionId} (${shown})`,
    detail: JSON.stringify({ label, version, contentSha256, ...request, currency: limits.currency }, null, 2),
    expiresIn: approval.expiresIn,
    warnings: [
      ...(reversible ? [] : ["It cannot be undone."]),
      ...(usedBefore === 0 ? [] : [`This task has already used ${request.actionId}: ${times(usedBefore)}.`]),
    ],
  };
}

const times = (count: number): string => count === 1 ? "once" : `${count} times`;
