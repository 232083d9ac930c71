import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { ModelsLive } from "./providers/settings/live.ts";
import type { ProviderDefinition } from "./providers/settings/definition.ts";
import { type LocalServer, ProviderConfiguration, ProviderMonitor } from "./providers/mod.ts";

/** What `agents` and `localServers` replace: the coding agents and model servers that may be found on this machine. */
type Nearby = { agents?: readonly ProviderDefinition[]; localServers?: readonly LocalServer[] };

/** The configured providers and budgets. */
export const providers = part({
  name: "providers",
  open: ({ config }: Core, { localServers, agents }: Nearby) =>
    new ProviderConfiguration(config.storageDirectory, localServers, agents),
});

/** Checks providers that are in use. */
export const providerMonitor = part({
  name: "providerMonitor",
  open: (_: Core & ModelsLive) => new ProviderMonitor(),
  stop: (monitor) => monitor.stop(),
  due: [{
    kind: "provider_check",
    movedBy: [],
    next: (ctx) => ctx.providerMonitor.nextPassAt(ctx),
    begin: (ctx) => ctx.providerMonitor.runOnce(ctx),
  }],
});
