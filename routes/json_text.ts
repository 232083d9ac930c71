/** What a JSON text shows before it is parsed: how deeply it is nested, and the first repeated key of an object. */
type JsonText = { depth: number; repeatedKey: string | null };

/** The keys of the object seen so far; null for an array. */
type Keys = Set<string> | null;

const [QUOTE, COLON, OPEN_ARRAY, BACKSLASH, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [
  34,
  58,
  91,
  92,
  93,
  123,
  125,
];

/**
 * Scans a JSON text once, without recursion, and stops at the first level below `maxDepth`. The result for text that is
 * not JSON is undefined, but takes no longer.
 */
export function inspectJson(text: string, maxDepth: number): JsonText {
  const outer: Keys[] = [];
  let keys: Keys = null;
  let depth = 0;
  let repeatedKey: string | null = null;
  let [start, end] = [0, 0]; // the string read last: before a colon it is a key
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        start = i + 1;
        i = end = endOfString(text, start);
        break;
      case COLON:
        if (keys === null || repeatedKey !== null) break;
        {
          const key = decodeKey(text.slice(start, end));
          if (keys.has(key)) repeatedKey = key;
          else keys.add(key);
        }
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        outer.push(keys);
        if (outer.length > maxDepth) return { depth: outer.length, repeatedKey };
        depth = Math.max(depth, outer.length);
        keys = text.charCodeAt(i) === OPEN_OBJECT ? new Set() : null;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        keys = outer.pop() ?? null;
    }
  }
  return { depth, repeatedKey };
}

/** Returns the position of the quote that ends the string at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (end - backslashes > start && text.charCodeAt(end - backslashes - 1) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Returns the key that a JSON string encodes, or the string unchanged if it is not JSON. */
function decodeKey(string: string): string {
  if (!string.includes("\\")) return string;
  try {
    return JSON.parse(`"${string}"`);
  } catch {
    return string;
  }
}
