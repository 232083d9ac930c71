import { isLoopback } from "../../ground/kernel/loopback.ts";
import type { Privacy } from "../../../store/shared/enumerations.ts";

/** Domains that only resolve in a private network. */
const PRIVATE_NAME = /\.(?:local|lan|internal|intranet|home\.arpa|home|corp|test)$/;

/** Returns where data sent to an address ends up. A name without a dot counts as private. */
export function privacyOfAddress(address: string): Privacy {
  const host = new URL(address).hostname.toLowerCase().replace(/\.$/, "");
  if (isLoopback(host) || host.endsWith(".localhost")) return "local";
  const v6 = /^\[(.*)\]$/.exec(host)?.[1];
  if (v6 !== undefined) return isPrivateV6(v6) ? "private-network" : "third-party";
  if (/^\d+(?:\.\d+){3}$/.test(host)) return isPrivateV4(host) ? "private-network" : "third-party";
  return PRIVATE_NAME.test(host) || !host.includes(".") ? "private-network" : "third-party";
}

/** RFC 1918, link-local, and the shared space that overlay networks use (RFC 6598). */
function isPrivateV4(address: string): boolean {
  const [a = 0, b = 0] = address.split(".").map(Number);
  return a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) ||
    (a === 169 && b === 254) || (a === 100 && b >= 64 && b <= 127);
}

/** Unique local and link-local addresses. */
const isPrivateV6 = (address: string): boolean => /^(?:f[cd]|fe[89ab])/.test(address);
