const ALGORITHM = "Ed25519";

const base64 = (bytes: ArrayBuffer): string => new Uint8Array(bytes).toBase64();

/** A key pair of a worker machine, as it is stored there: the private half as PKCS #8, both in base64. */
type StoredKeys = { publicKey: string; privateKey: string };

/** Returns a new key pair. */
export async function makeKeys(): Promise<StoredKeys> {
  const pair = await crypto.subtle.generateKey({ name: ALGORITHM }, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new TypeError("an Ed25519 key has two halves");
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey("raw", pair.publicKey),
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
  ]);
  return { publicKey: base64(publicKey), privateKey: base64(privateKey) };
}

/** Returns a signature over a text, in base64. */
export async function sign({ privateKey }: StoredKeys, text: string): Promise<string> {
  const key = await crypto.subtle.importKey("pkcs8", Uint8Array.fromBase64(privateKey), ALGORITHM, false, [
    "sign",
  ]);
  return base64(await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(text)));
}

/** Returns whether a signature over a text was made with the private half of a key; false also for what is no key. */
export async function isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", Uint8Array.fromBase64(publicKey), ALGORITHM, false, [
      "verify",
    ]);
    return await crypto.subtle.verify(
      ALGORITHM,
      key,
      Uint8Array.fromBase64(signature),
      new TextEncoder().encode(text),
    );
  } catch {
    return false;
  }
}

/** Returns whether a text is a public key. */
export const isKey = (publicKey: string): Promise<boolean> =>
  Promise.try(() =>
    crypto.subtle.importKey("raw", Uint8Array.fromBase64(publicKey), ALGORITHM, false, ["verify"])
  )
    .then(() => true, () => false);
