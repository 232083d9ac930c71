import type { ServiceCtx } from "../../services/parts.ts";
import { listSavedViews } from "../../services/ground/saved_views/list.ts";
import { removeView, saveView } from "../../services/ground/saved_views/save.ts";
import type { Handlers } from "../endpoint.ts";
import type { savedViews } from "./contract.ts";

export const savedViewsHandlers: Handlers<typeof savedViews, ServiceCtx> = {
  "GET /saved-views": (ctx, { query }) => listSavedViews(ctx, query),
  "POST /saved-views": (ctx, { body }) => saveView(ctx, body),
  "POST /saved-views/remove": (ctx, { body }) => removeView(ctx, body),
};
