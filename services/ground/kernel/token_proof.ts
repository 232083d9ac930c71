/** A token with fewer characters can be guessed. */
export const MIN_TOKEN_LENGTH = 16;

/** The header of a client's challenge to `GET /health`. */
export const CHALLENGE_HEADER = "agent-harness-challenge";

/** The header of the service's proofs. */
export const PROOF_HEADER = "agent-harness-proof";

/** What a proof is for: a random text of the client, and the authority that it asked, as in `Host`. */
type Challenge = { text: string; host: string };

/** Returns whether a token can be proved. A proof would let others guess a short one without asking the service. */
export const isProvable = (token: string): boolean => token.length >= MIN_TOKEN_LENGTH;

/**
 * Returns the proof that somebody knows a token, in hexadecimal, without sending it. It is valid for one authority alone, so that a
 * program at another address cannot pass a challenge on.
 */
export async function tokenProof(token: string, { text, host }: Challenge): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    bytes.encode(token),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signed = bytes.encode(`agent-harness\n${host.toLowerCase()}\n${text}`);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)).toHex();
}

/** Returns the value of the proofs' header for the configured tokens: their proofs, or `none`. */
export async function proofsOf(tokens: readonly (string | null)[], challenge: Challenge): Promise<string> {
  const provable = tokens.filter((token): token is string => token !== null && isProvable(token));
  const proofs = await Promise.all(provable.map((token) => tokenProof(token, challenge)));
  return proofs.join(", ") || "none";
}
