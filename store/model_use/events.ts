import { z } from "zod";

/** Which model, of which provider. */
const modelSchema = z.object({ provider: z.string(), model: z.string() });

/** What went wrong in a call of a model. */
const modelFaultSchema = z.enum([
  "rate_limited",
  "overloaded",
  "unreachable",
  "timeout",
  "broken_answer",
  "refused",
  "content_filtered",
  "context_overflow",
  "credentials",
  "not_found",
  "bad_request",
  "budget",
]);
export type ModelFault = z.infer<typeof modelFaultSchema>;

const count = z.number().int().nonnegative();
const dollars = z.number().min(0).max(1_000_000);

/** Null where it is not known; unknown is never zero. */
const measured = {
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  costUsd: dollars.nullable(),
  durationMilliseconds: count,
};

const call = { callId: z.string(), ...modelSchema.shape };

/**
 * What happens between the service and models. Runs, task sessions and conversations all have these events; their shapes
 * are frozen.
 */
export const modelEvents = {
  "model.called": z.object({
    ...call,
    /** The purpose of the answer, such as `plan`, `work` or `coordinate`. */
    purpose: z.string(),
    /** Counts the attempts at the same question, from 1. */
    attempt: z.number().int(),
    estimatedInputTokens: count,
    /** What the call may cost at most; null where a price is unknown. */
    worstCaseUsd: dollars.nullable(),
  }),
  "model.completed": z.object({
    ...call,
    ...measured,
    cachedInputTokens: count.nullable(),
    /** Why the model stopped, in the SDK's words: `stop`, `tool-calls`, `length` … */
    finish: z.string(),
  }),
  "model.failed": z.object({
    ...call,
    ...measured,
    fault: modelFaultSchema,
    detail: z.string(),
    /** When the question is asked again; null if it is not. */
    retryInMilliseconds: count.nullable(),
  }),
  "model.rerouted": z.object({
    callId: z.string(),
    from: modelSchema,
    to: modelSchema,
    fault: modelFaultSchema,
    detail: z.string(),
  }),
  "model.context_condensed": z.object({
    ...modelSchema.shape,
    /** How many outputs of tools were removed from the context. */
    outputs: count,
    tokensBefore: count,
    tokensAfter: count,
  }),
  "model.context_given": z.object({
    ...modelSchema.shape,
    purpose: z.string(),
    memoryRecordIds: z.array(z.string()),
    guidanceIds: z.array(z.string()),
    documents: z.array(
      z.object({
        documentId: z.string(),
        version: z.number().int(),
        sha256: z.string(),
        truncated: z.boolean(),
      }),
    ),
  }),
} as const;
