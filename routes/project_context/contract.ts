import { z } from "zod";
import {
  createProjectContextDocumentInputSchema,
  projectContextDocumentSchema,
  projectContextDocumentWithContentSchema,
  projectContextQuerySchema,
  projectContextVersionQuerySchema,
  updateProjectContextDocumentInputSchema,
} from "../../services/knowledge/project_context/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Project context and research utilities: the rows of project context. */
export const projectContext = contract({
  "GET /projects/context": {
    summary: "List or search project context documents, newest first",
    access: "agent-read",
    query: projectContextQuerySchema,
    output: z.array(z.union([projectContextDocumentWithContentSchema, projectContextDocumentSchema])),
    cli: "project-context list",
  },
  "POST /projects/context": {
    summary: "Create a project context document, from content or from a file in the repository",
    body: createProjectContextDocumentInputSchema,
    output: projectContextDocumentSchema,
    creates: { about: null },
    cli: "project-context create",
  },
  "GET /projects/context/:id": {
    summary: "Show a project context document with its content, versions and drift",
    access: "agent-read",
    query: projectContextVersionQuerySchema,
    output: projectContextDocumentWithContentSchema,
    cli: "project-context get",
  },
  "PATCH /projects/context/:id": {
    summary: "Change a project context document; new content creates a new version",
    body: updateProjectContextDocumentInputSchema,
    output: projectContextDocumentSchema,
    cli: "project-context update",
  },
  "POST /projects/context/:id/archive": {
    summary: "Archive a project context document",
    output: projectContextDocumentSchema,
    cli: "project-context archive",
  },
});
