import { bytesOf, textOf } from "./text.ts";

/** A descriptor as an argument or a result: its number, null for AT_FDCWD, and the path that strace found for it. */
export type Descriptor = { readonly number: number | null; readonly path: string };

/** Returns the descriptor of `3</path>` or `AT_FDCWD</path>`; null where strace printed none. */
export function descriptorOf(text: string): Descriptor | null {
  const [, number, path] = /^(\d+|AT_FDCWD)<(.*?)>?(?:\(deleted\))?>?$/s.exec(text) ?? [];
  if (path === undefined) return null;
  const escaped = path.replaceAll('"', '\\"');
  return { number: number === "AT_FDCWD" ? null : Number(number), path: textOf(`"${escaped}"`) };
}

/** Returns the data of `{iov_base="…", iov_len=…}` elements, at most that many bytes of it. */
export function vectorOf(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const [, base] of text.matchAll(/iov_base=("(?:[^"\\]|\\.)*")/gs)) {
    const part = bytesOf(base!).subarray(0, length - at);
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the number of an argument, octal where it begins with a zero; null for NULL and for what is left out. */
export function numberOf(text: string | undefined): number | null {
  const [, digits] = /^\[?(-?\d+)\]?/.exec(text ?? "") ?? [];
  return digits === undefined ? null : parseInt(digits, /^0\d/.test(digits) ? 8 : 10);
}
