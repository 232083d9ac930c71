import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { PROJECT_CONTEXT_STATUSES } from "../shared/enumerations.ts";

const open = z.enum(["active", "draft"]);

/** The file that a version was read from: its real path, and the hash of its content at that time. */
const contextSourceSchema = z.object({ path: z.string(), sha256: z.string() });

/** A version's content is an artifact. The log has its hash, its size and the words that search uses. */
const version = {
  contentSha256: z.string(),
  size: z.number().int(),
  terms: z.array(z.string()),
  source: contextSourceSchema.nullable(),
};

/** What is recorded of the documents of a project. */
export const projectContextEvents = {
  "project_context.created": z.object({
    projectPath: z.string(),
    projectRoot: z.string(),
    title: z.string(),
    documentType: z.string(),
    status: open,
    metadata: z.record(z.string(), z.unknown()),
    ...version,
  }),
  "project_context.updated": z.object({
    projectPath: z.string().exactOptional(),
    projectRoot: z.string().exactOptional(),
    title: z.string().exactOptional(),
    documentType: z.string().exactOptional(),
    metadata: z.record(z.string(), z.unknown()).exactOptional(),
  }),
  "project_context.revised": z.object(version),
  "project_context.status_changed": z.object({ status: open }),
  "project_context.archived": z.object({}),
};

export const projectContextDocumentRecordSchema = z.object({
  id: z.string(),
  projectPath: z.string().describe("the given path of the project's directory"),
  projectRoot: z.string().describe("the same with every symbolic link resolved: what filters compare"),
  title: z.string(),
  documentType: z.string(),
  status: z.enum(PROJECT_CONTEXT_STATUSES),
  archivedAt: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  version: z.number().int().describe("the number of the current version; 1 is the first"),
  contentSha256: z.string(),
  size: z.number().int().describe("bytes of the current content"),
  source: contextSourceSchema.nullable().describe("the file that the current version was imported from"),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProjectContextRecord = z.infer<typeof projectContextDocumentRecordSchema>;

type ContextEvent = EventOf<typeof projectContextEvents>;

/** A document with what agents and people who work on a project should know. Its versions are a view. */
export const projectContextStream = defineStream<ProjectContextRecord>()({
  kind: "project_context",
  version: 1,
  events: projectContextEvents,
  // Filters: archived or not, or one status; of one project, of one type, of both, or of all.
  indexes: [
    ["archivedAt"],
    ["status"],
    ["projectRoot"],
    ["projectRoot", "archivedAt"],
    ["projectRoot", "status"],
    ["documentType"],
    ["documentType", "archivedAt"],
    ["documentType", "status"],
    ["projectRoot", "documentType"],
    ["projectRoot", "documentType", "archivedAt"],
    ["projectRoot", "documentType", "status"],
  ],
  evolve: (document, event) => {
    if (event.type === "project_context.created") return created(event);
    return document && { ...change(document, event), updatedAt: event.at };
  },
});

function created(
  { stream, data, at, actor }: Extract<ContextEvent, { type: "project_context.created" }>,
): ProjectContextRecord {
  const { terms: _, ...rest } = data;
  return {
    id: idOf({ stream }),
    ...rest,
    archivedAt: null,
    version: 1,
    createdBy: actor,
    createdAt: at,
    updatedAt: at,
  };
}

function change(
  document: ProjectContextRecord,
  event: Exclude<ContextEvent, { type: "project_context.created" }>,
): ProjectContextRecord {
  switch (event.type) {
    case "project_context.updated":
      return { ...document, ...event.data };
    case "project_context.revised": {
      const { terms: _, ...version } = event.data;
      return { ...document, ...version, version: document.version + 1 };
    }
    case "project_context.status_changed":
      return { ...document, status: event.data.status, archivedAt: null };
    case "project_context.archived":
      return { ...document, status: "archived", archivedAt: event.at };
  }
}
