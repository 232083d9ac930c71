import { nodeCrypto } from "../../store/node_crypto.ts";

/**
 * Returns the signature of a message by Standard Webhooks, without its version. A secret that begins with `whsec_` is
 * Base64, any other is used literally. @see
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardSignature(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: Uint8Array },
): string {
  const key = secret.startsWith("whsec_")
    ? decodeBase64(secret.slice("whsec_".length))
    : new TextEncoder().encode(secret);
  return nodeCrypto().createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
