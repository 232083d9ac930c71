/** What is at a position of a text: a character, or a byte of one. `code` is -1 if it is not an escape. */
export type Escape = { code: number; end: number; byte: boolean };

const [PERCENT, BACKSLASH] = [0x25, 0x5c];

/** Reads the escape that begins at a `%`, `\` or `&`, as URLs, JSON, JavaScript, C, shells or HTML write characters. */
export function readEscape(text: string, at: number): Escape {
  const sign = text.charCodeAt(at);
  if (sign === PERCENT) return percentEscape(text, at + 1);
  return sign === BACKSLASH ? backslashEscape(text, at + 1) : entity(text, at + 1);
}

const none = (end: number): Escape => ({ code: -1, end, byte: false });

const escape = (code: number, end: number, byte: boolean): Escape =>
  code < 0 || code > 0x10ffff ? none(end) : { code, end, byte };

/** `%41`, which encoded again is `%2541`. */
function percentEscape(text: string, at: number): Escape {
  while (text.startsWith("25", at) && numberAt(text, at + 2, 2, 16) >= 0) at += 2;
  const code = numberAt(text, at, 2, 16);
  return code < 0 ? none(at) : escape(code, at + 2, true);
}

/** `\u0041`, `\u{41}`, `\x41`, `\101` or `\n`, after several backslashes in a string within a string. */
function backslashEscape(text: string, at: number): Escape {
  while (text.charCodeAt(at) === BACKSLASH) at++;
  const letter = text.charAt(at);
  if (letter === "u" && text.charAt(at + 1) === "{") {
    const end = digitsEnd(text, at + 2, 6, 16);
    return text.charAt(end) === "}"
      ? escape(numberAt(text, at + 2, end - at - 2, 16), end + 1, false)
      : none(at);
  }
  if (letter === "u") return escape(numberAt(text, at + 1, 4, 16), at + 5, false);
  if (letter === "x") return escape(numberAt(text, at + 1, 2, 16), at + 3, true);
  if (letter >= "0" && letter <= "3") return escape(numberAt(text, at, 3, 8), at + 3, true);
  return letter === "n" || letter === "r" || letter === "t" ? escape(0x0a, at + 1, false) : none(at);
}

/** `&#65;` or `&#x41;`. */
function entity(text: string, at: number): Escape {
  if (text.charAt(at) !== "#") return none(at);
  const base = text.charAt(at + 1).toLowerCase() === "x" ? 16 : 10;
  const start = base === 16 ? at + 2 : at + 1;
  const end = digitsEnd(text, start, 7, base);
  return escape(numberAt(text, start, end - start, base), text.charAt(end) === ";" ? end + 1 : end, false);
}

/** Returns the number that `size` digits represent; -1 if one of them is not a digit, or there are none. */
function numberAt(text: string, at: number, size: number, base: number): number {
  let number = size > 0 ? 0 : -1;
  for (let i = at; i < at + size; i++) {
    const digit = digitAt(text, i);
    if (digit >= base) return -1;
    number = number * base + digit;
  }
  return number;
}

function digitsEnd(text: string, at: number, most: number, base: number): number {
  let end = at;
  while (end < at + most && digitAt(text, end) < base) end++;
  return end;
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : 99;
}
