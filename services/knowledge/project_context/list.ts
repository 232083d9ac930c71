import { type SearchFilter, searchProjectContext } from "../../../store/project_context/search.ts";
import { projectContextStream } from "../../../store/project_context/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { DriftBudget } from "./drift/budget.ts";
import { projectRootOf } from "./paths/project_path.ts";
import { showProjectContext, showWithContent } from "./read_model.ts";
import type {
  ProjectContextDocument,
  ProjectContextDocumentWithContent,
  ProjectContextQuery,
} from "./schemas.ts";

/** How much content a list shows, of one document and of all of them. */
const SHOWN_BYTES = 64 * 1024;
const SHOWN_BYTES_OF_ALL = 4 * 1024 * 1024;

/** Returns documents, newest first; with content if they were searched or it was requested. */
export async function listProjectContext(
  ctx: Ctx,
  query: ProjectContextQuery,
): Promise<(ProjectContextDocumentWithContent | ProjectContextDocument)[]> {
  const filter = filterOf(query);
  const found = query.query === undefined
    ? ctx.store.documents.find(projectContextStream, filter, { limit: query.limit, newestFirst: true })
    : searchProjectContext(ctx.store.documents, query.query, filter, query.limit);
  if (query.query === undefined && !query.includeContent) return found.map(showProjectContext);

  const shown: ProjectContextDocumentWithContent[] = [];
  const drift = new DriftBudget();
  let left = SHOWN_BYTES_OF_ALL;
  for (const document of found) {
    const bytes = Math.min(SHOWN_BYTES, left);
    shown.push(await showWithContent(ctx, document, { drift, mostBytes: bytes, mayBeMissing: true }));
    left -= Math.min(bytes, document.size);
  }
  return shown;
}

function filterOf({ projectPath, documentType, status, includeArchived }: ProjectContextQuery): SearchFilter {
  return {
    ...(projectPath !== undefined && { projectRoot: projectRootOf(projectPath) }),
    ...(documentType !== undefined && { documentType }),
    ...(status !== undefined ? { status } : !includeArchived && { archivedAt: null }),
  };
}
