import { isIP } from "node:net";
import {
  isDocumentationAddress,
  isForbiddenAddress,
  isPublicAddress,
  isSpecialName,
  isThisMachine,
} from "../../machine/network/address.ts";
import { parseTarget, showTarget, type Target } from "../../machine/network/allowed_host.ts";
import type { Resolve } from "../../machine/network/decide.ts";
import { OutboundError } from "./error.ts";

/** The target of a request. */
export type Destination = { url: URL; target: Target };

/** The longest address that is requested. */
const MAX_URL_CHARACTERS = 4096;

const WEB_PORTS = [80, 443];

/**
 * Parses an address from elsewhere. Its host is then in canonical form, so that no spelling of an IP address is taken
 * for a name. Throws `OutboundError` unless it is plain http or https.
 */
export function readDestination(text: string): Destination {
  if (text.length > MAX_URL_CHARACTERS) {
    throw invalid(`The address has more than ${MAX_URL_CHARACTERS} characters.`);
  }
  if (!URL.canParse(text)) {
    throw invalid(`"${text.slice(0, 200)}" is not an address such as https://example.org/.`);
  }
  const url = new URL(text);
  url.hash = "";
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw invalid(`The address must begin with https:// or http://, not with ${url.protocol}.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("The address contains a user or a password. Store these as a secret instead.");
  }
  const target = parseTarget(`${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`);
  if (target === null) throw invalid(`"${url.hostname.slice(0, 200)}" is not a valid host.`);
  return { url, target };
}

/** Whether text for a destination crosses networks unencrypted: over http, unless it is the operator's own `privateHost`. */
export function isExposed({ url, target }: Destination, privateHost: string | null): boolean {
  const own = privateHost === null ? null : parseTarget(privateHost);
  return url.protocol === "http:" && (own === null || showTarget(own) !== showTarget(target));
}

/** The rules for destinations. */
export type DestinationRule = {
  /** Exact targets that may have any address that is not forbidden, and any port. */
  allowed: readonly Target[];
  /** The port that this service listens on. */
  servicePort: () => number;
  resolve: Resolve;
};

/**
 * Returns the addresses for a connection, so that the name is not resolved again. Every address of a name is checked:
 * one that is not public refuses them all. Throws `OutboundError`.
 */
export async function resolveDestination({ target }: Destination, rule: DestinationRule): Promise<string[]> {
  const exact = rule.allowed.some(({ host, port }) => host === target.host && port === target.port);
  const shown = showTarget(target);
  if (!exact && !WEB_PORTS.includes(target.port)) {
    throw new OutboundError("not_public", `${shown} was refused: only the ports 80 and 443 are allowed.`);
  }
  if (!exact && isSpecialName(target.host)) {
    throw new OutboundError("not_public", `${shown} was refused: it is not on the public internet.`);
  }
  const addresses = isIP(target.host) === 0 ? await rule.resolve(target.host).catch(() => []) : [target.host];
  if (addresses.length === 0) {
    throw new OutboundError(
      "unresolved",
      `The name ${target.host} could not be resolved. Check its spelling.`,
    );
  }
  if (target.port === rule.servicePort() && (target.host === "localhost" || addresses.some(isThisMachine))) {
    throw new OutboundError("own_service", `${shown} is this service itself, which is never allowed.`);
  }
  const isOutside = (each: string) => isPublicAddress(each) && !isDocumentationAddress(each);
  const refused = addresses.find((each) => isForbiddenAddress(each) || (!exact && !isOutside(each)));
  if (refused !== undefined) {
    // The address is not shown: callers must not learn from this service how internal names resolve.
    const why = refused === target.host ? "it is" : "it has an address that is";
    throw new OutboundError("not_public", `${shown} was refused: ${why} not on the public internet.`);
  }
  return addresses;
}

const invalid = (sentence: string): OutboundError => new OutboundError("invalid_address", sentence);
