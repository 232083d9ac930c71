import { z } from "zod";

const count = z.number().int();

/** The total of model calls. */
export const spendSchema = z.object({
  calls: count,
  failedCalls: count,
  openCalls: count,
  inputTokens: count,
  outputTokens: count,
  costUsd: z.number().describe("as far as known"),
  unknownCalls: count.describe("calls with an unknown cost, which costUsd does not include"),
  reservedUsd: z.number().describe("the maximum cost of those and of open calls, as far as prices are known"),
  lostCalls: count.describe(
    "of the calls with an unknown cost, those whose caller was stopped before their end, such as by a kill",
  ),
  lostUsd: z.number().describe("the part of reservedUsd for them; released once their end is recorded"),
});

/** The costs of today, and the limits. */
export const spendStatusSchema = z.object({
  day: z.string().describe("a day of UTC"),
  today: spendSchema,
  byProvider: z.array(spendSchema.extend({ id: z.string() })),
  budgets: z.object({
    perRunUsd: z.number().nullable(),
    perDayUsd: z.number().nullable(),
    leftTodayUsd: z.number().nullable().describe("null without a daily budget"),
    state: z.enum(["none", "ok", "warned", "exhausted"]),
    unknownCost: z.enum(["warn", "refuse"]),
  }),
});
export type SpendStatus = z.output<typeof spendStatusSchema>;
