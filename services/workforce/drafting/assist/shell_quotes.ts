/** What surrounds a place of a shell command: quotes, nothing, or a text that the shell takes as it is. */
type Quotes = "none" | "single" | "double" | "verbatim";

/** Finds the quotes around places of a shell command, given from first to last. */
export function quotesAt(command: string, places: readonly number[]): Quotes[] {
  const found: Quotes[] = [];
  const rest = [...places];
  const ends: { word: string; isQuoted: boolean }[] = [];
  let state: Quotes = "none";
  const reach = (at: number, quotes: Quotes) => {
    while (rest.length > 0 && rest[0]! < at) {
      rest.shift();
      found.push(quotes);
    }
  };
  for (let at = 0; at < command.length;) {
    const next = partAt(command, at, state, ends);
    reach(next.at, next.within ?? state);
    ({ at, state } = next);
  }
  reach(Infinity, state);
  return found;
}

type Step = { at: number; state: Quotes; within?: Quotes };

/** Returns where the next part of a command begins, and what surrounds that one. */
function partAt(
  command: string,
  at: number,
  state: Quotes,
  ends: { word: string; isQuoted: boolean }[],
): Step {
  const one = command[at]!;
  if (state === "single") return { at: at + 1, state: one === "'" ? "none" : "single" };
  if (one === "\\") return { at: at + 2, state };
  if (state === "double") return { at: at + 1, state: one === '"' ? "none" : "double" };
  if (one === "'") return { at: at + 1, state: "single" };
  if (one === '"') return { at: at + 1, state: "double" };
  if (one === "#" && (at === 0 || /[\s;&|(]/.test(command[at - 1]!))) {
    const end = command.indexOf("\n", at);
    return { at: end < 0 ? command.length : end, state, within: "none" };
  }
  if (one === "<" && command.startsWith("<<", at) && command[at + 2] !== "<" && command[at - 1] !== "<") {
    const word = /^<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/.exec(command.slice(at, at + 200));
    if (word) {
      const isQuoted = word[3] === undefined || word[0].includes("\\");
      ends.push({ word: (word[1] ?? word[2] ?? word[3])!, isQuoted });
      return { at: at + word[0].length, state };
    }
  }
  const here = one === "\n" ? ends.shift() : undefined;
  if (here) {
    return { at: endOfText(command, at + 1, here.word), state, within: here.isQuoted ? "verbatim" : "none" };
  }
  return { at: at + 1, state };
}

/** Returns where the text of a here-document that begins at `from` ends: at the line that is its word. */
function endOfText(command: string, from: number, word: string): number {
  for (let at = from; at < command.length;) {
    const next = command.indexOf("\n", at);
    const end = next < 0 ? command.length : next;
    if (end - at <= word.length + 100 && command.slice(at, end).replace(/^\t+/, "") === word) return at;
    at = end + 1;
  }
  return command.length;
}
