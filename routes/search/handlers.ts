import type { ServiceCtx } from "../../services/parts.ts";
import { search as find } from "../../services/operations/search/search.ts";
import type { Handlers } from "../endpoint.ts";
import type { search } from "./contract.ts";

export const searchHandlers: Handlers<typeof search, ServiceCtx> = {
  "GET /search": (ctx, { query }) => find(ctx, query),
};
