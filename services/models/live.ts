import type { VaultLive } from "../secrets/vault.ts";
import type { ProviderConfiguration } from "./providers/settings.ts";

/** What a context carries of models: which providers and budgets a person has configured, and the keys to them. */
export type ModelsLive = { providers: ProviderConfiguration } & VaultLive;
