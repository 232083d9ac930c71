import { rulesOf } from "../services/ground/kernel/access.ts";
import { type Caller, mayCall } from "./access.ts";
import type { Endpoint } from "./endpoint.ts";
import { errorResponse } from "./errors.ts";

/** Returns the refusal of a caller that may not call an endpoint, or null. */
export function refuse(caller: Caller, endpoint: Endpoint, key: string, request: Request): Response | null {
  if (mayCall(caller, endpoint.access)) return null;
  const accept = request.headers.get("accept");
  if (caller === "anonymous") {
    return errorResponse(
      401,
      "A token is required. Send the operator's or the agent's token in the header Authorization: Bearer.",
      accept,
    );
  }
  return errorResponse(
    403,
    `The agent token may not call ${key}: ${rulesOf(endpoint.access).agentRefusal}.`,
    accept,
  );
}
