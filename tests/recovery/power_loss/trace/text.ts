const SHORT: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
};

/** Returns the bytes of a string as strace prints it, with its quotes and C escapes. */
export function bytesOf(quoted: string): Uint8Array {
  if (!/^".*"$/s.test(quoted)) throw new Error(`strace printed no whole string: ${quoted.slice(0, 80)}`);
  const bytes = new Uint8Array(quoted.length - 2);
  let length = 0;
  for (let at = 1; at < quoted.length - 1;) {
    let code = quoted.charCodeAt(at++);
    if (code === BACKSLASH) {
      const first = quoted.charCodeAt(at);
      if (isOctal(first)) {
        // Up to three digits: strace prints fewer where no digit follows.
        code = 0;
        for (const end = at + 3; at < end && isOctal(quoted.charCodeAt(at)); at++) {
          code = code * 8 + quoted.charCodeAt(at) - ZERO;
        }
      } else {
        code = SHORT[quoted[at]!] ?? first;
        at++;
      }
    }
    bytes[length++] = code;
  }
  return bytes.subarray(0, length);
}

/** Returns the text of a string as strace prints it. */
export const textOf = (quoted: string): string => new TextDecoder().decode(bytesOf(quoted));

const BACKSLASH = 92;
const ZERO = 48;
const isOctal = (code: number): boolean => code >= ZERO && code < ZERO + 8;
