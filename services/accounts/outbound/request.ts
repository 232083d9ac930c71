import { sha256 } from "../../../store/chain.ts";
import type { OutboundReceipt } from "../../../store/outbound_receipt.ts";
import type { Target } from "../../machine/network/allowed_host.ts";
import { readDestination } from "./destination.ts";
import { OutboundError } from "./error.ts";
import { exchange, type Network } from "./exchange.ts";
import { explainFailure } from "./failure.ts";
import { sortHeaders } from "./headers.ts";
import { DEFAULT_LIMITS, type OutboundLimits } from "./limits.ts";
import { type Hop, nextHop } from "./redirect.ts";

/** The methods of HTTP and CalDAV. */
export type OutboundMethod =
  | "GET"
  | "HEAD"
  | "OPTIONS"
  | "POST"
  | "PUT"
  | "PATCH"
  | "DELETE"
  | "PROPFIND"
  | "PROPPATCH"
  | "REPORT"
  | "MKCALENDAR";

/** A request to an address that did not come from the operator's own configuration. */
export type OutboundRequest = {
  url: string;
  /** GET by default. */
  method?: OutboundMethod;
  /** Plain headers, such as `accept` and `if-none-match`; those about the resource go only to the first origin. */
  headers?: Readonly<Record<string, string>>;
  /** Headers with a secret, such as `authorization`. They go only to the first origin. */
  credentials?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Exact targets on any port whose address may be non-public; not for redirects to another origin. */
  allowed?: readonly Target[];
  limits?: Partial<OutboundLimits>;
  /** True if the path itself is a secret, as for a private calendar: receipts and messages then leave it out. */
  secretPath?: boolean;
  signal?: AbortSignal;
};

/** A response with any status. */
export type OutboundAnswer = {
  status: number;
  /** Without cookies, which are never kept. */
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** The target of the last redirect. */
  url: string;
  receipt: OutboundReceipt;
};

/**
 * Makes a request to an address from elsewhere; this is the only way. Each name is resolved once, each of its addresses
 * must be public, and the connection is made to one of these. Redirects are followed one by one with the same checks.
 * Throws `OutboundError`, whose receipt says what was done until then.
 */
export async function request(network: Network, input: OutboundRequest): Promise<OutboundAnswer> {
  const limits = { ...DEFAULT_LIMITS, ...input.limits };
  const headers = sortHeaders(input.headers ?? {}, input.credentials ?? {});
  const body = typeof input.body === "string" ? new TextEncoder().encode(input.body) : input.body ?? null;
  if (body && body.length > limits.sentBytes) {
    throw new OutboundError(
      "invalid_request",
      `The body has ${body.length} bytes. The limit is ${limits.sentBytes}.`,
    );
  }
  const destination = readDestination(input.url);
  let hop: Hop = { destination, method: input.method ?? "GET", body, atFirstOrigin: true };
  const startedAt = performance.now();
  const receipt: OutboundReceipt = {
    urlSha256: sha256(input.url),
    at: network.now().toISOString(),
    hops: [],
    sentBytes: body?.length ?? 0,
    receivedBytes: 0,
    bodyBytes: 0,
    bodySha256: null,
    milliseconds: 0,
    failure: null,
  };
  const slow = new AbortController();
  const timer = setTimeout(() => {
    const what =
      `${hop.destination.target.host} did not send a complete response within ${limits.totalMilliseconds} ms.`;
    slow.abort(new OutboundError("too_slow", what));
  }, limits.totalMilliseconds);
  const signal = AbortSignal.any([slow.signal, ...(input.signal ? [input.signal] : [])]);
  try {
    for (let left = limits.redirects;; left--) {
      const sent = { ...headers.anywhere, ...(hop.atFirstOrigin ? headers.firstOrigin : {}) };
      const allowed = hop.atFirstOrigin ? input.allowed ?? [] : [];
      const hidden = input.secretPath ?? false;
      const answer = await exchange(network, {
        hop,
        headers: sent,
        allowed,
        limits,
        signal,
        hidden,
        receipt,
      });
      const next = nextHop(hop, answer.status, answer.headers.get("location"));
      if (next === null) {
        receipt.bodySha256 = sha256(answer.body);
        return { ...answer, url: hop.destination.url.href, receipt };
      }
      if (left === 0) {
        throw new OutboundError(
          "redirect",
          `${destination.target.host} redirects more than ${limits.redirects} times.`,
        );
      }
      hop = next;
    }
  } catch (cause) {
    const error = explainFailure(cause, hop.destination.target.host, signal);
    receipt.failure = error.reason;
    error.receipt = receipt;
    throw error;
  } finally {
    clearTimeout(timer);
    receipt.milliseconds = Math.round(performance.now() - startedAt);
  }
}
