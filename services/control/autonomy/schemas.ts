import { z } from "zod";
import { dialSchema, grantSchema } from "../../../store/autonomy/stream.ts";
import { defaultsFileStateSchema } from "./defaults/schemas.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";

export const setDialInputSchema = z.object({
  repoPath: z.string().min(1).max(4096).describe("the directory that runs are given"),
  dial: dialSchema.nullable().describe(
    "what workers ask about: everything, only what crosses the border of the sandbox, or nothing, because that is refused (closed); null for the default",
  ),
}).meta({ id: "setDialInputSchema" });
export type SetDialInput = z.output<typeof setDialInputSchema>;

/** What workers ask about in one repository. */
export const repositorySettingsSchema = z.object({
  id: z.string(),
  number: z.number().int().nullable().describe("its short number; null before its first run"),
  root: z.string(),
  dial: dialSchema,
  isDefault: z.boolean().describe("not set: border if the sandbox works, otherwise everything"),
  setup: z.string().nullable().describe("the saved setup command"),
  admissions: z.number().int().describe("the number of admissions"),
  defaultsFile: defaultsFileStateSchema.shape.state.describe("the state of its .agent-harness.json"),
}).meta({ id: "repositorySettingsSchema" });
export type RepositorySettings = z.output<typeof repositorySettingsSchema>;

export const repositoryListSchema = z.object({
  items: z.array(repositorySettingsSchema),
  dials: z.array(z.object({ id: dialSchema, meaning: z.string() })),
  protectedPaths: z.array(z.object({
    id: z.string(),
    label: z.string(),
    why: z.string(),
    names: z.array(z.string()).describe(
      "of directories, with a slash, and of files, anywhere in the repository",
    ),
  })),
}).meta({ id: "repositoryListSchema" });
export type RepositoryList = z.output<typeof repositoryListSchema>;

export const admissionsQuerySchema = z.object({
  repositoryId: z.string().optional().describe("only those of this repository"),
});

/** Something that a human has allowed without asking again. */
export const admissionSchema = z.object({
  id: z.string(),
  repositoryId: z.string(),
  root: z.string(),
  scope: grantSchema.shape.scope,
  kind: z.enum([...grantSchema.shape.kind.options, "objects"]).describe(
    "objects: git objects outside of the repository, which its runs may read",
  ),
  what: z.string().describe("the command, the pattern, the paths, the directory, or the question"),
  directory: z.string().nullable(),
  network: z.boolean().describe("whether it may use the network"),
  runId: z.string().nullable().describe("the only run that it applies to"),
  admittedAt: timeSchema,
  by: z.string(),
}).meta({ id: "admissionSchema" });
export type Admission = z.output<typeof admissionSchema>;

/** What a run's workers did without asking. */
export const unaskedSchema = z.object({
  id: z.string(),
  dial: dialSchema,
  asked: z.number().int().describe("questions that a human was asked"),
  commands: z.array(z.object({
    id: z.string(),
    command: z.string(),
    times: z.number().int(),
    because: z.enum(["inside", "admitted", "unasked"]),
    network: z.boolean(),
  })),
  files: z.array(z.string()),
  hosts: z.array(
    z.object({ id: z.string(), host: z.string(), sentBytes: z.number(), receivedBytes: z.number() }),
  ),
  refused: z.array(z.object({ id: z.string(), title: z.string(), detail: z.string() })),
  omitted: z.number().int().describe("commands, files and refusals that are not in the lists"),
}).meta({ id: "unaskedSchema" });
export type Unasked = z.output<typeof unaskedSchema>;
