import type { ModelFault } from "../../../../store/model_use/events.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import type { CallOwner } from "./record.ts";

/** The headers of an agent that are sent to the provider; credentials are ours, never the agent's. */
export const PASSED_ON: readonly string[] = [
  "accept",
  "content-type",
  "anthropic-version",
  "anthropic-beta",
  "openai-beta",
];

/** The headers that are returned to the agent. */
const PASSED_BACK = ["content-type", "retry-after", "request-id", "x-request-id"];

/** One request to a provider. */
export type ProviderRequest = {
  target: string;
  request: Request;
  body: Uint8Array<ArrayBuffer> | null;
  signal: AbortSignal;
};

/** Sends the agent's request to the provider, with the provider's key. */
export async function send(
  { ctx, runId, taskSessionId }: CallOwner,
  upstream: ProviderDefinition,
  { target, request, body, signal }: ProviderRequest,
): Promise<Response> {
  const protocol = upstream.kind.client?.protocol;
  const headers = new Headers(upstream.headers);
  copy(request.headers, headers, PASSED_ON);
  if (upstream.secret) {
    const use = { call: "model.call", host: new URL(target).host, runId, taskSessionId, signal };
    const key = await useSecret(ctx, upstream.secret, use);
    const own = protocol?.keyHeaders(key, new URL(target).pathname) ?? {};
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(protocol?.headers ?? {})) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const answer = await fetch(target, { method: request.method, headers, body, signal, redirect: "manual" });
  const back = new Headers();
  copy(answer.headers, back, PASSED_BACK);
  return new Response(answer.body, { status: answer.status, headers: back });
}

function copy(from: Headers, to: Headers, names: readonly string[]): void {
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) to.set(name, value);
  }
}

/** Returns what a status means for a call. */
export function faultOf(status: number): ModelFault {
  if (status === 401 || status === 403) return "credentials";
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "overloaded";
  return "bad_request";
}
