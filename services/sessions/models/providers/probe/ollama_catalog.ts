import { z } from "zod";
import type { CatalogModel } from "../../../../../store/models/provider_events.ts";
import { bareModel } from "../settings/bare_model.ts";
import { namedCapabilities } from "./named_capabilities.ts";

const tagsSchema = z.object({
  models: z.array(z.object({
    name: z.string().min(1).max(200),
    capabilities: namedCapabilities,
    remote_host: z.string().nullish().catch(null),
    details: z.object({ parameter_size: z.string(), quantization_level: z.string() }).partial().nullish()
      .catch(
        null,
      ),
  })),
});

/**
 * Returns the models of Ollama's `GET /api/tags`, or null when it is not such a list. Models that Ollama runs itself are free;
 * those it forwards to its own cloud leave this machine, at a price that it does not state.
 */
export function ollamaModels(json: unknown): CatalogModel[] | null {
  const tags = tagsSchema.safeParse(json);
  if (!tags.success) return null;
  return tags.data.models.map(({ name, capabilities, remote_host, details }) => {
    const remote = Boolean(remote_host) || /[-:]cloud$/.test(name);
    const size = [details?.parameter_size, details?.quantization_level].filter(Boolean).join(", ");
    return {
      ...bareModel(name),
      capabilities,
      ...(remote
        ? { privacy: "third-party" as const, notes: `Ollama forwards it to ${remote_host ?? "its cloud"}.` }
        : { inputCostPerMillion: 0, outputCostPerMillion: 0, notes: size || null }),
    };
  });
}
