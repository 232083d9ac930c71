import { z } from "zod";
import {
  sourceMetadataSchema,
  sourcePreviewSchema,
  sourceSearchInputSchema,
  sourceSearchResultSchema,
  sourceUrlInputSchema,
} from "../../services/knowledge/research/source_schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, research utilities. They reach the network, so the agent token may not use them. */
export const research = contract({
  "POST /research/source-metadata": {
    summary: "Read a page's metadata",
    body: sourceUrlInputSchema,
    output: sourceMetadataSchema,
    cli: "research metadata",
    argument: "url",
  },
  "POST /research/source-search": {
    summary: "Search saved pages and notes, then the configured search engine",
    body: sourceSearchInputSchema,
    output: z.array(sourceSearchResultSchema),
    cli: "research search",
    argument: "query",
  },
  "POST /research/source-preview": {
    summary: "Read a page, store its text, and show what changed since the last reading",
    body: sourceUrlInputSchema,
    output: sourcePreviewSchema,
    cli: "research preview",
    argument: "url",
  },
});
