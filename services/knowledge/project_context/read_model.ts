import { type ProjectContextRecord, projectContextStream } from "../../../store/project_context/stream.ts";
import type { ContextVersionRow } from "../../../store/project_context/versions_view.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";
import { cutToBytes, readContent } from "./content.ts";
import type { DriftBudget } from "./drift/budget.ts";
import { checkDrift } from "./drift/check.ts";
import type {
  ProjectContextDocument,
  ProjectContextDocumentWithContent,
  ProjectContextVersion,
} from "./schemas.ts";

const SHOWN_VERSIONS = 100;

/** Returns the document's record. Throws `NotFoundError`. */
export function requireProjectContext(ctx: Pick<Core, "store">, id: string): ProjectContextRecord {
  const document = ctx.store.documents.get(projectContextStream, id);
  if (!document) throw new NotFoundError("project context document", id);
  return document;
}

/** Returns a document without its content. */
export const showProjectContext = (document: ProjectContextRecord): ProjectContextDocument => ({
  ...document,
  archived: document.archivedAt !== null,
});

/**
 * Returns a document with content (its beginning if it exceeds `mostBytes`; none is read for 0), versions and drift. Throws
 * `UnavailableError` when the content is missing or damaged, unless `mayBeMissing`: then the document says so.
 */
export async function showWithContent(
  ctx: Ctx,
  document: ProjectContextRecord,
  bounds: { drift: DriftBudget; mostBytes: number; mayBeMissing?: boolean },
): Promise<ProjectContextDocumentWithContent> {
  const read = bounds.mostBytes > 0 ? await readIfThere(ctx, document, bounds.mayBeMissing) : null;
  const content = typeof read === "string" ? read : null;
  const shown = cutToBytes(content ?? "", bounds.mostBytes);
  return {
    ...showProjectContext(document),
    content: shown,
    contentTruncated: content === null || shown.length < content.length,
    ...(read instanceof UnavailableError && { contentMissing: read.message }),
    versions: versionsOf(ctx, document.id),
    drift: await checkDrift(document, content, ctx.now(), bounds.drift),
  };
}

const readIfThere = (
  ctx: Ctx,
  { contentSha256 }: ProjectContextRecord,
  mayBeMissing = false,
): Promise<string | UnavailableError> =>
  readContent(ctx, contentSha256).catch((cause) => {
    if (mayBeMissing && cause instanceof UnavailableError) return cause;
    throw cause;
  });

function versionsOf(ctx: Ctx, id: string): ProjectContextVersion[] {
  return ctx.store.projector.tables.all<ContextVersionRow>(
    "select * from {project_context_versions} where document_id = ? order by number desc limit ?",
    id,
    SHOWN_VERSIONS,
  ).map((row) => ({
    id: `ctxv_${row.sequence}`,
    number: row.number,
    sha256: row.sha256,
    size: row.size,
    at: row.created_at,
    actor: row.actor,
  }));
}
