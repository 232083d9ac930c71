import { z } from "zod";
import { OUTCOMES } from "../../../machine/repositories/mod.ts";

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
    title: z.string(),
    outcome: outcomeSchema.nullable().describe(
      "if it were applied now: clean, rebases (a rebase merges it), conflicts, or contained (nothing is left to write); null if unknown",
    ),
    files: filesSchema.describe("the files that conflict"),
    fits: z.boolean().describe("nothing conflicts if it is applied after all before it that fit"),
  })).describe("in the order in which the most of them fit"),
  pairs: z.array(z.object({
    id: z.string(),
    first: z.string(),
    then: z.string(),
    outcome: outcomeSchema.describe("of `then` after `first` was applied and committed"),
    files: filesSchema,
  })).describe("those that concern the same files; all others change nothing for each other"),
  leftOut: z.object({
    results: z.number().int().describe("beyond the 50 that expire soonest"),
    pairs: z.number().int().describe("too many to merge for one request, or not to be merged; ask again"),
  }),
}).meta({ id: "forecastSchema" });
export type ForecastSnapshot = z.output<typeof forecastSchema>;

/** Which files the open results of a repository change. */
export const changedFilesSchema = z.object({
  repoPath: z.string(),
  results: z.array(z.object({
    id: z.string().describe("its checkpoint"),
    runId: z.string(),
    title: z.string(),
    files: z.array(z.string()).describe("paths from the root of the repository"),
  })),
  leftOut: z.number().int().describe("results beyond the 50 that expire soonest"),
}).meta({ id: "changedFilesSchema" });
export type ChangedFilesSnapshot = z.output<typeof changedFilesSchema>;
