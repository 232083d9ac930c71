import { z } from "zod";
import { BLOCKED_CLASSES, type BlockedClass } from "../../ground/policy/classes.ts";
import { durationUpTo } from "../../control/workflows/values.ts";

/**
 * Classes that no connector can be enabled for: advice cannot be verified, and a connector that extends itself could
 * enable itself.
 */
const UNDECLARABLE: readonly BlockedClass["id"][] = ["tax", "self-extension"];

/** The classes that a connector can declare. */
export const DECLARABLE = BLOCKED_CLASSES.map(({ id }) => id).filter((id) => !UNDECLARABLE.includes(id));

/** What a use of a connector always leaves in the log. */
export const ACTION_TRACES = [
  "connector_action.started",
  "connector_action.performed",
  "connector_action.verified",
] as const;

const nameSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, "expected a-z, 0-9, _ and -, at most 40");
const commandSchema = z.array(z.string().min(1).max(4096)).min(1).max(50);

const actionSchema = z.strictObject({
  id: nameSchema,
  description: z.string().min(1).max(1000),
  inputSchema: z.record(z.string(), z.unknown()),
  reversible: z.boolean(),
  /** How the other side recognizes a repetition, in words. */
  idempotencyKey: z.string().min(1).max(200),
  /** The field of the input that counts toward the limits; without one, each use counts 1. */
  amount: z.string().min(1).max(100).optional(),
  /** An input that the proofs use. */
  example: z.record(z.string(), z.unknown()),
});
export type ConnectorAction = z.output<typeof actionSchema>;

/** The content of `connector.json`: the connector's actions, and how each is approved, verified, traced and limited. */
export const declarationSchema = z.strictObject({
  id: nameSchema,
  version: z.string().min(1).max(40),
  label: z.string().min(1).max(100),
  class: z.string(),
  /** The program and its arguments; it starts in the connector's directory. */
  command: commandSchema,
  actions: z.array(actionSchema).min(1).max(50),
  verifier: z.strictObject({ actionIds: z.array(nameSchema), how: z.string().min(1).max(1000) }),
  approval: z.strictObject({
    policyClass: z.literal("external-write"),
    expiresIn: durationUpTo("PT1H"),
    showsFields: z.array(z.string().min(1).max(100)),
  }),
  traces: z.array(z.string()),
  limits: z.strictObject({
    perAction: z.number().positive(),
    perDay: z.number().positive(),
    currency: z.string().min(1).max(20),
  }),
  /** Prints what has really happened in the stand-in. */
  double: commandSchema,
});
export type Declaration = z.output<typeof declarationSchema>;

/** Returns how much an input counts toward the limits; null if its field contains no amount. */
export function amountOf(
  { amount }: ConnectorAction,
  input: Readonly<Record<string, unknown>>,
): number | null {
  if (amount === undefined) return 1;
  const value = input[amount];
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
