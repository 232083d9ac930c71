import { sourceMetadata } from "../../services/knowledge/research/metadata.ts";
import { sourcePreview } from "../../services/knowledge/research/preview.ts";
import { searchSources } from "../../services/knowledge/research/search/search.ts";
import { domain } from "../domain.ts";
import { research } from "./contract.ts";

export const researchDomain = domain(research, {
  "POST /research/source-metadata": (ctx, { body }) => sourceMetadata(ctx, body),
  "POST /research/source-search": (ctx, { body }) => searchSources(ctx, body),
  "POST /research/source-preview": (ctx, { body }) => sourcePreview(ctx, body),
});
