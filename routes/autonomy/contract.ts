import { z } from "zod";
import {
  admissionSchema,
  admissionsQuerySchema,
  repositoryListSchema,
  repositorySettingsSchema,
  setDialInputSchema,
  unaskedSchema,
} from "../../services/control/autonomy/schemas.ts";
import {
  admitFileInputSchema,
  defaultsQuerySchema,
  repositoryDefaultsSchema,
  setDefaultsInputSchema,
} from "../../services/control/autonomy/defaults/schemas.ts";
import { contract } from "../endpoint.ts";

/** How much is done without asking, what a human has allowed, and what was done under that. */
export const autonomy = contract({
  "GET /repositories": {
    summary: "List repositories, what workers ask about in each, and the protected paths",
    output: repositoryListSchema,
    cli: "repos list",
  },
  "POST /repositories/dial": {
    summary: "Set what workers ask about in a repository",
    access: "human",
    body: setDialInputSchema,
    output: repositorySettingsSchema,
    cli: "repos dial",
  },
  "GET /repositories/defaults": {
    summary: "Show the defaults of a repository and its .agent-harness.json",
    query: defaultsQuerySchema,
    output: repositoryDefaultsSchema,
    cli: "repos defaults",
  },
  "POST /repositories/defaults": {
    summary: "Set or clear defaults of a repository",
    access: "human",
    body: setDefaultsInputSchema,
    output: repositoryDefaultsSchema,
    cli: "repos set",
  },
  "POST /repositories/defaults/file/admit": {
    summary: "Admit the .agent-harness.json of a repository with a given hash",
    access: "human",
    body: admitFileInputSchema,
    output: repositoryDefaultsSchema,
    cli: "repos admit",
  },
  "POST /repositories/defaults/file/revoke": {
    summary: "Revoke the admission of a repository's .agent-harness.json",
    access: "human",
    body: defaultsQuerySchema,
    output: repositoryDefaultsSchema,
    cli: "repos revoke-file",
  },
  "GET /repositories/admissions": {
    summary: "List what was allowed without being asked again, newest first",
    query: admissionsQuerySchema,
    output: z.array(admissionSchema),
    cli: "repos admissions",
  },
  "POST /repositories/admissions/:id/revoke": {
    summary: "Revoke an admission, so that you are asked again",
    access: "human",
    output: admissionSchema,
    cli: "repos revoke",
  },
  "GET /runs/:id/unasked": {
    summary: "Show what a run's workers did without asking: commands, files, hosts",
    output: unaskedSchema,
    cli: "runs unasked",
  },
});
