import { withArticle } from "../../ground/kernel/words.ts";
import { type Destination, readDestination } from "./destination.ts";
import { OutboundError } from "./error.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** The next request, and whether it is still to the first origin. */
export type Hop = {
  destination: Destination;
  method: string;
  body: Uint8Array | null;
  atFirstOrigin: boolean;
};

const REDIRECTS = [301, 302, 303, 307, 308];

/** Returns whether a response is a redirect, whose own body is ignored. */
export const isRedirect = (status: number, location: string | null): location is string =>
  REDIRECTS.includes(status) && typeof location === "string";

/**
 * Returns the target of a response, or null if it is not a redirect. Only GET and HEAD go to another origin, and
 * nothing goes from https to http; throws `OutboundError` for these. @see
 * https://fetch.spec.whatwg.org/#http-redirect-fetch
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
    throw refuse(`of ${withArticle(method)} to ${next.host}. The body is only sent to the original host.`);
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
    throw refuse(`that is not followed. ${messageOf(cause)}`);
  }
}
