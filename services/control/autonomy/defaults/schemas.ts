import { z } from "zod";
import { timeSchema } from "../../../ground/kernel/schemas.ts";
import { defaultCommandSchema, defaultNeedsSchema, defaultWorkerSchema } from "./read_stated.ts";

const repoPathSchema = z.string().min(1).max(4096).describe("the directory that runs are given");

export const defaultsQuerySchema = z.object({ repoPath: repoPathSchema });

export const setDefaultsInputSchema = z.object({
  repoPath: repoPathSchema,
  verifier: defaultCommandSchema.nullable().optional().describe("says whether a result works"),
  setup: defaultCommandSchema.nullable().optional().describe("prepares each fresh worktree"),
  worker: defaultWorkerSchema.nullable().optional().describe("who does the work: provider/model"),
  needs: defaultNeedsSchema.nullable().optional().describe(
    "the labels that machines need to verify results, with commas between them",
  ),
  place: z.literal("here").nullable().optional().describe(
    "here: the work and verification of runs never leave this machine",
  ),
}).meta({ id: "setDefaultsInputSchema" });
export type SetDefaultsInput = z.output<typeof setDefaultsInputSchema>;

export const admitFileInputSchema = z.object({
  repoPath: repoPathSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "expected the 64 hexadecimal digits that the file is shown with")
    .describe(
      "the hash of the file as you read it; repos defaults shows it",
    ),
}).meta({ id: "admitFileInputSchema" });
export type AdmitFileInput = z.output<typeof admitFileInputSchema>;

/** One default and where it comes from. */
const repositoryDefaultSchema = z.object({
  id: z.enum(["verifier", "setup", "worker", "needs", "place", "dial", "profile"]),
  value: z.string().nullable().describe("null if there is no default"),
  origin: z.enum(["set", "file", "learnt", "none"]).describe(
    "set by a person, stated by the admitted .agent-harness.json, or learnt from a run: its setup, once it worked",
  ),
  runId: z.string().nullable().describe("the run that it was learnt from"),
  runNumber: z.number().int().nullable(),
});

/** The state of the `.agent-harness.json` of a repository. */
export const defaultsFileStateSchema = z.object({
  state: z.enum(["none", "proposed", "admitted", "changed", "invalid"]).describe(
    "only what is admitted has an effect; changed: its bytes are not those that were admitted, of which only dial, profile, needs and place hold",
  ),
  sha256: z.string().nullable().describe("what POST /repositories/defaults/file/admit takes"),
  text: z.string().nullable(),
  difference: z.string().nullable().describe(
    "from what was admitted, as a unified diff; null if there is none, or if comparing takes too long",
  ),
  issues: z.array(z.object({
    id: z.string(),
    line: z.number().int(),
    column: z.number().int(),
    message: z.string(),
  })),
  notes: z.array(z.string()).describe("what it states and what has no effect all the same"),
  admittedAt: timeSchema.nullable().describe("until it is revoked, also where the file is gone"),
});

/** How runs in a repository are done where a request does not say. */
export const repositoryDefaultsSchema = z.object({
  id: z.string(),
  root: z.string(),
  items: z.array(repositoryDefaultSchema),
  file: defaultsFileStateSchema,
}).meta({ id: "repositoryDefaultsSchema" });
export type RepositoryDefaults = z.output<typeof repositoryDefaultsSchema>;
