import type { VaultLive } from "../../../../accounts/secrets/vault.ts";
import type { ProviderConfiguration } from "./settings.ts";

/** What the context holds about models: the configured providers and budgets, and the keys to them. */
export type ModelsLive = { providers: ProviderConfiguration } & VaultLive;
