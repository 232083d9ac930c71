import { z } from "zod";
import { verificationSchema } from "../../../../store/automations/document.ts";
import { momentSchema, orNull } from "../../../ground/kernel/schemas.ts";
import { expressionSchema } from "./field_schemas.ts";

const MAX_INPUTS = 50;

/** A trigger that waits for deliveries to a path. */
export const webhookInputSchema = z.object({
  kind: z.literal("webhook"),
  path: z.string().regex(/^[a-z0-9-]{1,64}$/, "expected 1 to 64 lower-case letters, digits and hyphens"),
  secretId: z.string().min(1).max(64).describe("the id of a stored secret that the sender knows too"),
  previousSecretId: orNull(z.string().min(1).max(64)).describe(
    "the previous secret, during rotation",
  ),
  until: orNull(momentSchema).describe("when the previous secret expires"),
  verification: verificationSchema.default("shared_secret"),
  filter: orNull(expressionSchema),
  inputs: z.record(z.string().min(1).max(200), expressionSchema).refine(
    (inputs) => Object.keys(inputs).length <= MAX_INPUTS,
    `at most ${MAX_INPUTS} inputs`,
  ).optional().describe("inputs of the workflow, each an expression of what was delivered"),
  dedupe: expressionSchema.optional().describe("an expression that is equal for the same delivery"),
  maxPerMinute: z.number().int().min(1).max(60_000).default(60),
});
