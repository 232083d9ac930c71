import { savedViewStream, VIEWS_ID } from "../../../store/saved_views/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { InvalidError, NotFoundError } from "../kernel/errors.ts";
import { listSavedViews } from "./list.ts";
import type { SavedView, SavedViewInput, SavedViewKey } from "./schemas.ts";

const MAX_VIEWS = 200;

/**
 * Saves a view, which replaces the page's view of that name, and lists the page's views. An unchanged view records nothing.
 */
export function saveView(ctx: Ctx, { page, name, query: typed }: SavedViewInput): SavedView[] {
  const query = new URLSearchParams(typed).toString();
  const all = listSavedViews(ctx, {});
  const before = all.find((view) => view.page === page && view.name === name);
  if (!before && all.length >= MAX_VIEWS) {
    throw new InvalidError(`There are ${MAX_VIEWS} saved views already. Remove one first.`);
  }
  if (before?.query !== query) {
    record(ctx, savedViewStream, VIEWS_ID, [{ type: "saved_view.saved", data: { page, name, query } }]);
  }
  return listSavedViews(ctx, { page });
}

/** Removes a view, and lists those that the page still has. Throws `NotFoundError`. */
export function removeView(ctx: Ctx, { page, name }: SavedViewKey): SavedView[] {
  if (!listSavedViews(ctx, { page }).some((view) => view.name === name)) {
    throw new NotFoundError(`view of ${page}`, name);
  }
  record(ctx, savedViewStream, VIEWS_ID, [{ type: "saved_view.removed", data: { page, name } }]);
  return listSavedViews(ctx, { page });
}
