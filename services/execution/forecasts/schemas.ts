import { z } from "zod";
import { OUTCOMES } from "../../machine/repositories/mod.ts";

export const forecastQuerySchema = z.object({
  repoPath: z.string().min(1).max(4096).describe("the directory that the runs were given, or its repository"),
});
export type ForecastQuery = z.output<typeof forecastQuerySchema>;

const outcomeSchema = z.enum(OUTCOMES);

const filesSchema = z.array(z.object({
  id: z.string().describe("its path"),
  lines: z.string().describe('of its base, such as "3, 10-14"; "" for a file as a whole'),
}));

/** What would become of the open results of a repository if they were applied one after the other. */
export const forecastSchema = z.object({
  repoPath: z.string(),
  results: z.array(z.object({
    id: z.string().describe("its checkpoint"),
    runId: z.string(),
    runNumber: z.number().int().nullable(),
    title: z.string(),
    outcome: outcomeSchema.nullable().describe(
      "if it were applied now: clean, rebases (a rebase merges it), conflicts, or contained (nothing is left to write); null if unknown",
    ),
    files: filesSchema.describe("the files that conflict"),
    fits: z.boolean().describe("nothing conflicts or fails if it is applied after all before it that fit"),
  })).describe("in the order in which the most of them fit"),
  pairs: z.array(z.object({
    id: z.string(),
    first: z.string(),
    then: z.string(),
    outcome: outcomeSchema.describe("of `then` after `first` was applied and committed"),
    files: filesSchema,
  })).describe("those that concern the same files; all others change nothing for each other"),
  combinations: z.array(z.object({
    id: z.string(),
    first: z.string(),
    then: z.string().nullable().describe(
      "null for one result alone, as a rebase gives it, where the current files are others than those that it was made on",
    ),
    outcome: z.enum(["passed", "failed", "flaky", "unknown", "waiting"]).describe(
      "failed if it failed twice, flaky if it then passed; unknown if it cannot be verified now; waiting until a slot is idle",
    ),
    detail: z.string().describe("a sentence on the verifier that did not pass, or why there is no result"),
    failures: z.array(z.string()).describe("the failed tests that the output names"),
    output: z.string().describe("the end of the output of the verifier that did not pass"),
    toCommit: z.boolean().describe("what is applied has to be committed before a rebase of the one result"),
  })).describe("results that can be applied, verified on the current files, alone or two together"),
  verifications: z.object({
    limit: z.number().int().describe(
      "how many verifiers may be executed a day for this; 0 if it is switched off",
    ),
    today: z.number().int().describe("how many have been"),
  }),
  leftOut: z.object({
    results: z.number().int().describe("beyond the 50 that expire soonest"),
    pairs: z.number().int().describe("too many to merge for one request, or not to be merged; ask again"),
    combinations: z.number().int().describe("pairs beyond what may be verified today"),
  }),
}).meta({ id: "forecastSchema" });
export type ForecastSnapshot = z.output<typeof forecastSchema>;

/** Which files the open results of a repository change. */
export const changedFilesSchema = z.object({
  repoPath: z.string(),
  results: z.array(z.object({
    id: z.string().describe("its checkpoint"),
    runId: z.string(),
    runNumber: z.number().int().nullable(),
    title: z.string(),
    files: z.array(z.string()).describe("paths from the root of the repository"),
  })),
  leftOut: z.number().int().describe("results beyond the 50 that expire soonest"),
}).meta({ id: "changedFilesSchema" });
export type ChangedFilesSnapshot = z.output<typeof changedFilesSchema>;
