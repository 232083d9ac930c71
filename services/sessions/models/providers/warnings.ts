import type { Core } from "../../../ground/kernel/context.ts";
import type { ProviderDefinition, ProviderModel } from "../../provider_kinds/definition.ts";
import type { ModelsLive } from "./settings/live.ts";

/** Returns warnings about a working provider: a broken configuration, an unencrypted key, a missing model list. */
export function providerWarningsOf(
  service: Pick<Core & ModelsLive, "providers">,
  provider: ProviderDefinition,
  models: readonly ProviderModel[],
): string[] {
  const problem = service.providers.problem();
  const ofFile = provider.source === "file" || provider.source === "builtin";
  return [
    ...(problem && ofFile ? [`${problem.detail} ${problem.fix}`] : []),
    ...(provider.secret && provider.baseUrl?.startsWith("http:") && provider.privacy !== "local"
      ? ["Its key crosses the network unencrypted. Use https."]
      : []),
    ...(models.length === 0
      ? [`No models of it are known yet. Read its list with: agent-harness providers check ${provider.id}.`]
      : []),
  ];
}
