import { type DoctorFinding, failed, ok } from "./finding.ts";
import { counted } from "../../client/words.ts";
import { LOCAL } from "../local.later.ts";

/** Checks the provider configuration of a storage directory without a service. */
export async function checkProvidersFile(storageDirectory: string): Promise<DoctorFinding[]> {
  const { ProviderConfiguration } = await LOCAL.providerSettings();
  const configuration = new ProviderConfiguration(storageDirectory);
  const problem = configuration.problem();
  if (problem) return [failed("providers.json", problem.detail, problem.fix)];
  const { providers } = configuration.settings();
  return providers.length === 0
    ? []
    : [ok("providers.json", `${counted(providers.length, "provider")} configured.`)];
}
