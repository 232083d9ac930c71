import { nodeCrypto } from "../store/node_crypto.ts";
import type { Access } from "./endpoint.ts";

/** Who sends a request, by the token it carries. */
export type Caller = "operator" | "agent" | "anonymous";

/** Which access codes each caller may use (interface, section 5). The webhook's secret is its handler's business. */
const ALLOWED: Record<Caller, ReadonlySet<Access>> = {
  operator: new Set([
    "public",
    "operator",
    "agent-read",
    "agent-steer",
    "human",
    "internal",
    "webhook",
    "shell",
  ]),
  agent: new Set(["public", "agent-read", "agent-steer", "webhook"]),
  anonymous: new Set(["public", "webhook"]),
};

export const mayCall = (caller: Caller, access: Access): boolean => ALLOWED[caller].has(access);

/** Why the agent token is refused an access code, for the sentence. */
export const REFUSAL: Record<Access, string> = {
  "public": "",
  "agent-read": "",
  "agent-steer": "",
  "webhook": "",
  "operator": "it is the operator's",
  "human": "only a human may decide it",
  "internal": "it belongs to the dashboard",
  "shell": "it belongs to the dashboard",
};

/**
 * Tells callers apart. Without any token configured everyone on loopback is the operator; with an agent token alone,
 * whoever sends no token is. Tokens are compared in constant time, by their hashes.
 */
export function callerOf(tokens: { operator: string | null; agent: string | null }) {
  const digest = (token: string) => nodeCrypto().hash("sha256", token, "buffer");
  const isToken = (given: string, token: string | null) =>
    token !== null && nodeCrypto().timingSafeEqual(digest(given), digest(token));
  return (authorization: string | null): Caller => {
    if (tokens.operator === null && tokens.agent === null) return "operator";
    if (authorization === null) return tokens.operator === null ? "operator" : "anonymous";
    const given = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    if (given === undefined) return "anonymous";
    if (isToken(given, tokens.operator)) return "operator";
    return isToken(given, tokens.agent) ? "agent" : "anonymous";
  };
}
