import { searchQuerySchema, searchResultSchema } from "../../services/operations/search/schemas.ts";
import { contract } from "../endpoint.ts";

/** One search over everything that is recorded. */
export const search = contract({
  "GET /search": {
    summary:
      "Search requests, patches, artifacts, remarks, transcripts, conversations, memory, documents, notes and logs",
    query: searchQuerySchema,
    output: searchResultSchema,
    cli: "dashboard search",
  },
});
