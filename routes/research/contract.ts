import { z } from "zod";
import {
  sourceMetadataSchema,
  sourcePreviewSchema,
  sourceSearchInputSchema,
  sourceSearchResultSchema,
  sourceUrlInputSchema,
} from "../../services/research/source_schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, research utilities. They reach the network, so the agent token may not use them. */
export const research = contract({
  "POST /research/source-metadata": {
    summary: "Say what a page says of itself",
    access: "operator",
    body: sourceUrlInputSchema,
    output: sourceMetadataSchema,
    cli: "research metadata",
  },
  "POST /research/source-search": {
    summary: "Search what was read and saved, then the configured engine",
    access: "operator",
    body: sourceSearchInputSchema,
    output: z.array(sourceSearchResultSchema),
    cli: "research search",
  },
  "POST /research/source-preview": {
    summary: "Read a page, keep its text, and say what changed",
    access: "operator",
    body: sourceUrlInputSchema,
    output: sourcePreviewSchema,
    cli: "research preview",
  },
});
