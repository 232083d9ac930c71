import { z } from "zod";
import { durationUpTo } from "../../../ground/kernel/duration.ts";
import { APPROVAL_LIFETIME } from "../../../ground/policy/approval_lifetime.ts";
import {
  expressionSchema,
  jsonSchemaSchema,
  nameSchema,
  NO_NODE_EFFECTS,
  nodeIdSchema,
  nodeKind,
  profileSchema,
  textSchema,
  workerSchema,
} from "./kind.ts";

/** Nodes within a node; each is parsed as a separate node. */
const nodesSchema = z.array(z.unknown()).min(1).max(50);

/** Asks a human. */
export const approval = nodeKind({
  id: "approval",
  label: "Approval",
  description: "Waits for a human's decision. Earlier nodes are not repeated, whatever the answer is.",
  with: z.strictObject({
    title: z.string().min(1).max(200),
    content: textSchema.optional(),
    show: z.array(z.string().min(1).max(200)).max(20).default([]),
    form: jsonSchemaSchema.optional(),
    expiresIn: durationUpTo(APPROVAL_LIFETIME).default(APPROVAL_LIFETIME),
    onReject: z.enum(["fail", "skip", "rework"]).default("fail"),
    rework: z.strictObject({ node: nodeIdSchema, maxRounds: z.number().int().min(1).max(10).default(3) })
      .optional(),
  }).refine(({ onReject, rework }) => (onReject === "rework") === (rework !== undefined), {
    message: 'expected rework with onReject "rework", and only with it',
    path: ["rework"],
  }),
  output: z.object({ decision: z.string(), note: z.string(), form: z.unknown().optional() }),
  policyClass: "internal",
  effects: NO_NODE_EFFECTS,
  limits: { expiresIn: APPROVAL_LIFETIME, rounds: 10 },
  literal: ["form", "show"],
  example: "id: agree\nkind: approval\nwith:\n  title: Go on with this plan?\n  show: [plan]\n",
});

/** Waits for a time or an event. */
export const wait = nodeKind({
  id: "wait",
  label: "Wait",
  description: "Waits for a time span, until a given time, or for an event.",
  with: z.strictObject({
    for: durationUpTo("P365D").optional(),
    until: z.string().min(1).max(200).optional(),
    event: z.strictObject({ type: z.string().min(1).max(100), filter: expressionSchema.optional() })
      .optional(),
    timeout: durationUpTo("P365D").optional(),
  }).refine(
    ({ for: time, until, event }) => [time, until, event].filter((each) => each !== undefined).length === 1,
    "expected one of for, until or event",
  ),
  output: z.object({ waitedMs: z.number().int(), event: z.unknown().optional() }),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: { for: "P365D" },
  literal: ["for", "timeout", "event"],
  example: "id: rest\nkind: wait\nwith:\n  for: PT2H\n",
});

/** Chooses what comes next. */
export const branch = nodeKind({
  id: "branch",
  label: "Branch",
  description: "Takes the first case whose condition is true. The nodes of the other cases are skipped.",
  with: z.strictObject({
    cases: z.array(z.strictObject({ when: expressionSchema, id: nodeIdSchema })).min(1).max(20),
    default: nodeIdSchema.optional(),
  }),
  output: z.object({ case: z.string() }),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: { cases: 20 },
  literal: ["cases", "default"],
  example:
    "id: choose\nkind: branch\nwith:\n  cases:\n    - { when: inputs.deep, id: review }\n  default: finish\n",
});

/** Repeats nodes until a condition is true. */
export const loop = nodeKind({
  id: "loop",
  label: "Loop",
  description: "Repeats its nodes until the expression is true, a limited number of times.",
  with: z.strictObject({
    nodes: nodesSchema,
    until: expressionSchema,
    max: z.number().int().min(1).max(50),
    onExhausted: z.enum(["fail", "continue"]).default("fail"),
  }),
  output: z.object({ iterations: z.number().int(), last: z.unknown() }),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: { max: 50 },
  expressions: ["until"],
  literal: ["nodes"],
  example:
    "id: fix\nkind: loop\nwith:\n  max: 3\n  until: nodes.test.exitCode == 0\n  nodes:\n    - id: test\n      kind: command\n      with:\n        command: npm test\n",
});

/** Executes nodes for each item of a list. */
export const fanOut = nodeKind({
  id: "fan_out",
  label: "Fan-out",
  description: "Executes its nodes for each item of a list, in parallel.",
  with: z.strictObject({
    items: expressionSchema,
    as: nameSchema.default("item"),
    nodes: nodesSchema,
    maxParallel: z.number().int().min(1).max(20).default(3),
    max: z.number().int().min(1).max(100).default(100),
    merge: z.enum(["tree", "none"]).default("tree"),
    failures: z.enum(["fail", "collect"]).default("collect"),
  }),
  output: z.array(z.object({ item: z.unknown(), status: z.string(), output: z.unknown().optional() })),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: { max: 100 },
  expressions: ["items"],
  literal: ["nodes", "as"],
  example:
    'id: each\nkind: fan_out\nwith:\n  items: inputs.files\n  as: file\n  nodes:\n    - id: touch\n      kind: prompt\n      with:\n        content: append "reviewed" to ${{ file }}\n',
});

/** Lets several workers do the same nodes, and takes one result. */
export const race = nodeKind({
  id: "race",
  label: "Race",
  description:
    "Each contender executes the nodes in separate worktrees. The first for which all of them succeed is taken; the others are stopped. With pick: human, a human picks one when all have ended.",
  with: z.strictObject({
    contenders: z.array(z.strictObject({ ...workerSchema.shape, profile: profileSchema.optional() })).min(2)
      .max(5),
    pick: z.enum(["first", "human"]).default("first"),
    nodes: nodesSchema,
  }),
  output: z.object({ contender: z.number().int(), provider: z.string(), output: z.unknown() }),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: { contenders: 5 },
  literal: ["contenders", "pick", "nodes"],
  example:
    "id: mend\nkind: race\nwith:\n  contenders:\n    - { provider: opencode }\n    - { provider: local, model: qwen3 }\n  nodes:\n    - id: fix\n      kind: prompt\n      with:\n        content: make the tests pass\n    - id: test\n      kind: command\n      dependsOn: [fix]\n      with:\n        command: npm test\n",
});

/** Executes another workflow. */
export const workflow = nodeKind({
  id: "workflow",
  label: "Workflow",
  description: "Executes another saved workflow, as a part of this run or as a separate run.",
  with: z.strictObject({
    workflowId: z.string().min(1).max(200),
    version: z.number().int().min(1).optional(),
    inputs: z.record(z.string(), z.unknown()).optional(),
    mode: z.enum(["inline", "run"]).default("inline"),
  }),
  output: z.record(z.string(), z.unknown()),
  policyClass: "none",
  effects: NO_NODE_EFFECTS,
  limits: { inlineDepth: 4 },
  literal: ["workflowId"],
  typed: ["inputs"],
  example: "id: check\nkind: workflow\nwith:\n  workflowId: workflow_…\n",
});
