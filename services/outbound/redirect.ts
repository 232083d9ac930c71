import { type Destination, readDestination } from "./destination.ts";
import { OutboundError } from "./error.ts";

/** What is asked next, and whether it is still the origin that was asked first. */
export type Hop = {
  destination: Destination;
  method: string;
  body: Uint8Array | null;
  atFirstOrigin: boolean;
};

const REDIRECTS = [301, 302, 303, 307, 308];

/** Tells whether an answer leads elsewhere, so that its own body says nothing. */
export const isRedirect = (status: number, location: string | null): location is string =>
  REDIRECTS.includes(status) && typeof location === "string";

/**
 * Returns where an answer leads to; null when it is not a redirect. Only GET and HEAD go to another origin, and nothing goes from
 * https to http. Throws `OutboundError` where that is asked for.
 *
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
export function nextHop(hop: Hop, status: number, location: string | null): Hop | null {
  if (!isRedirect(status, location)) return null;
  const { url, target } = hop.destination;
  const refuse = (why: string) =>
    new OutboundError("redirect", `${target.host} answered with a redirect ${why}`);
  if (!URL.canParse(location, url)) throw refuse("to something that is not an address.");
  const destination = destinationOf(new URL(location, url).href, refuse);
  const next = destination.url;
  if (url.protocol === "https:" && next.protocol === "http:") {
    throw refuse(`from https to http, to ${next.host}, which is not followed.`);
  }
  const toGet = status === 303 ? hop.method !== "HEAD" : status < 303 && hop.method === "POST";
  const method = toGet ? "GET" : hop.method;
  const sameOrigin = next.origin === url.origin;
  if (!sameOrigin && method !== "GET" && method !== "HEAD") {
    throw refuse(`of a ${method} to ${next.host}. What it sends stays with the host it was meant for.`);
  }
  return {
    destination,
    method,
    body: toGet || !sameOrigin ? null : hop.body,
    atFirstOrigin: hop.atFirstOrigin && sameOrigin,
  };
}

function destinationOf(address: string, refuse: (why: string) => OutboundError): Destination {
  try {
    return readDestination(address);
  } catch (cause) {
    throw refuse(`that is not followed. ${(cause as Error).message}`);
  }
}
