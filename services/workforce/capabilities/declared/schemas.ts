import { z } from "zod";
import { connectorProofsDocumentSchema } from "../../../../store/connectors/proofs_stream.ts";
import { pageQuery, timeSchema } from "../../../ground/kernel/schemas.ts";

const KINDS = [
  "blocked_class",
  "policy_class",
  "tool",
  "worker",
  "provider",
  "connector",
  "node_kind",
  "skill",
  "template",
] as const;
const STATES = ["enabled", "available", "unavailable", "disabled", "quarantined", "blocked"] as const;

/** What using a capability can affect. */
const effectsSchema = z.object({
  files: z.enum(["none", "read", "write"]),
  commands: z.boolean(),
  network: z.enum(["none", "declared", "any"]),
  secrets: z.boolean(),
  money: z.boolean(),
  device: z.boolean(),
});

/** Interface, section 2: something that the service can do, or deliberately cannot. */
export const capabilityRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  label: z.string(),
  description: z.string(),
  state: z.enum(STATES),
  source: z.enum(["builtin", "user"]),
  policyClass: z.string(),
  effects: effectsSchema,
  requires: z.array(z.string()).describe("ids of the capabilities that it needs"),
  usedBy: z.object({
    profiles: z.array(z.string()).describe("ids of active profiles"),
    workflows: z.array(z.string()).describe(
      "ids of saved workflows, by their active versions, or their newest ones",
    ),
    automations: z.array(z.string()).describe("ids of automations, by their workflows and their workers"),
  }),
  enabledBy: z.array(z.string()).optional().describe("the connectors that a blocked class is enabled for"),
  reason: z.string().optional().describe("why it cannot be used now"),
  attempts: z.array(connectorProofsDocumentSchema.omit({ connectorId: true })).optional().describe(
    "for a connector: the newest attempts to prove it, the newest first",
  ),
  updatedAt: timeSchema,
}).meta({ id: "capabilityRecordSchema" });
export type Capability = z.output<typeof capabilityRecordSchema>;

export const capabilityQuerySchema = z.object({
  kind: z.enum(KINDS).optional(),
  state: z.enum(STATES).optional(),
  ...pageQuery,
});
export type CapabilityQuery = z.output<typeof capabilityQuerySchema>;

/** A tool that workers use. */
export const toolRecordSchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()).nullable().describe(
    "JSON Schema; null if the worker defines it",
  ),
  policyClass: z.string(),
  effects: effectsSchema,
  workers: z.array(z.string()).describe("kinds of workers that have it"),
  capabilityId: z.string(),
  state: z.enum(STATES),
}).meta({ id: "toolRecordSchema" });
export type ToolRecord = z.output<typeof toolRecordSchema>;
