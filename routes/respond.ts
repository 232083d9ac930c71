import type { Download } from "./outputs.ts";

/** On every answer. A page that needs more (the dashboard's scripts) sets its own policy. */
export const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
};

const JSON_HEADERS = { ...SECURITY_HEADERS, "content-type": "application/json" };

/** A JSON answer. `ignored` names input that the endpoint does not know; `cursor` goes on after a list. */
export function jsonResponse(
  text: string,
  status: number,
  { ignored, cursor }: { ignored: string | null; cursor: string | null },
): Response {
  if (ignored === null && cursor === null) return new Response(text, { status, headers: JSON_HEADERS });
  const headers: Record<string, string> = { ...JSON_HEADERS };
  if (ignored !== null) headers["x-agent-harness-ignored"] = ignored;
  if (cursor !== null) headers["x-agent-harness-cursor"] = cursor;
  return new Response(text, { status, headers });
}

/** An answer of another kind than JSON. */
export function respond(kind: "sse" | "html" | "binary", result: unknown): Response {
  if (kind === "sse") {
    return new Response(result as ReadableStream<Uint8Array>, {
      headers: { ...SECURITY_HEADERS, "content-type": "text/event-stream", "x-accel-buffering": "no" },
    });
  }
  if (kind === "html") {
    return new Response(result as string, {
      headers: {
        ...SECURITY_HEADERS,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    });
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
