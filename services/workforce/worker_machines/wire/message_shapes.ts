import { z } from "zod";
import { agentSessionSchema } from "../../../../store/task_sessions/agent_events.ts";
import { taskStatementSchema } from "../../../../store/worker_machines/document.ts";
import { outcomeSchema, sentTreeSchema } from "./task_shapes.ts";

/** The most that the messages of one request may be, in bytes. */
export const MAX_MESSAGES_BYTES = 16 * 1024 * 1024;

const text = (most: number) => z.string().max(most);

const toolShape = {
  tool: text(200),
  summary: text(20_000),
  path: text(5_000).exactOptional(),
  call: text(500).exactOptional(),
};
const shownSchema = z.object({
  output: text(2_000_000).exactOptional(),
  diff: text(2_000_000).exactOptional(),
}).exactOptional();
const reportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tool_started"), ...toolShape, shown: shownSchema }),
  z.object({
    kind: z.enum(["tool_completed", "tool_failed"]),
    ...toolShape,
    output: text(2_000_000).exactOptional(),
    exitCode: z.number().int().exactOptional(),
    shown: shownSchema,
  }),
]);

const noteSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opened"), session: agentSessionSchema }),
  z.object({
    kind: z.literal("plan"),
    entries: z.array(z.object({
      id: text(200),
      content: text(10_000),
      status: text(100),
      priority: text(100).optional(),
    })).max(1000),
  }),
  z.object({
    kind: z.literal("usage"),
    contextTokens: z.number(),
    contextLimit: z.number(),
    costAmount: z.number().nullable(),
    costCurrency: text(100).nullable(),
  }),
  z.object({ kind: z.literal("unasked"), title: text(10_000), command: text(100_000) }),
  z.object({ kind: z.literal("refused"), command: text(100_000), detail: text(10_000) }),
  z.object({
    kind: z.literal("incident"),
    incident: z.enum([
      "malformed_message",
      "unknown_update",
      "unasked_change",
      "protected_path",
      "not_allowed",
      "killed",
      "stalled",
    ]),
    detail: text(10_000),
  }),
]);

const permissionSchema = z.object({
  key: text(500),
  /** Actions of connectors are asked about by the control plane alone. */
  kind: z.enum(["edit", "command", "other"]),
  title: text(10_000),
  detail: text(1_000_000),
  command: text(100_000).exactOptional(),
  paths: z.array(text(5_000)).max(10_000).readonly().exactOptional(),
  crossings: z.array(z.object({
    kind: z.enum(["network", "outside", "protected", "secret", "refused", "unclear", "unconfined"]),
    detail: text(10_000),
  })).max(100).readonly().exactOptional(),
  confined: z.boolean().exactOptional(),
  directory: text(5_000).exactOptional(),
  warnings: z.array(text(10_000)).max(100).exactOptional(),
});
export type WirePermission = z.output<typeof permissionSchema>;

const questionSchema = z.discriminatedUnion("about", [
  z.object({ about: z.literal("permission"), request: permissionSchema }),
  z.object({ about: z.literal("command"), command: text(100_000) }),
  z.object({ about: z.literal("skill"), name: text(500), path: text(5_000).exactOptional() }),
]);
export type WireQuestion = z.output<typeof questionSchema>;

/** What a machine says while it does a task. */
const machineMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("report"), report: reportSchema }),
  z.object({ kind: z.literal("words"), text: text(1_000_000), as: z.enum(["words", "thought"]) }),
  z.object({ kind: z.literal("printed"), text: text(1_000_000) }),
  z.object({
    kind: z.literal("command"),
    command: text(100_000),
    exitCode: z.number().int(),
    output: text(2_000_000),
  }),
  z.object({ kind: z.literal("note"), note: noteSchema }),
  z.object({
    kind: z.literal("question"),
    id: text(100),
    question: questionSchema,
    files: sentTreeSchema.nullable(),
  }),
  z.object({ kind: z.literal("withdrawn"), id: text(100) }),
  z.object({
    kind: z.literal("tool_used"),
    step: z.number().int(),
    output: text(2_000_000),
    failed: z.boolean(),
  }),
  z.object({
    kind: z.literal("ended"),
    outcome: outcomeSchema,
    files: sentTreeSchema,
    statement: taskStatementSchema,
    signature: text(200),
  }),
  /** The workspace could not be made. */
  z.object({
    kind: z.literal("unprepared"),
    reason: z.enum(["command_failed", "invalid_input", "policy_blocked", "timeout"]),
    detail: text(100_000),
  }),
]);
export type MachineMessage = z.output<typeof machineMessageSchema>;

/** Messages in the order of their numbers, which begin at 1; what was received before is ignored. */
export const machineMessagesSchema = z.object({
  first: z.number().int().min(1),
  messages: z.array(machineMessageSchema).min(1).max(500),
});

const answerSchema = z.union([
  z.object({
    permission: z.union([
      z.object({
        decision: z.literal("approved"),
        network: z.boolean(),
        by: z.enum(["human", "admission", "pattern", "rule"]),
      }),
      z.object({ decision: z.literal("rejected"), sentence: z.string().nullable() }),
    ]),
  }),
  z.object({ mayRun: z.boolean() }),
  z.object({ skill: z.union([z.object({ text: z.string() }), z.object({ refused: z.string() })]) }),
]);
export type WireAnswer = z.output<typeof answerSchema>;

/** What the control plane says. */
const controlMessageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("perform"),
    step: z.number().int(),
    instructions: z.string(),
    guidanceIds: z.array(z.string()),
  }),
  z.object({ kind: z.literal("use_tool"), step: z.number().int(), tool: z.string(), input: z.unknown() }),
  /** Nothing more is to be done in this step: send the files. */
  z.object({ kind: z.literal("finish"), step: z.number().int(), summary: z.string() }),
  z.object({ kind: z.literal("answer"), id: z.string(), answer: answerSchema }),
]);
export type ControlMessage = z.output<typeof controlMessageSchema>;

export const inboxInputSchema = z.object({
  /** How many messages were received. */
  received: z.number().int().min(0),
  waitSeconds: z.number().int().min(0).max(25),
});
export const inboxSchema = z.object({ messages: z.array(controlMessageSchema) });
export const receivedSchema = z.object({ received: z.number().int() });
