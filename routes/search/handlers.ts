import { search as find } from "../../services/operations/search/search.ts";
import { domain } from "../domain.ts";
import { search } from "./contract.ts";

export const searchDomain = domain(search, {
  "GET /search": (ctx, { query }) => find(ctx, query),
});
