/** Bytes of an AES-256 key. */
export const KEY_BYTES = 32;

/** Parses a key: 32 bytes in base64, base64url or hex. Returns null for anything else. */
export function parseKey(text: string): Uint8Array | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Uint8Array.fromHex(text);
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  try {
    const alphabet = /[-_]/.test(text) ? "base64url" : "base64";
    const bytes = Uint8Array.fromBase64(text, { alphabet });
    return bytes.length === KEY_BYTES ? bytes : null;
  } catch {
    return null;
  }
}
