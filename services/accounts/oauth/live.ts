import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";

/** Work in progress between this service and the servers of accounts. */
export type OauthWork = {
  /** One refresh per account; later callers wait for it. */
  flights: Map<string, Promise<void>>;
  /** Revocations at servers, each once, no matter what started them. */
  revocations: Map<string, Promise<void>>;
  /** When the server of a device authorization is asked next, and how often it may be. */
  polls: Map<string, { at: number; seconds: number }>;
  /** How far a refresh is shifted, from 0 to 1, so that accounts do not all refresh at the same moment. */
  random: () => number;
};

/** What a context has for accounts. */
export type OauthLive = { oauth: OauthWork } & OutboundLive & VaultLive;
