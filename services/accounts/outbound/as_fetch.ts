import type { Target } from "../../machine/network/allowed_host.ts";
import type { Network } from "./exchange.ts";
import type { OutboundLimits } from "./limits.ts";
import { type OutboundMethod, request } from "./request.ts";

/** A request in terms of the Fetch standard, as protocol libraries make it. */
type FetchLike = (
  url: string,
  init: {
    method: string;
    headers: Headers | Record<string, string>;
    body?: string | URLSearchParams | Uint8Array | null | undefined;
    signal?: AbortSignal | undefined;
  },
) => Promise<Response>;

/** Headers without secrets; all others go only to the first origin. */
const PLAIN = new Set(["accept", "content-type"]);

/** Headers that this service sets itself. */
const OWN = new Set(["user-agent", "content-length", "host"]);

/** Returns a fetch for a protocol library that uses `request` and follows no redirect. Rejects with `OutboundError`. */
export function fetchThrough(
  network: Network,
  { allowed, limits }: { allowed: readonly Target[]; limits: Partial<OutboundLimits> },
): FetchLike {
  return async (url, { method, headers, body, signal }) => {
    const sent = [...new Headers(headers)].filter(([name]) => !OWN.has(name));
    const answer = await request(network, {
      url,
      method: method as OutboundMethod,
      headers: Object.fromEntries(sent.filter(([name]) => PLAIN.has(name))),
      credentials: Object.fromEntries(sent.filter(([name]) => !PLAIN.has(name))),
      ...(body !== undefined && body !== null && { body: body instanceof Uint8Array ? body : String(body) }),
      allowed,
      limits: { ...limits, redirects: 0 },
      ...(signal && { signal }),
    });
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? answer.body : null, {
      status: answer.status,
      headers: unpacked(answer.headers),
    });
  };
}

/** The body has been unpacked, so its encoding headers no longer apply. */
function unpacked(headers: Headers): Headers {
  const copy = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) copy.delete(name);
  return copy;
}
