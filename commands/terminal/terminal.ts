import { oneAtATime, tooEarly } from "../../client/silence.ts";
import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { END_KEYS, type Keyboard, keyboardOf, keysOf } from "./keyboard.ts";
import type { Output } from "./output.ts";
import { paint } from "./paint.ts";

/** Whether a question only continues the one that was just answered, so that the person may type without a pause. */
type Asking = { follows?: boolean };

/**
 * The person at the terminal, if there is one. What was typed before a question was on the screen, and a moment longer, never
 * answers it. Tests pass their own.
 */
export type Terminal = {
  /** True if a person can be asked. */
  interactive: boolean;
  /** The number of lines that fit on the screen. */
  rows: number;
  /** Asks for one line; null at the end of the input. */
  ask: (question: string, asking?: Asking) => Promise<string | null>;
  /** Asks for one key, without Enter; null at the end of the input, and for Ctrl-C and Ctrl-D. */
  key: (question: string, asking?: Asking) => Promise<string | null>;
  /** Asks for one line without showing it, and trims it; null at the end of the input. */
  hidden: (question: string, asking?: Asking) => Promise<string | null>;
};

/** The terminal that this process was started from. A question is written to stderr, so that has to be one, too. */
export function processTerminal(output: Output): Terminal {
  if (!Deno.stdin.isTerminal() || !Deno.stderr.isTerminal()) return NO_TERMINAL;
  const keyboard = keyboardOf(Deno.stdin);

  /** Shows the question. Returns false if the person leaves. The space after it says that an answer counts from now on. */
  const pose = async (question: string, { follows = false }: Asking): Promise<boolean> => {
    output.ask(question.trimEnd());
    const dropped = follows ? 0 : await keyboard.raw(keyboard.silence);
    if (dropped === null) return false;
    if (dropped > 0) {
      output.talk(`\n${paint.yellow(tooEarly(dropped))}`);
      output.ask(question.trimEnd());
    }
    output.ask(" ");
    return true;
  };

  return {
    interactive: true,
    rows: rowsOf(),
    ask: async (question, asking = {}) => {
      if (!await pose(question, asking)) return null;
      let line = "";
      for (;;) {
        const typed = await keyboard.read();
        if (typed === null) return line === "" ? null : line;
        line += typed;
        if (line.includes("\n")) return line.slice(0, line.indexOf("\n"));
      }
    },
    key: async (question, asking = {}) => {
      if (!await pose(question, asking)) return null;
      const typed = await keyboard.raw(keyboard.read);
      const [key = null, ...more] = keysOf(typed ?? "");
      output.talk(key ?? "");
      if (key === null || END_KEYS.includes(key)) return null;
      // A person who pressed them all at once has not read what the first one does.
      if (more.length > 0) output.talk(paint.yellow(oneAtATime(more.length)));
      return key;
    },
    hidden: async (question, asking = {}) => {
      if (!await pose(question, asking)) return null;
      const line = await keyboard.raw(() => unseenLine(keyboard));
      output.talk("");
      return line;
    },
  };
}

const refuse = (question: string): Promise<never> =>
  Promise.reject(
    new UsageError(
      `"${question.trim()}" is only asked at a terminal. Without one, answer by flags: add --help to see them.`,
    ),
  );

/** No person to ask: what is no terminal decides only by flags. */
export const NO_TERMINAL: Terminal = {
  interactive: false,
  rows: 24,
  ask: refuse,
  key: refuse,
  hidden: refuse,
};

/** Reads up to Enter in raw mode, in which the terminal shows nothing and only Backspace edits. */
async function unseenLine({ read }: Keyboard): Promise<string | null> {
  let line = "";
  for (;;) {
    const typed = await read();
    if (typed === null) return null;
    for (const key of typed) {
      if (END_KEYS.includes(key)) return null;
      if (key === "\r" || key === "\n") return line.trim();
      line = key === "\x7f" || key === "\b" ? line.slice(0, -1) : line + key;
    }
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

/**
 * Asks for a yes, unless the flag `--yes` already says it. Throws `ExitError` for any other answer, and `UsageError` without a
 * terminal, where only the flag says it.
 */
export async function requireYes(
  terminal: Terminal,
  question: string,
  yes: boolean | undefined,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive) {
    throw new UsageError(`${question} Without a terminal, say so by adding --yes. Nothing was changed.`);
  }
  if (!await confirm(terminal, question)) throw new ExitError(EXIT.failed, "Nothing was changed.");
}

function rowsOf(): number {
  try {
    return Math.max(10, Deno.consoleSize().rows);
  } catch {
    return 24;
  }
}
