import { BlockList, isIP } from "node:net";

/** IPv4 that is not the public internet: this machine, private networks, links, carriers, tests, multicast, reserved. */
const NOT_PUBLIC_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Within 2000::/3, the only public part of IPv6: addresses that carry an IPv4 address, and special purposes. */
const NOT_PUBLIC_V6 = ["2001::/23", "2002::/16", "3fff::/20"];

/** Addresses that are never allowed: link-local, where clouds provide credentials, and multicast. */
const FORBIDDEN = [
  "169.254.0.0/16",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "fe80::/10",
  "ff00::/8",
];

/** Addresses for examples (RFC 5737, 3849): networks of test machines use them too, but no page on the web has one. */
const DOCUMENTATION = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"];

/** Names that no public name server knows (RFC 6761, 6762, 8375; .internal is reserved by ICANN). */
const SPECIAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i;

/** Returns whether a name can only lead to this machine or its own network. */
export const isSpecialName = (host: string): boolean => SPECIAL_NAMES.test(host);

/** Matches an IPv6 address with an IPv4 address in its last half, as in ISATAP. */
const ISATAP = /(?:::|:0:|:200:)5efe(?:(?::[0-9a-f]{1,4}){2}|::)$/;

const forbidden = listOf(FORBIDDEN);
const notPublic = listOf([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]);
const documentation = listOf(DOCUMENTATION);
const globalUnicast = listOf(["2000::/3"]);
const loopback = listOf(["127.0.0.0/8", "::1/128", "0.0.0.0/8", "::/128"]);

/**
 * Returns whether an IP address belongs to the public internet. Invalid addresses do not, and neither does IPv6 with an
 * embedded IPv4 address (mapped, NAT64, 6to4, Teredo, ISATAP). @see
 * https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return false;
  if (family === 4) return !notPublic.check(address, "ipv4");
  return globalUnicast.check(address, "ipv6") && !notPublic.check(address, "ipv6") &&
    !ISATAP.test(new URL(`http://[${address}]`).hostname.slice(0, -1));
}

/** Returns whether an IP address is one of those for examples. */
export const isDocumentationAddress = (address: string): boolean =>
  documentation.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Returns whether an address must not be reached even if a person allows its host: link-local, multicast, a cloud's
 * credentials service, or an invalid address.
 */
export function isForbiddenAddress(address: string): boolean {
  const plain = unmapped(address);
  const family = isIP(plain);
  return family === 0 || forbidden.check(plain, family === 4 ? "ipv4" : "ipv6");
}

/** Returns whether an IP address is this machine's: loopback, unspecified, or an address of one of its interfaces. */
export function isThisMachine(address: string): boolean {
  const plain = unmapped(address);
  const family = isIP(plain);
  if (family === 0) return false;
  if (loopback.check(plain, family === 4 ? "ipv4" : "ipv6")) return true;
  const own = new BlockList();
  for (const { address } of Deno.networkInterfaces()) {
    const plain = address.replace(/%.*/, "");
    if (isIP(plain) !== 0) own.addAddress(plain, isIP(plain) === 4 ? "ipv4" : "ipv6");
  }
  return own.check(plain, family === 4 ? "ipv4" : "ipv6");
}

/** Returns the IPv4 address in a mapped one; any other address unchanged. */
function unmapped(address: string): string {
  const plain = address.replace(/%.*/, "").replace(/^\[|\]$/g, "");
  if (isIP(plain) !== 6) return plain;
  const [, high, low] =
    /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${plain}]`).hostname) ??
      [];
  if (high === undefined || low === undefined) return plain;
  return [high, low].flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255]).join(".");
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = "", prefix] = range.split("/");
    list.addSubnet(net, Number(prefix), isIP(net) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
