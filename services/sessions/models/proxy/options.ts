import type { ProviderDefinition } from "../providers/settings/definition.ts";
import type { CallOwner } from "./record.ts";

/** What a proxy forwards, to whom, and for whom. */
export type ProxyOptions = {
  owner: CallOwner;
  upstream: ProviderDefinition;
  /** A unix socket to listen on; by default a free port of 127.0.0.1. */
  socket: string | null;
};
