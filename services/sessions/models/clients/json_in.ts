/** Returns the JSON in an answer, even inside other text or a fence; undefined without any. */
export function jsonIn(text: string): unknown {
  for (const candidate of [text, fencedIn(text), bracedIn(text)]) {
    if (candidate === null) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // another part of the answer may be the JSON
    }
  }
  return undefined;
}

/** Returns the content of the first fenced block of an answer that is JSON or has no language; null without one. */
export function fencedIn(text: string): string | null {
  let begin = 0;
  for (const line of text.split("\n")) {
    begin += line.length + 1;
    if (!/```(?:json)?$/.test(line.trimEnd().slice(-"```json".length))) continue;
    // The text may hold three backticks itself; a fence of its own line is the one that ends it.
    const end = [text.indexOf("\n```", begin - 1), text.indexOf("```", begin)].find((at) => at >= 0);
    return end === undefined ? null : text.slice(begin, end);
  }
  return null;
}

function bracedIn(text: string): string | null {
  const [begin, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  return begin >= 0 && end > begin ? text.slice(begin, end + 1) : null;
}
