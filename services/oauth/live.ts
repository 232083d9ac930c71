import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";

/** What is under way between this service and the servers of accounts. */
export type OauthWork = {
  /** One refresh for each account; whoever else asks waits for that one. */
  flights: Map<string, Promise<void>>;
  /** What is told to a server of an account that has ended: by whoever ended it, or by the clock, once. */
  revocations: Map<string, Promise<void>>;
  /** When the server of a device's authorization is asked next, and how often it may be. */
  polls: Map<string, { at: number; seconds: number }>;
  /** How far a refresh is moved, from 0 to 1, so that accounts do not all refresh in one moment. */
  random: () => number;
};

/** What a context carries of it. */
export type OauthLive = { oauth: OauthWork } & OutboundLive & VaultLive;
