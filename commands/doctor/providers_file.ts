import { failed, type Finding, ok } from "./finding.ts";
import { counted } from "../../client/words.ts";
import { LOCAL } from "../local.later.ts";

/** Whether the configuration of providers in a storage directory can be used, without a service being asked. */
export async function checkProvidersFile(storageDirectory: string): Promise<Finding[]> {
  const { ProviderConfiguration } = await LOCAL.providerSettings();
  const configuration = new ProviderConfiguration(storageDirectory);
  const problem = configuration.problem();
  if (problem) return [failed("providers.json", problem.detail, problem.fix)];
  const { providers } = configuration.settings();
  return providers.length === 0
    ? []
    : [ok("providers.json", `${counted(providers.length, "provider")} configured.`)];
}
