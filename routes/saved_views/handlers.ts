import { listSavedViews } from "../../services/ground/saved_views/list.ts";
import { removeView, saveView } from "../../services/ground/saved_views/save.ts";
import { domain } from "../domain.ts";
import { savedViews } from "./contract.ts";

export const savedViewsDomain = domain(savedViews, {
  "GET /saved-views": (ctx, { query }) => listSavedViews(ctx, query),
  "POST /saved-views": (ctx, { body }) => saveView(ctx, body),
  "POST /saved-views/remove": (ctx, { body }) => removeView(ctx, body),
});
