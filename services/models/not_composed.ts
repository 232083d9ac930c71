import type { ProviderMonitor } from "./providers/monitor.ts";
import type { ProviderConfiguration } from "./providers/settings.ts";

/** The configuration of providers and budgets, as the service has it. */
export type Providers = Pick<
  ProviderConfiguration,
  "path" | "localServers" | "agents" | "settings" | "problem"
>;

/** Whoever checks providers. */
export type Monitor = Pick<ProviderMonitor, "check" | "runOnce" | "start" | "stop">;

/** A service that is open and not composed yet knows no provider. */
export const NO_PROVIDERS_YET: Providers = {
  path: "",
  localServers: [],
  agents: [],
  settings: () => ({
    providers: [],
    budgets: { unknownCost: "warn" },
    checks: { intervalSeconds: 300, timeoutMilliseconds: 10_000 },
  }),
  problem: () => null,
};

/** Nor does it check any. */
export const NO_MONITOR_YET: Monitor = {
  check: () => Promise.reject(new Error("the service is not composed yet")),
  runOnce: () => Promise.resolve([]),
  start: () => {},
  stop: () => Promise.resolve(),
};
