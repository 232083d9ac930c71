import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** One of the five proofs, and whether it was made at all: none is made after one that failed. */
const connectorProofSchema = z.object({
  id: z.string(),
  title: z.string(),
  verdict: z.enum(["passed", "failed", "not_made"]),
  /** What was tried and held, or what did not. */
  detail: z.string(),
  /** Of the file that holds it in full; none for a proof that was not made. */
  sha256: z.string().optional(),
});

/** The five proofs of the bytes that a connector had then. */
const connectorProofsSchema = z.object({
  connectorId: z.string(),
  version: z.string(),
  class: z.string(),
  contentSha256: z.string(),
  /** Where the connector's program ran. */
  held: z.string(),
  proofs: z.array(connectorProofSchema),
});

export const connectorProofsDocumentSchema = connectorProofsSchema.extend({
  id: z.string(),
  status: z.enum(["passed", "failed"]),
  at: z.string(),
});
export type ConnectorProofsDocument = z.infer<typeof connectorProofsDocumentSchema>;

/** The events of an attempt to prove a connector; shapes are frozen. A failed one requests no approval and enables nothing. */
export const connectorProofsEvents = {
  "connector_proofs.passed": connectorProofsSchema,
  "connector_proofs.failed": connectorProofsSchema,
} as const;

/** Each attempt to prove a connector, also one that failed. */
export const connectorProofsStream = defineStream<ConnectorProofsDocument>()({
  kind: "connector_proofs",
  version: 1,
  events: connectorProofsEvents,
  indexes: [["connectorId"]],
  evolve: (_, event) => ({
    id: idOf(event),
    ...event.data,
    status: event.type === "connector_proofs.passed" ? "passed" : "failed",
    at: event.at,
  }),
});
