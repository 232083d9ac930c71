import { providerStream } from "../../../../store/models/provider_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { ProviderDefinition } from "./settings/definition.ts";
import type { LocalServer } from "./settings/local_servers.ts";
import type { ModelsLive } from "./settings/live.ts";

/** Returns the local servers that have answered a health check. */
export const detectedProviders = (
  service: Pick<Core & ModelsLive, "store" | "providers">,
): ProviderDefinition[] =>
  service.providers.localServers.flatMap((server) => {
    const known = service.store.documents.get(providerStream, server.id);
    return known?.detectedAt ? [detectedDefinition(server)] : [];
  });

/** Returns the local servers that were checked and have never answered. */
export const absentServers = (
  service: Pick<Core & ModelsLive, "store" | "providers">,
): ProviderDefinition[] =>
  service.providers.localServers.flatMap((server) => {
    const known = service.store.documents.get(providerStream, server.id);
    return known && !known.detectedAt ? [detectedDefinition(server)] : [];
  });

/** Returns a local server as a provider, whether or not it has answered yet. */
export const detectedDefinition = ({ id, label, baseUrl }: LocalServer): ProviderDefinition => ({
  id,
  kind: "openai-compatible",
  source: "detected",
  label,
  baseUrl,
  secret: null,
  privacy: "local",
  models: [],
});
