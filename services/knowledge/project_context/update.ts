import { sha256 } from "../../../store/chain.ts";
import {
  type projectContextEvents,
  type ProjectContextRecord,
  projectContextStream,
} from "../../../store/project_context/stream.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { storeContent } from "./content.ts";
import { importSource } from "./import_source.ts";
import { resolveProject } from "./paths/project_path.ts";
import { requireProjectContext, showProjectContext } from "./read_model.ts";
import type { ProjectContextDocument, UpdateProjectContextDocumentInput } from "./schemas.ts";
import { entriesOf } from "../../../store/shared/records.ts";

type Change = NewEvent<typeof projectContextEvents>;

/** Changes the given fields that differ; new content makes a new version. Unchanged fields record no event. */
export function updateProjectContext(
  ctx: Ctx,
  id: string,
  input: UpdateProjectContextDocumentInput,
): ProjectContextDocument {
  const document = requireProjectContext(ctx, id);
  const changes = [
    ...changeOfFields(ctx, document, input),
    ...changeOfContent(ctx, document, input),
    ...changeOfStatus(document, input.status),
  ];
  if (changes.length > 0) record(ctx, projectContextStream, id, changes);
  for (const { type, data } of changes) {
    if (type === "project_context.revised") ctx.artifacts.recorded(data.contentSha256);
  }
  return showProjectContext(requireProjectContext(ctx, id));
}

function changeOfFields(
  ctx: Ctx,
  document: ProjectContextRecord,
  input: UpdateProjectContextDocumentInput,
): Change[] {
  const { title, documentType, metadata, projectPath } = input;
  const asked = {
    ...(projectPath !== undefined && resolveProject(ctx, projectPath)),
    ...(title !== undefined && { title }),
    ...(documentType !== undefined && { documentType }),
    ...(metadata !== undefined && { metadata: metadata ?? {} }),
  };
  const data = Object.fromEntries(
    entriesOf(asked).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(document[field])),
  );
  return Object.keys(data).length === 0 ? [] : [{ type: "project_context.updated", data }];
}

function changeOfContent(
  ctx: Ctx,
  document: ProjectContextRecord,
  { projectPath, content, importFrom }: UpdateProjectContextDocumentInput,
): Change[] {
  const imported = importFrom === undefined
    ? null
    : importSource(ctx, resolveProject(ctx, projectPath ?? document.projectPath), importFrom);
  const text = imported?.content ?? content;
  if (text === undefined) return [];
  // Sending back what was read must not detach a document from its imported file.
  const same = sha256(text) === document.contentSha256 &&
    (imported === null || JSON.stringify(imported.source) === JSON.stringify(document.source));
  if (same) return [];
  return [{ type: "project_context.revised", data: storeContent(ctx, text, imported?.source ?? null) }];
}

function changeOfStatus(
  document: ProjectContextRecord,
  status: UpdateProjectContextDocumentInput["status"],
): Change[] {
  if (status === undefined || status === document.status) return [];
  return status === "archived"
    ? [{ type: "project_context.archived", data: {} }]
    : [{ type: "project_context.status_changed", data: { status } }];
}
