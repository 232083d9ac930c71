import { isIP } from "node:net";

/** A host that commands may connect to. */
export type AllowedHost = {
  /** A name or an address in canonical form; `*.` before a name matches everything below it. */
  host: string;
  /** Null for the ports of http and https. */
  port: number | null;
  /** Whether its address may be non-public. Only a person can allow such a host, and only exactly. */
  anyAddress: boolean;
};

/** A target that a program wants to connect to, in canonical form. */
export type Target = { host: string; port: number };

/** The longest possible host name. */
const MAX_HOST_CHARACTERS = 253;

const WEB_PORTS = [443, 80];

/** Returns a target as a person writes it in `sandbox.json`. */
export const showTarget = ({ host, port }: Target): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/**
 * Parses `host:port` into canonical form: lower case, punycode, standard address notation, no trailing dot. Returns
 * null for anything else.
 */
export function parseTarget(text: string): Target | null {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/@?#\\[\]%]+):(\d{1,5})$/i.exec(text) ?? [];
  const number = Number(port);
  if (host === undefined || number < 1 || number > 65535) return null;
  const canonical = canonicalHost(host);
  return canonical === null ? null : { host: canonical, port: number };
}

/**
 * Parses an entry of `sandbox.json`: `name`, `*.name`, `name:port`, `address:port`. An exact `host:port` may have any
 * address, including loopback; others must have a public one. Returns null for anything else.
 */
export function parseAllowedHost(text: string): AllowedHost | null {
  const wildcard = text.startsWith("*.");
  const rest = wildcard ? text.slice(2) : text;
  if (/:\d+$/.test(rest) && !/^[0-9a-f:.]+:[0-9a-f:.]+:/i.test(rest)) {
    const target = parseTarget(rest);
    if (target === null || (wildcard && isIP(target.host) !== 0)) return null;
    return { host: wildcard ? `*.${target.host}` : target.host, port: target.port, anyAddress: !wildcard };
  }
  const host = /^[^\s:/@?#\\[\]%*]+$/.test(rest) ? canonicalHost(rest) : null;
  if (host === null || isIP(host) !== 0) return null;
  return { host: wildcard ? `*.${host}` : host, port: null, anyAddress: false };
}

/** Returns the most permissive entry of a list that matches a target, or null. */
export function findAllowed(allowed: readonly AllowedHost[], target: Target): AllowedHost | null {
  const covering = allowed.filter(({ host, port }) =>
    (port === null ? WEB_PORTS.includes(target.port) : port === target.port) && covers(host, target.host)
  );
  return covering.find(({ anyAddress }) => anyAddress) ?? covering[0] ?? null;
}

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) && isIP(host) === 0 : pattern === host;

function canonicalHost(host: string): string | null {
  if (!URL.canParse(`http://${host}/`)) return null;
  const { hostname } = new URL(`http://${host}/`);
  const plain = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return plain === "" || plain.length > MAX_HOST_CHARACTERS ? null : plain;
}
