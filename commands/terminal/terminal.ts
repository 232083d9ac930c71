import type { Output } from "./output.ts";

/** The person at the terminal, if there is one. Tests pass their own. */
export type Terminal = {
  /** True if a person can be asked. */
  interactive: boolean;
  /** The number of lines that fit on the screen. */
  rows: number;
  /** Asks for one line; null at the end of the input. */
  ask: (question: string) => Promise<string | null>;
  /** Asks for one key, without Enter; null at the end of the input, and for Ctrl-C and Ctrl-D. */
  key: (question: string) => Promise<string | null>;
  /** Asks for one line without showing it, and trims it; null at the end of the input. */
  hidden: (question: string) => Promise<string | null>;
};

/** The terminal that this process was started from. */
export function processTerminal(output: Output): Terminal {
  const lines = linesOf(Deno.stdin);
  let typed: string[] = [];
  return {
    interactive: Deno.stdin.isTerminal(),
    rows: rowsOf(),
    ask: async (question) => {
      output.ask(question);
      const { value, done } = await lines.next();
      return done ? null : value;
    },
    key: async (question) => {
      output.ask(question);
      if (typed.length === 0) typed = await keysOf(Deno.stdin);
      const key = typed.shift() ?? null;
      output.talk(key ?? "");
      return key === null || END_KEYS.includes(key) ? null : key;
    },
    hidden: async (question) => {
      Deno.stdin.setRaw(true);
      try {
        output.ask(question);
        return await unseenLine(Deno.stdin);
      } finally {
        Deno.stdin.setRaw(false);
        output.talk("");
      }
    },
  };
}

/** Reads up to Enter in raw mode, in which the terminal shows nothing and only Backspace edits. */
async function unseenLine(input: typeof Deno.stdin): Promise<string | null> {
  const buffer = new Uint8Array(4096);
  const decoder = new TextDecoder();
  let line = "";
  for (;;) {
    const read = await input.read(buffer);
    if (read === null) return null;
    for (const key of decoder.decode(buffer.subarray(0, read), { stream: true })) {
      if (END_KEYS.includes(key)) return null;
      if (key === "\r" || key === "\n") return line.trim();
      line = key === "\x7f" || key === "\b" ? line.slice(0, -1) : line + key;
    }
  }
}

/** The characters that a terminal in raw mode sends for Ctrl-C and Ctrl-D. */
const END_KEYS: readonly string[] = ["\x03", "\x04"];

/** Returns the keys that were pressed, at least one; none at the end. Restores line editing. */
async function keysOf(input: typeof Deno.stdin): Promise<string[]> {
  const buffer = new Uint8Array(64);
  input.setRaw(true);
  try {
    const read = await input.read(buffer);
    return read === null ? [] : [...new TextDecoder().decode(buffer.subarray(0, read))];
  } finally {
    input.setRaw(false);
  }
}

/** Asks until the answer is yes or no; Enter means `usual`, if it is given. Returns null if the person leaves. */
export async function askYesOrNo(
  terminal: Terminal,
  question: string,
  usual?: boolean,
): Promise<boolean | null> {
  const choices = usual === undefined ? "y/n" : usual ? "Y/n" : "y/N";
  for (;;) {
    const answer = (await terminal.ask(`${question} [${choices}] `))?.trim().toLowerCase();
    if (answer === undefined) return null;
    if (answer === "" && usual !== undefined) return usual;
    if (answer === "y" || answer === "yes") return true;
    if (answer === "n" || answer === "no") return false;
  }
}

/** Asks until the answer is yes or no. No answer means no. */
export const confirm = async (terminal: Terminal, question: string): Promise<boolean> =>
  await askYesOrNo(terminal, question) ?? false;

async function* linesOf(input: typeof Deno.stdin): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(4096);
  let rest = "";
  for (;;) {
    const end = rest.indexOf("\n");
    if (end >= 0) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
      continue;
    }
    const read = await input.read(buffer);
    if (read === null) {
      if (rest !== "") yield rest;
      return undefined;
    }
    rest += decoder.decode(buffer.subarray(0, read), { stream: true });
  }
}

function rowsOf(): number {
  try {
    return Math.max(10, Deno.consoleSize().rows);
  } catch {
    return 24;
  }
}
