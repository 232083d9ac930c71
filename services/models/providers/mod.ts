/** What other domains use of providers. */
export { findProvider, providersOf } from "./definition.ts";
export { LOCAL_SERVERS, type LocalServer } from "./detected.ts";
export { type MonitorLive, ProviderMonitor } from "./monitor.ts";
export { ProviderConfiguration } from "./settings.ts";
export { providersStatus } from "./status.ts";
export { providerEntrySchema, providersStatusSchema } from "./status_schemas.ts";
