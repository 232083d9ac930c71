import { nodeCrypto } from "../store/node_crypto.ts";
import { type Access, rulesOf } from "../services/kernel/access.ts";

/** Who sends a request, by the token it carries. */
export type Caller = "operator" | "agent" | "anonymous";

/** Returns whether a caller may use operations of a kind. */
export function mayCall(caller: Caller, access: Access): boolean {
  const { token, agentRefusal } = rulesOf(access);
  if (caller === "operator") return true;
  return caller === "agent" ? agentRefusal === null : token !== "needed";
}

/**
 * Identifies callers. Without a configured token everyone on loopback is the operator; with only an agent token, callers
 * without a token are the operator. Tokens are compared in constant time, by their hashes.
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
