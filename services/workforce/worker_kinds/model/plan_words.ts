/** How much of a planner's output is searched while it streams. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * Streams a planner's output as words: for a plan in JSON the title of each task as soon as it is complete, anything else
 * as it arrives.
 */
export function planWords(say: (text: string) => void): (part: string) => void {
  let text = "";
  let told = 0;
  return (part) => {
    if (text.length > MAX_CHARACTERS) return;
    text += part;
    const begun = text.trimStart();
    // A fence or a brace begins JSON; shorter output may still become either.
    if (begun === "") return;
    if (!/^[{`]/.test(begun)) return say(part);
    const titles = [...begun.matchAll(/"title"\s*:\s*("(?:[^"\\]|\\.)*")/g)];
    for (const [, quoted] of titles.slice(told)) say(`Task: ${titleIn(quoted!)}\n`);
    told = titles.length;
  };
}

function titleIn(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted.slice(1, -1);
  }
}
