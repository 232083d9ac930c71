import { z } from "zod";
import { connectorActionSchema, enabledConnectorSchema } from "./document.ts";

/** The events of a connector; shapes are frozen. */
export const connectorEvents = {
  "connector.enabled": enabledConnectorSchema,
  /** Its files no longer match those that were approved. */
  "connector.blocked": z.object({ contentSha256: z.string().nullable(), detail: z.string() }),
  /** Counted when an action begins; kept when the run of the action is erased. */
  "connector.used": z.object({ actionId: z.string(), amount: z.number() }),
} as const;

/** The events of one use of a connector; shapes are frozen. */
export const connectorActionEvents = {
  "connector_action.started": connectorActionSchema,
  /** `found` means that an earlier attempt had already done it. */
  "connector_action.performed": z.object({
    requestSha256: z.string(),
    approvalId: z.string(),
    responseSha256: z.string(),
    found: z.boolean(),
  }),
  "connector_action.verified": z.object({ verdict: z.enum(["confirmed", "refuted"]), detail: z.string() }),
  "connector_action.failed": z.object({ detail: z.string() }),
} as const;
