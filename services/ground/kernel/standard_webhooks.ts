import { nodeCrypto } from "../../../store/node_crypto.ts";

/** What Standard Webhooks signs. */
type SignedMessage = { id: string; timestamp: string; body: Uint8Array };

const PREFIX = "whsec_";

/**
 * Returns the signature of a message by Standard Webhooks, without its version. A secret that begins with `whsec_` is
 * Base64, any other is used literally. @see
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const standardSignature = (secret: string, message: SignedMessage): string =>
  signed(keysOf(secret)[0], message);

/**
 * Returns the signatures that a sender may send: the reference libraries read a secret without `whsec_` as Base64 too,
 * others use it literally. Always two, so that timing does not reveal what a secret looks like.
 */
export const acceptedSignatures = (secret: string, message: SignedMessage): string[] =>
  keysOf(secret).map((key) => signed(key, message));

const signed = (key: Uint8Array, { id, timestamp, body }: SignedMessage): string =>
  nodeCrypto().createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");

function keysOf(secret: string): [Uint8Array, Uint8Array] {
  const literal = new TextEncoder().encode(secret);
  const hasPrefix = secret.startsWith(PREFIX);
  // What is no Base64 would be an empty key, with which anyone can sign.
  const decoded = decodeBase64(hasPrefix ? secret.slice(PREFIX.length) : secret) ?? literal;
  return hasPrefix ? [decoded, decoded] : [literal, decoded];
}

function decodeBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.length === 0 ? null : bytes;
  } catch {
    return null;
  }
}
