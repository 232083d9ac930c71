import { z } from "zod";
import type { CatalogModel } from "../../../../../store/models/provider_events.ts";
import { bareModel } from "../settings/bare_model.ts";
import { namedCapabilities } from "./named_capabilities.ts";

const count = z.number().int().positive().nullish().catch(null);

const listSchema = z.object({
  data: z.array(z.object({
    id: z.string().min(1).max(200),
    display_name: z.string().nullish().catch(null),
    max_input_tokens: count,
    max_tokens: count,
    capabilities: namedCapabilities,
  })),
});

/** Returns the models of Anthropic's `GET /v1/models`, or null when it is not such a list. */
export function anthropicModels(json: unknown): CatalogModel[] | null {
  const list = listSchema.safeParse(json);
  if (!list.success) return null;
  return list.data.data.map(({ id, display_name, max_input_tokens, max_tokens, capabilities }) => ({
    ...bareModel(id),
    capabilities,
    contextTokens: max_input_tokens ?? null,
    outputTokens: max_tokens ?? null,
    notes: display_name ?? null,
  }));
}
