import type { NetworkRefusalReason } from "../../../store/runs/network.ts";
import { lookup } from "node:dns/promises";
import { isPublicAddress, isThisMachine } from "./address.ts";
import { type AllowedHost, findAllowed, type Target } from "./allowed_host.ts";

/** Resolves a name to addresses. */
export type Resolve = (host: string) => Promise<string[]>;

/** What one command may connect to. */
export type NetworkRule = {
  allowed: readonly AllowedHost[];
  /** The port that this service listens on, which is never allowed. */
  servicePort: () => number;
  /** Whether connections are refused at the moment, and whether the program is only starting; absent if they never are. */
  door?: { readonly isShut: boolean; readonly isStarting: boolean };
};

/** Where to connect: checked addresses, so that the name is not resolved again. Or why not. */
type ConnectDecision = { addresses: string[] } | { refusal: NetworkRefusalReason };

/** Decides on one connection. This service itself is always refused. */
export async function decideTarget(
  rule: NetworkRule,
  target: Target,
  resolve: Resolve = resolveWithSystem,
): Promise<ConnectDecision> {
  const own = target.port === rule.servicePort();
  if (own && (target.host === "localhost" || isThisMachine(target.host))) return { refusal: "own_service" };
  if (rule.door?.isShut) return { refusal: rule.door.isStarting ? "agent_start" : "not_admitted" };
  const entry = findAllowed(rule.allowed, target);
  if (entry === null) return { refusal: "not_listed" };
  const addresses = await resolve(target.host).catch(() => []);
  if (addresses.length === 0) return { refusal: "unresolved" };
  if (own && addresses.some(isThisMachine)) return { refusal: "own_service" };
  const permitted = addresses.filter((address) => entry.anyAddress || isPublicAddress(address));
  return permitted.length > 0 ? { addresses: permitted } : { refusal: "not_public" };
}

/** Resolves a name as this machine does. */
export async function resolveWithSystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
