/** Returns the JSON in an answer, even inside other text or a fence; undefined without any. */
export function jsonIn(text: string): unknown {
  for (
    const candidate of [text, /```(?:json)?\s*\n([\s\S]*?)```/.exec(text)?.[1], /\{[\s\S]*\}/.exec(text)?.[0]]
  ) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // another part of the answer may be the JSON
    }
  }
  return undefined;
}
