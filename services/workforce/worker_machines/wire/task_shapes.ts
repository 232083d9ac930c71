import { z } from "zod";
import { sessionProfileSchema } from "../../../../store/task_sessions/document.ts";

const text = (most: number) => z.string().max(most);
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const objectIdSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** The largest part of a pack that a machine sends at once, in bytes. */
export const MAX_PART_BYTES = 2 * 1024 * 1024;

/** What a machine learns of a task session, besides the repository. */
export const taskManifestSchema = z.object({
  taskSessionId: z.string(),
  worker: z.object({ provider: z.string(), model: z.string() }),
  /** The models that its program calls through the control plane; null if it uses those of the machine. */
  models: z.object({ kind: z.string(), label: z.string(), model: z.string() }).nullable(),
  /** The files from which it begins. */
  start: z.object({ commit: objectIdSchema, tree: objectIdSchema }),
  request: z.string(),
  planned: z.string(),
  outside: z.object({ name: z.string(), text: z.string() }).nullable(),
  profile: sessionProfileSchema.nullable(),
  /** Whether every edit and command needs a question. */
  asksEverything: z.boolean(),
  verifier: z.string().nullable(),
  interruption: z.object({
    question: z.string(),
    decision: z.enum(["approved", "rejected"]).nullable(),
  }).nullable(),
});
export type TaskManifest = z.output<typeof taskManifestSchema>;

/** Files that a machine has sent: a commit on the start, and the parts of the pack with what it adds; null if nothing is new. */
export const sentTreeSchema = z.object({
  commit: objectIdSchema,
  tree: objectIdSchema,
  pack: z.object({ sha256: hashSchema, parts: z.array(hashSchema).min(1).max(1000) }).nullable(),
});
export type SentTree = z.output<typeof sentTreeSchema>;

export const outcomeSchema = z.union([
  z.object({ ok: z.literal(true), summary: text(100_000) }),
  z.object({
    ok: z.literal(false),
    reason: z.enum([
      "unsupported_request",
      "invalid_input",
      "command_failed",
      "timeout",
      "provider_unavailable",
      "policy_blocked",
      "budget_exceeded",
      "approval_rejected",
      "approval_expired",
    ]),
    detail: text(100_000),
  }),
]);

/** Returns the text of an outcome, whose hash a machine signs. Its fields have the order of the schema. */
export const outcomeText = (outcome: z.output<typeof outcomeSchema>): string =>
  JSON.stringify(outcomeSchema.parse(outcome));
