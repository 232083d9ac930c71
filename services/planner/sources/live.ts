import type { OutboundLive } from "../../outbound/part.ts";
import type { VaultLive } from "../../secrets/vault.ts";

/** What refreshing needs of the running service. */
export type SourceLive = OutboundLive & VaultLive;
