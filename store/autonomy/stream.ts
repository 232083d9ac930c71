import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** How much may be done in a repository without asking. */
export const dialSchema = z.enum(["everything", "border", "closed"]);

/** A person's setting for one repository, under the repository's id. */
type AutonomyDocument = {
  id: string;
  root: string;
  /** Absent if the default applies again. */
  dial?: z.infer<typeof dialSchema>;
  setAt: string;
};

/** The settings of repositories. */
export const autonomyStream = defineStream<AutonomyDocument>()({
  kind: "autonomy",
  version: 1,
  events: {
    "autonomy.dial_set": z.object({ root: z.string(), dial: dialSchema }),
    "autonomy.dial_cleared": z.object({ root: z.string() }),
  },
  indexes: [],
  evolve: (_, event) => ({ id: idOf(event), ...event.data, setAt: event.at }),
});

/** What a human has allowed beyond one question: for a run, for a repository, or for similar commands. */
export const grantSchema = z.object({
  repositoryId: z.string(),
  root: z.string(),
  scope: z.enum(["run", "repository", "pattern"]),
  /** Only for this run. */
  forRunId: z.string().optional(),
  kind: z.enum(["command", "edit", "other"]),
  /** The exact command, or the pattern that it must match. */
  command: z.string().optional(),
  /** The directory that the command starts in; absent for the repository's own. */
  directory: z.string().optional(),
  /** Whether such a command may use the network. */
  network: z.boolean().optional(),
  paths: z.array(z.string()).optional(),
  /** How the command went beyond what the sandbox and the review cover when a human saw it. Other ways are not covered. */
  crossings: z.array(z.string()).optional(),
  /** Other questions, by key. */
  key: z.string().optional(),
  title: z.string(),
  approvalId: z.string(),
});

export type GrantDocument = z.infer<typeof grantSchema> & { id: string; grantedAt: string; by: string };

/** Answers that apply beyond their question until they are revoked. */
export const grantStream = defineStream<GrantDocument>()({
  kind: "grant",
  version: 1,
  events: { "grant.given": grantSchema, "grant.revoked": z.object({}) },
  indexes: [["repositoryId"]],
  evolve: (_, event) =>
    event.type === "grant.revoked"
      ? null
      : { id: idOf(event), ...event.data, grantedAt: event.at, by: event.actor },
});
