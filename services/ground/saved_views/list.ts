import { savedViewStream, VIEWS_ID } from "../../../store/saved_views/stream.ts";
import type { Core } from "../kernel/context.ts";
import type { SavedView } from "./schemas.ts";

/** Returns the saved views, of one page or of all, by page and name. */
export function listSavedViews(
  { store }: Pick<Core, "store">,
  { page }: { page?: string | undefined },
): SavedView[] {
  const { views = [] } = store.documents.get(savedViewStream, VIEWS_ID) ?? {};
  return views.filter((view) => page === undefined || view.page === page)
    .map((view) => ({
      ...view,
      path: `/dashboard/${view.page}${view.query === "" ? "" : `?${view.query}`}`,
    }));
}
