import { projectContextStream } from "../../../store/project_context/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { storeContent } from "./content.ts";
import { importSource } from "./import_source.ts";
import { resolveProject } from "./paths/project_path.ts";
import { requireProjectContext, showProjectContext } from "./read_model.ts";
import type { CreateProjectContextDocumentInput, ProjectContextDocument } from "./schemas.ts";

/** Records a document of a project, from the given content or from a file of its repository. */
export function createProjectContext(
  ctx: Ctx,
  input: CreateProjectContextDocumentInput,
): ProjectContextDocument {
  const { importFrom, content, status, metadata } = input;
  const project = resolveProject(ctx, input.projectPath);
  const imported = importFrom === undefined ? null : importSource(ctx, project, importFrom);
  const version = storeContent(ctx, imported?.content ?? content!, imported?.source ?? null);
  const data = {
    ...project,
    title: input.title ?? imported!.title,
    documentType: input.documentType ?? imported!.documentType,
    status,
    metadata,
    ...version,
  };
  const id = ctx.newId("ctx");
  record(ctx, projectContextStream, id, [{ type: "project_context.created", data }]);
  ctx.artifacts.recorded(version.contentSha256);
  return showProjectContext(requireProjectContext(ctx, id));
}
