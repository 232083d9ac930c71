import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** A repository that a human has used: with their own run, or by approving an agent's. */
export type RepositoryDocument = {
  id: string;
  root: string;
  admittedAt: string;
  by: string;
  /** The setup command of the last run with one that worked. */
  setup?: string;
  /** That run. */
  setupRunId?: string;
};

/** Repositories that agents may work in without a `start` checkpoint. */
export const repositoryStream = defineStream<RepositoryDocument>()({
  kind: "repository",
  version: 2,
  numbered: true,
  events: {
    "repository.admitted": z.object({ root: z.string() }),
    "repository.setup_remembered": z.object({ command: z.string() }),
    "repository.setup_forgotten": z.object({}),
  },
  indexes: [],
  evolve: (repository, event) => {
    if (event.type === "repository.admitted") {
      const { setup, setupRunId } = repository ?? {};
      return {
        id: idOf(event),
        root: event.data.root,
        admittedAt: event.at,
        by: event.actor,
        ...(setup && { setup }),
        ...(setupRunId && { setupRunId }),
      };
    }
    if (!repository) return null;
    const { setup: _, setupRunId: _1, ...rest } = repository;
    if (event.type === "repository.setup_forgotten") return rest;
    return { ...rest, setup: event.data.command, ...(event.runId && { setupRunId: event.runId }) };
  },
});

/** One exact command that a human has allowed in one repository. */
export type CommandPermissionDocument = {
  id: string;
  repositoryId: string;
  command: string;
  /** Relative to the repository. Absent in events from before directories were recorded, which means the top. */
  directory?: string | undefined;
  filesSha256: string;
  /** It may also use the network. */
  network?: boolean | undefined;
  admittedAt: string;
  by: string;
};

/** Commands that may run without a `command` checkpoint: the command line, its directory and the files that it names. */
export const commandPermissionStream = defineStream<CommandPermissionDocument>()({
  kind: "command_permission",
  version: 1,
  events: {
    "command.admitted": z.object({
      repositoryId: z.string(),
      command: z.string(),
      directory: z.string().optional(),
      filesSha256: z.string(),
      network: z.boolean().optional(),
    }),
    "command.revoked": z.object({}),
  },
  indexes: [["repositoryId"]],
  evolve: (_, event) =>
    event.type === "command.revoked" ? null : {
      id: idOf(event),
      ...event.data,
      admittedAt: event.at,
      by: event.actor,
    },
});

/** A directory with objects outside of a repository: the path that names it, and the real path to which that leads. */
export const alternateSchema = z.object({ path: z.string(), real: z.string() });

const admittedSchema = alternateSchema.extend({ repositoryId: z.string(), root: z.string() });

/** One directory with objects of another repository that a human has admitted for a repository. */
export type ObjectsPermissionDocument = z.infer<typeof admittedSchema> & {
  id: string;
  admittedAt: string;
  by: string;
};

/** Directories with objects that runs may read although they are outside of their repository. */
export const objectsPermissionStream = defineStream<ObjectsPermissionDocument>()({
  kind: "objects_permission",
  version: 1,
  events: { "objects.admitted": admittedSchema, "objects.revoked": z.object({}) },
  indexes: [["repositoryId"]],
  evolve: (_, event) =>
    event.type === "objects.revoked" ? null : {
      id: idOf(event),
      ...event.data,
      admittedAt: event.at,
      by: event.actor,
    },
});
