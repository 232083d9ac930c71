import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import type { CallOwner } from "./record.ts";
import type { ProviderRequest } from "./send.ts";

/** What a proxy forwards, to whom, and for whom. */
export type ProxyOptions = {
  owner: CallOwner;
  upstream: ProviderDefinition;
  /** A unix socket to listen on; by default a free port of 127.0.0.1. */
  socket: string | null;
  /** Sends a request to the provider; by default this service does, with the provider's key. */
  sendAway?: (request: ProviderRequest) => Promise<Response>;
};
