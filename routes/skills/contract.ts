import { z } from "zod";
import {
  skillFilesInputSchema,
  skillManifestBuilderSchema,
  skillManifestImportResultSchema,
  skillManifestSchema,
  skillManifestValidationResultSchema,
} from "../../services/knowledge/skills/schemas.ts";
import { contract } from "../endpoint.ts";

const FILES_BODY_LIMIT = 32 * 1024 * 1024;

/** Interface, section 4, Profiles, capabilities, skills, workflows: the rows of skills. */
export const skills = contract({
  "GET /skills": {
    summary: "List versions of skills, newest first, then the unused skills found in repositories",
    access: "agent-read",
    output: z.array(skillManifestSchema),
    cli: "skills list",
  },
  "GET /skills/schema": {
    summary: "Show how to write a skill",
    output: skillManifestBuilderSchema,
    cli: "skills schema",
  },
  "POST /skills/validate": {
    summary: "Check a skill and scan its files; nothing is stored",
    body: skillFilesInputSchema,
    bodyLimit: FILES_BODY_LIMIT,
    output: skillManifestValidationResultSchema,
    cli: "skills validate",
    argument: "directory",
    failsOn: { field: "valid", values: [false] },
  },
  "POST /skills/import": {
    summary: "Import a skill; one that could do harm waits for human approval",
    body: skillFilesInputSchema,
    bodyLimit: FILES_BODY_LIMIT,
    output: skillManifestImportResultSchema,
    creates: { about: null },
    cli: "skills import",
    argument: "directory",
  },
});
