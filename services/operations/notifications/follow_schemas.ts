import { z } from "zod";
import { pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";

export const followsQuerySchema = z.object(pageQuery);

/** Whether a run is followed, and why. */
export const followStateSchema = z.object({
  following: z.boolean(),
  reason: z.enum(["run", "asked", "repository", "unfollowed", "none"]).describe(
    "followed: you chose the run, you requested it, or its repository is followed; not followed: you chose that, or none of these applies",
  ),
}).meta({ id: "followStateSchema" });
export type FollowState = z.output<typeof followStateSchema>;

export const repositoryToFollowSchema = z.object({
  repoPath: z.string().min(1).max(4096).describe("its directory; those inside it are followed too"),
});

export const followedRepositorySchema = z.object({
  repository: z.string(),
  following: z.boolean(),
}).meta({ id: "followedRepositorySchema" });
export type FollowedRepository = z.output<typeof followedRepositorySchema>;

/** What the operator chose, newest first. */
export const followsSchema = z.object({
  items: z.array(z.object({
    runId: z.string().nullable(),
    repository: z.string().nullable(),
    label: z.string().describe("the run's request, or the directory"),
    following: z.boolean().describe("false for a run that you chose not to follow"),
    since: timeSchema,
  })),
  total: z.number().int(),
}).meta({ id: "followsSchema" });
export type Follows = z.output<typeof followsSchema>;
