import { z } from "zod";
import {
  expressionSchema,
  jsonSchemaSchema,
  nodeIdSchema,
  profileSchema,
  workerSchema,
} from "../kinds/kind.ts";
import { KIND_IDS, type KindId, type WithOf } from "../kinds/mod.ts";
import { labelsSchema } from "../../../ground/kernel/schemas.ts";
import { durationUpTo } from "../../../ground/kernel/duration.ts";

/** The failures that justify another attempt. */
const RETRY_CAUSES = ["transient", "timeout", "exit", "schema"] as const;

const retrySchema = z.strictObject({
  max: z.number().int().min(0).max(5),
  backoff: durationUpTo("PT1H").default("PT5S"),
  factor: z.number().min(1).max(10).default(2),
  maxBackoff: durationUpTo("PT1H").default("PT10M"),
  on: z.array(z.enum(RETRY_CAUSES)).min(1).default(["transient"]),
});
/** How often and when a failed node is retried. */
export type Retry = z.output<typeof retrySchema>;

const commandSchema = z.strictObject({ command: z.string().min(1).max(4_000) });
const timeoutSchema = durationUpTo("PT24H");

/** The fields of every node, whatever its kind. */
export const nodeSchema = z.strictObject({
  id: nodeIdSchema,
  kind: z.enum(KIND_IDS),
  title: z.string().min(1).max(200).optional(),
  dependsOn: z.array(z.string().max(40)).max(200).default([]),
  when: expressionSchema.optional(),
  join: z.enum(["all_success", "one_success", "all_done"]).default("all_success"),
  retry: retrySchema.optional(),
  timeout: timeoutSchema.optional(),
  profile: profileSchema.optional(),
  needs: labelsSchema.optional(),
  onError: z.enum(["fail", "continue"]).default("fail"),
  with: z.unknown(),
});

/** A definition before its nodes are parsed. */
export const outlineSchema = z.strictObject({
  name: z.string().min(1).max(100),
  description: z.string().max(2_000).default(""),
  inputs: jsonSchemaSchema.optional(),
  nodes: z.array(z.unknown()).min(1).max(200),
  outputs: z.record(z.string().min(1).max(64), z.unknown()).optional(),
  defaults: z.strictObject({
    profile: profileSchema.optional(),
    worker: workerSchema.optional(),
    retry: retrySchema.optional(),
    timeout: timeoutSchema.optional(),
  }).default({}),
  timeout: durationUpTo("P30D").default("P1D"),
  maxCostUsd: z.number().positive().max(100_000).optional(),
  hosts: z.array(z.string().min(1).max(253)).max(100).default([]),
  secrets: z.array(z.string().min(1).max(100)).max(100).default([]),
  verifier: commandSchema.optional(),
  setup: commandSchema.optional(),
  repoPath: z.string().min(1).max(4_096).optional(),
});

type Holding = { nodes: WorkflowNode[] };

/** The kinds of nodes that contain nodes. */
const HOLDING_KINDS = ["loop", "fan_out", "race"] as const satisfies KindId[];
type HoldingKind = typeof HOLDING_KINDS[number];

/** A parsed node of one kind. */
export type NodeOf<Kind extends KindId> = Omit<z.output<typeof nodeSchema>, "kind" | "with"> & {
  kind: Kind;
  with: Kind extends HoldingKind ? Omit<WithOf<Kind>, "nodes"> & Holding : WithOf<Kind>;
  /** The definition of an included workflow, once it was looked up. */
  included?: Kind extends "workflow" ? WorkflowDefinition : never;
  /** Whether a workflow that it starts as a separate run may give content from outside. */
  outside?: Kind extends "workflow" ? boolean : never;
};
/** A parsed node. */
export type WorkflowNode = { [Kind in KindId]: NodeOf<Kind> }[KindId];

/** A workflow that can be executed: every default is filled in. */
export type WorkflowDefinition = Omit<z.output<typeof outlineSchema>, "nodes"> & Holding;

/** A parsed node that contains nodes. */
type HoldingNode = { [Kind in HoldingKind]: NodeOf<Kind> }[HoldingKind];

/** Returns whether a node contains other nodes. */
export const isHolding = (node: WorkflowNode): node is HoldingNode =>
  HOLDING_KINDS.some((kind) => kind === node.kind);

/** Returns the nodes within a node, as written; none for most kinds. */
export const innerNodes = (node: WorkflowNode): readonly WorkflowNode[] =>
  isHolding(node) ? node.with.nodes : [];

/** Returns the nodes within a node, including those of an included workflow. */
export const heldNodes = (node: WorkflowNode): readonly WorkflowNode[] =>
  (node.kind === "workflow" && node.included?.nodes) || innerNodes(node);

/** Returns every node of a list and all within them, each before its own. */
export const allNodes = (nodes: readonly WorkflowNode[]): WorkflowNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(innerNodes(node))]);
