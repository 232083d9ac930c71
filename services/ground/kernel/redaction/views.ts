import { type Escape, readEscape } from "./escapes.ts";

/** A text as someone may read it, and the original position of each of its characters. */
type RedactedView = { text: string; positionAt: (index: number) => number };

/** Yields the text as it is and, if it contains escapes, with all of them decoded. */
export function* viewsOf(text: string): Generator<RedactedView> {
  yield { text, positionAt: (index) => index };
  const view = unescaped(text);
  if (view) yield view;
}

/** What every escape begins with. */
const SIGN = /[%\\&]/g;

/** Returns whether a text may contain an escape, so that someone may read it in another way. */
export const hasEscapes = (text: string): boolean => /[%\\&]/.test(text);

function unescaped(text: string): RedactedView | null {
  const pieces: string[] = [];
  const [starts, origins]: [number[], number[]] = [[], []];
  let [written, plain] = [0, 0];
  const write = (piece: string, origin: number) => {
    if (piece === "") return;
    pieces.push(piece);
    starts.push(written);
    origins.push(origin);
    written += piece.length;
  };
  SIGN.lastIndex = 0;
  while (SIGN.test(text)) {
    const at = SIGN.lastIndex - 1;
    const { code, end } = characterAt(text, at);
    SIGN.lastIndex = end;
    if (code < 0) continue;
    write(text.slice(plain, at), plain);
    write(String.fromCodePoint(code), at);
    plain = end;
  }
  if (plain === 0) return null;
  write(text.slice(plain), plain);
  starts.push(written);
  origins.push(text.length);
  return {
    text: pieces.join(""),
    positionAt: (index) => {
      const piece = lastUpTo(starts, index);
      return origins[piece]! + index - starts[piece]!;
    },
  };
}

/** Returns the character that starts at a position, which can be several escaped bytes of UTF-8. */
function characterAt(text: string, at: number): Escape {
  const first = readEscape(text, at);
  if (!first.byte || first.code < 0xc2 || first.code > 0xf4) return first;
  const more = first.code < 0xe0 ? 1 : first.code < 0xf0 ? 2 : 3;
  let { code, end } = { code: first.code & (0x3f >> more), end: first.end };
  for (let i = 0; i < more; i++) {
    const next = end < text.length && "%\\".includes(text.charAt(end)) ? readEscape(text, end) : null;
    // Otherwise it is a single character, like `\xe9` in JavaScript.
    if (!next?.byte || next.code >> 6 !== 2) return first;
    code = code << 6 | next.code & 0x3f;
    end = next.end;
  }
  return code > 0x10ffff ? first : { code, end, byte: true };
}

/** Returns the last index whose number is at most `limit`, in ascending numbers of which the first is 0. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
