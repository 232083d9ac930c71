import { z } from "zod";

/** The connector whose every byte was proved and approved; another hash is another connector. */
export const enabledConnectorSchema = z.object({
  version: z.string(),
  /** The blocked class that its actions belong to. */
  class: z.string(),
  contentSha256: z.string(),
  /** The ids of the actions that were proved. */
  actions: z.array(z.string()),
  /** The change request by which a human enabled it. */
  changeId: z.string(),
});

export const connectorDocumentSchema = enabledConnectorSchema.extend({
  id: z.string(),
  state: z.enum(["enabled", "blocked"]),
  reason: z.string().optional(),
  /** How much its actions came to on the last day, in UTC, on which it was used. */
  spent: z.object({ day: z.string(), amount: z.number() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ConnectorDocument = z.infer<typeof connectorDocumentSchema>;

/** One use of a connector: what was asked under which approval, and what came of it. */
export const connectorActionSchema = z.object({
  connectorId: z.string(),
  version: z.string(),
  contentSha256: z.string(),
  actionId: z.string(),
  /** The same use, also after a restart, has the same key; the other side knows a repetition by it. */
  key: z.string(),
  requestSha256: z.string(),
  approvalId: z.string(),
  amount: z.number(),
});
