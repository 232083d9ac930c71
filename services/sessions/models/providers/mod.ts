/** What other domains use of providers. */
export { howToAdd } from "./next_step.ts";
export { findProvider, providersOf } from "./find.ts";
export { hasRefusedLogin } from "./login.ts";
export { keyFault } from "./readiness.ts";
export { LOCAL_SERVERS, type LocalServer } from "./settings/local_servers.ts";
export { type MonitorLive, ProviderMonitor } from "./monitor.ts";
export { ProviderConfiguration } from "./settings/settings.ts";
export { providersStatus } from "./status.ts";
export { providerEntrySchema, providersStatusSchema } from "./status_schemas.ts";
