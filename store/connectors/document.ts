import { z } from "zod";

/** The connector whose every byte was verified and approved. Another hash is another connector. */
export const enabledConnectorSchema = z.object({
  version: z.string(),
  /** The blocked class that its actions belong to. */
  class: z.string(),
  contentSha256: z.string(),
  /** The ids of the verified actions. */
  actions: z.array(z.string()),
  /** The change request by which a human enabled it. */
  changeId: z.string(),
});

const connectorDocumentSchema = enabledConnectorSchema.extend({
  id: z.string(),
  state: z.enum(["enabled", "blocked"]),
  reason: z.string().optional(),
  /** The total of its actions on the last day (UTC) on which it was used. */
  spent: z.object({ day: z.string(), amount: z.number() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ConnectorDocument = z.infer<typeof connectorDocumentSchema>;

/** One use of a connector: what was requested under which approval, and the result. */
export const connectorActionSchema = z.object({
  connectorId: z.string(),
  version: z.string(),
  contentSha256: z.string(),
  actionId: z.string(),
  /** The same for the same use, also after a restart. The other side recognizes a repetition by it. */
  key: z.string(),
  requestSha256: z.string(),
  approvalId: z.string(),
  amount: z.number(),
});
