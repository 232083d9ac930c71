import type { Asset, Download, FixedPage, OtherOutput } from "./outputs.ts";

/** Set on every response. A page that needs more (the dashboard's scripts) sets its own policy. */
export const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
};

/** Names input that the endpoint does not know. */
const IGNORED = "x-agent-harness-ignored";
/** Says how many entries a list has that is returned in parts. */
const TOTAL = "x-agent-harness-total";

const JSON_HEADERS = { ...SECURITY_HEADERS, "content-type": "application/json" };

/** What headers of a response say: input that the endpoint does not know, where a list continues, how long the whole list is. */
type Notes = { ignored: string | null; cursor?: string | null; total?: string | null };

/** Returns a JSON response. */
export function jsonResponse(
  text: string,
  status: number,
  { ignored, cursor = null, total = null }: Notes,
): Response {
  if (ignored === null && cursor === null && total === null) {
    return new Response(text, { status, headers: JSON_HEADERS });
  }
  const headers: Record<string, string> = { ...JSON_HEADERS };
  if (ignored !== null) headers[IGNORED] = ignored;
  if (cursor !== null) headers["x-agent-harness-cursor"] = cursor;
  if (total !== null) headers[TOTAL] = total;
  return new Response(text, { status, headers });
}

/**
 * What the dashboard's page may do: run its own scripts, and connect only to this service. Everything that turns text into
 * elements goes through one sanitizer (Trusted Types).
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The installable app: its manifest, and the service worker that caches its files.
  "manifest-src 'self'",
  "worker-src 'self'",
  "trusted-types dompurify service-worker",
].join("; ");

/** The microphone is for recordings that a person starts; no other device is needed. */
const PAGE_PERMISSIONS = "microphone=(self), camera=(), geolocation=(), display-capture=()";

/** Returns a page without scripts. */
export const htmlResponse = (html: string, status = 200): Response =>
  pageResponse(html, status, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");

function pageResponse(html: string, status: number, policy: string): Response {
  return new Response(html, {
    status,
    headers: {
      ...SECURITY_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    },
  });
}

/** The service worker may fetch from this service and control the dashboard's pages, but never `/`, which takes tokens. */
const WORKER_HEADERS = {
  "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  "service-worker-allowed": "/dashboard",
};

/** Returns a file of the dashboard, or 304 if the browser already has it. */
function assetResponse({ bytes, mediaType, etag, immutable, isWorker }: Asset, request: Request): Response {
  const headers = {
    ...SECURITY_HEADERS,
    ...isWorker && WORKER_HEADERS,
    "content-type": mediaType,
    "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag,
  };
  return request.headers.get("if-none-match") === etag
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { headers });
}

function textResponse(kind: "page" | "html" | "exposition", text: string): Response {
  if (kind === "html") return htmlResponse(text);
  if (kind === "page") {
    const response = pageResponse(text, 200, PAGE_POLICY);
    response.headers.set("permissions-policy", PAGE_PERMISSIONS);
    return response;
  }
  const headers = { ...SECURITY_HEADERS, "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return new Response(text, { headers });
}

/** Returns a response other than JSON. */
export function respond(kind: OtherOutput["kind"], result: unknown, request: Request): Response {
  if (kind === "page" || kind === "html" || kind === "exposition") {
    return textResponse(kind, result as string);
  }
  if (kind === "asset") return assetResponse(result as Asset, request);
  if (kind === "sse") {
    const stream = result as ReadableStream<Uint8Array>;
    // Nobody reads the body of a response to HEAD, so its stream would never end.
    const isRead = request.method !== "HEAD";
    if (!isRead) void stream.cancel();
    return new Response(isRead ? stream : null, {
      headers: { ...SECURITY_HEADERS, "content-type": "text/event-stream", "x-accel-buffering": "no" },
    });
  }
  if (kind === "fixed") {
    const { html, status, policy } = result as FixedPage;
    return pageResponse(html, status, policy);
  }
  const { body, name, size } = result as Download;
  return new Response(body, {
    headers: {
      ...SECURITY_HEADERS,
      "content-type": "application/octet-stream",
      "content-length": String(size),
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}

/** Returns the response with the name of the input that the endpoint does not know, if any. */
export function withIgnored(response: Response, ignored: string | null): Response {
  if (ignored !== null) response.headers.set(IGNORED, ignored);
  return response;
}

/** Returns the response with one cookie. */
export function withCookie(response: Response, cookie: string): Response {
  response.headers.append("set-cookie", cookie);
  return response;
}
