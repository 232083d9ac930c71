import type { Attempts } from "../../ground/effects/attempts.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";

/** Work in progress between this service and the servers of accounts. */
export type OauthWork = {
  /** Refreshes and revocations in progress: one of each for an account, no matter what started it. */
  attempts: Attempts;
  /** When the server of a device authorization is asked next, and how often it may be. */
  polls: Map<string, { at: number; seconds: number }>;
  /** How far a refresh is shifted, from 0 to 1, so that accounts do not all refresh at the same moment. */
  random: () => number;
};

/** The key of an account's refresh among the attempts. */
export const refreshKey = (accountId: string): string => `refresh/${accountId}`;

/** What a context has for accounts. */
export type OauthLive = { oauth: OauthWork } & OutboundLive & VaultLive;
