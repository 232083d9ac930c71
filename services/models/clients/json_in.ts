/** Returns the JSON of an answer, also where words or a fence stand around it; undefined where it has none. */
export function jsonIn(text: string): unknown {
  for (
    const candidate of [text, /```(?:json)?\s*\n([\s\S]*?)```/.exec(text)?.[1], /\{[\s\S]*\}/.exec(text)?.[0]]
  ) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // another part of the answer may be it
    }
  }
  return undefined;
}
