import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import { detectedDefinition } from "./detected.ts";
import { type ProviderDefinition } from "./settings/definition.ts";
import { findProvider } from "./find.ts";
import type { ModelsLive } from "./settings/live.ts";

/** Returns the provider with that id, or the local server that may be one although it has not answered yet. Throws `NotFoundError`. */
export function requireProvider(
  service: Pick<Core & ModelsLive, "store" | "providers">,
  id: string,
): ProviderDefinition {
  const known = findProvider(service, id);
  if (known) return known;
  const server = service.providers.localServers.find((candidate) => candidate.id === id);
  if (!server) throw new NotFoundError("provider", id);
  return detectedDefinition(server);
}
