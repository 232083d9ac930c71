import { providerStream } from "../../../store/models/provider_stream.ts";
import type { Core } from "../../kernel/context.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { ModelsLive } from "../live.ts";

/** A model server that people run on their own machine, where it listens unless told otherwise. */
export type LocalServer = { id: string; label: string; baseUrl: string };

/** Model servers that are looked for on this machine when a person asks for their health. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
  { id: "ollama", label: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { id: "lm-studio", label: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { id: "llama-cpp", label: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
  { id: "vllm", label: "vLLM", baseUrl: "http://127.0.0.1:8000/v1" },
];

/** The local servers that have answered a health check. */
export const detectedProviders = (
  service: Pick<Core & ModelsLive, "store" | "providers">,
): ProviderDefinition[] =>
  service.providers.localServers.flatMap((server) => {
    const known = service.store.documents.get(providerStream, server.id);
    return known?.detectedAt ? [detectedDefinition(server)] : [];
  });

/** A local server as a provider, whether or not it has answered yet. */
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
