import type { ModelFault } from "../../../store/models/events.ts";
import { useSecret } from "../../secrets/use.ts";
import type { ProviderDefinition } from "../providers/definition.ts";
import type { CallOwner } from "./record.ts";

/** What goes to the provider of what an agent sends; its credentials are ours, and never the agent's. */
const PASSED_ON = ["accept", "content-type", "anthropic-version", "anthropic-beta", "openai-beta"];

/** What goes back to the agent. */
const PASSED_BACK = ["content-type", "retry-after", "request-id", "x-request-id"];

/** Asks the provider what the agent asked, with the provider's key. */
export async function send(
  { ctx, runId, taskSessionId }: CallOwner,
  upstream: ProviderDefinition,
  target: string,
  request: Request,
  body: Uint8Array<ArrayBuffer> | null,
  ending: AbortSignal,
): Promise<Response> {
  const signal = AbortSignal.any([ending, request.signal]);
  const headers = new Headers(upstream.headers);
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (upstream.secret) {
    const use = { call: "model.call", host: new URL(target).host, runId, taskSessionId, signal };
    const key = await useSecret(ctx, upstream.secret, use);
    if (upstream.kind === "anthropic") headers.set("x-api-key", key);
    else headers.set("authorization", `Bearer ${key}`);
  }
  if (upstream.kind === "anthropic" && !headers.has("anthropic-version")) {
    headers.set("anthropic-version", "2023-06-01");
  }
  const answer = await fetch(target, { method: request.method, headers, body, signal, redirect: "manual" });
  const back = new Headers();
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name);
    if (value !== null) back.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers: back });
}

/** What a status says of a call. */
export function faultOf(status: number): ModelFault {
  if (status === 401 || status === 403) return "credentials";
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "overloaded";
  return "bad_request";
}

/** The sentence for a provider that does not answer. */
export const unreachable = ({ label }: ProviderDefinition, cause: unknown): string =>
  `${label} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`;

/** A refusal in a form that clients of every kind understand. */
export const refuse = (status: number, message: string): Response =>
  Response.json({ type: "error", error: { type: "invalid_request_error", message } }, { status });
