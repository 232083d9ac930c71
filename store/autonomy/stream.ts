import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** How much is done in a repository without asking. */
export const dialSchema = z.enum(["everything", "border", "closed"]);

/** What a person has settled for one repository; its id is the repository's. */
export type AutonomyDocument = {
  id: string;
  root: string;
  /** Absent where the default holds again. */
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

/** What a human has admitted beyond the one question: for a run, for a repository, or for commands like one. */
export const grantSchema = z.object({
  repositoryId: z.string(),
  root: z.string(),
  scope: z.enum(["run", "repository", "pattern"]),
  /** Only for this run. */
  forRunId: z.string().optional(),
  kind: z.enum(["command", "edit", "other"]),
  /** The exact command, or the pattern that it has to match. */
  command: z.string().optional(),
  /** Where the command begins; its own directory where it is absent. */
  directory: z.string().optional(),
  /** Whether such a command may use the network. */
  network: z.boolean().optional(),
  paths: z.array(z.string()).optional(),
  /** In which ways it left what the sandbox and the review hold, when a human saw it: another way is not admitted. */
  crossings: z.array(z.string()).optional(),
  /** What else was asked, by the key of the question. */
  key: z.string().optional(),
  title: z.string(),
  approvalId: z.string(),
});

export type GrantDocument = z.infer<typeof grantSchema> & { id: string; grantedAt: string; by: string };

/** Answers that hold beyond their question, until they are revoked. */
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
