import type { ContextVersionRow } from "../../../store/project_context/versions_view.ts";
import type { ProjectContextRecord } from "../../../store/project_context/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { DriftBudget } from "./drift/budget.ts";
import { requireProjectContext, showWithContent } from "./read_model.ts";
import { MAX_CONTENT_BYTES, type ProjectContextDocumentWithContent } from "./schemas.ts";

/**
 * Returns one document with its whole content, its versions, and what no longer matches the repository; with `version` the
 * content of that version. Throws `NotFoundError`, also for an unknown version.
 */
export function getProjectContext(
  ctx: Ctx,
  id: string,
  { version }: { version?: number | undefined } = {},
): Promise<ProjectContextDocumentWithContent> {
  const document = requireProjectContext(ctx, id);
  const asked = version === undefined
    ? document
    : { ...document, ...contentOfVersion(ctx, document, version) };
  return showWithContent(ctx, asked, { drift: new DriftBudget(), mostBytes: MAX_CONTENT_BYTES });
}

function contentOfVersion({ store }: Ctx, { id }: ProjectContextRecord, number: number) {
  const row = store.projector.tables.get<ContextVersionRow>(
    "select * from {project_context_versions} where document_id = ? and number = ?",
    id,
    number,
  );
  if (!row) throw new NotFoundError("version of the document", String(number));
  return { version: row.number, contentSha256: row.sha256, size: row.size };
}
