import type { Harness } from "../harness.ts";

/** Records a document that was written here. */
export const written = (
  h: Harness,
  projectPath: string,
  content: string,
  more: Record<string, unknown> = {},
) =>
  h.operator("POST /projects/context", {
    body: { projectPath, title: "Notes", documentType: "notes", content, ...more },
  });

/** Records a document that is read from a file of the repository. */
export const imported = (h: Harness, projectPath: string, importFrom: string) =>
  h.operator("POST /projects/context", { body: { projectPath, importFrom } });

/** One document with content, versions and drift. */
export const shown = (h: Harness, id: string) => h.operator("GET /projects/context/:id", { params: { id } });
