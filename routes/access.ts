import { nodeCrypto } from "../store/node_crypto.ts";
import { type Access, rulesOf } from "../services/ground/kernel/access.ts";

/** Who sends a request, by the token it carries. */
export type Caller = "operator" | "agent" | "anonymous";

/** Returns whether a caller may use operations of a kind. */
export function mayCall(caller: Caller, access: Access): boolean {
  const { token, agentRefusal } = rulesOf(access);
  if (caller === "operator") return true;
  return caller === "agent" ? agentRefusal === null : token !== "needed";
}

/** The longest token that is compared as it is; a longer one is compared by its hash. */
const MAX_BYTES = 128;
const ENCODER = new TextEncoder();

/** The same number of bytes for every token: tokens have no zero bytes, so what fills up is no part of one. */
function comparable(token: string): Uint8Array {
  const bytes = new Uint8Array(MAX_BYTES);
  const { read } = ENCODER.encodeInto(token, bytes);
  if (read < token.length) bytes.fill(0).set(nodeCrypto().hash("sha256", token, "buffer"));
  return bytes;
}

/**
 * Identifies callers. Without a configured token everyone on loopback is the operator; with only an agent token, callers
 * without a token are the operator. Tokens are compared in constant time.
 */
export function callerOf(tokens: { operator: string | null; agent: string | null }) {
  const [operator, agent] = [tokens.operator, tokens.agent].map((token) =>
    token === null ? null : comparable(token)
  );
  const isToken = (presented: Uint8Array, token: Uint8Array | null | undefined) =>
    !!token && nodeCrypto().timingSafeEqual(presented, token);
  return (authorization: string | null): Caller => {
    if (tokens.operator === null && tokens.agent === null) return "operator";
    if (authorization === null) return tokens.operator === null ? "operator" : "anonymous";
    const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    if (token === undefined) return "anonymous";
    const given = comparable(token);
    if (isToken(given, operator)) return "operator";
    return isToken(given, agent) ? "agent" : "anonymous";
  };
}
