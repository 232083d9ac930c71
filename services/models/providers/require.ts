import type { Core } from "../../kernel/context.ts";
import { NotFoundError } from "../../kernel/errors.ts";
import { detectedDefinition } from "./detected.ts";
import { findProvider, type ProviderDefinition } from "./definition.ts";
import type { ModelsLive } from "../live.ts";

/** The provider of that id, or the local server that may be one without having answered yet. Throws `NotFoundError`. */
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
