import type { Core } from "../../kernel/context.ts";
import type { ProviderDefinition, ProviderModel } from "./definition.ts";
import type { ModelsLive } from "../live.ts";

/** What a person should know of a provider that works: a broken configuration, a key in clear text, a missing list. */
export function warningsOf(
  service: Pick<Core & ModelsLive, "providers">,
  provider: ProviderDefinition,
  models: readonly ProviderModel[],
): string[] {
  const problem = service.providers.problem();
  const ofFile = provider.source === "file" || provider.source === "builtin";
  return [
    ...(problem && ofFile ? [`${problem.detail} ${problem.fix}`] : []),
    ...(provider.secret && provider.baseUrl?.startsWith("http:") && provider.privacy !== "local"
      ? ["Its key crosses the network unencrypted; use https."]
      : []),
    ...(models.length === 0 && !provider.command
      ? [`No model of it is known yet: agent-harness providers check ${provider.id} reads its list.`]
      : []),
  ];
}
