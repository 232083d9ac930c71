import type { Ctx } from "../kernel/context.ts";
import { DriftBudget } from "./drift/budget.ts";
import { requireProjectContext, showWithContent } from "./read_model.ts";
import { MAX_CONTENT_BYTES, type ProjectContextDocumentWithContent } from "./schemas.ts";

/** One document with its whole content, its versions, and what of it no longer fits the repository. */
export const getProjectContext = (ctx: Ctx, id: string): Promise<ProjectContextDocumentWithContent> =>
  showWithContent(ctx, requireProjectContext(ctx, id), {
    drift: new DriftBudget(),
    mostBytes: MAX_CONTENT_BYTES,
  });
