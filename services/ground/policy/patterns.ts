import { InvalidError } from "../kernel/errors.ts";

/** What a pattern may contain: words that a shell takes literally. */
const WORD = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** Programs that run whatever their arguments say: a pattern for one of them would admit everything. */
const OPEN =
  /^(?:(?:ba|da|z|k|a|fi|c|tc)?sh|busybox|env|sudo|doas|su|xargs|eval|exec|command|builtin|source|\.|nohup|nice|ionice|timeout|time|setsid|stdbuf|watch|parallel|find|script|chroot|unshare|strace|caffeinate|coproc)$/;

/** Programs whose first word says what they do, so that it belongs in a proposed pattern. */
const WITH_VERB =
  /^(?:npm|pnpm|yarn|bun|deno|cargo|go|git|pip3?|uv|poetry|pdm|make|just|docker|dotnet|gradle|mvn|bundle|composer)$/;

const MAX_LENGTH = 500;

/**
 * Parses a pattern such as `pytest *`: required words, and a last `*` for any further arguments. Throws `InvalidError` for one
 * that covers more than it seems to.
 */
export function readPattern(text: string): string[] {
  const words = text.trim().split(/ +/);
  const [program = ""] = words;
  const wrong = (why: string) =>
    new InvalidError(
      `The pattern "${
        text.slice(0, 200)
      }" ${why}. Write plain words and, at the end, "*" for further arguments, such as "pytest *".`,
    );
  if (text.length > MAX_LENGTH) throw wrong(`has more than ${MAX_LENGTH} characters`);
  const fixed = words.at(-1) === "*" ? words.slice(0, -1) : words;
  if (fixed.length === 0) throw wrong("names no program");
  const odd = fixed.find((word) => !WORD.test(word));
  if (odd !== undefined) throw wrong(`contains "${odd}", which is not a plain word`);
  if (program.includes("=")) throw wrong("begins with a variable");
  if (OPEN.test(program.split("/").at(-1)!)) {
    throw wrong(`begins with ${program}, which runs whatever its arguments say`);
  }
  return words;
}

/**
 * Whether a command is one simple command with the words of the pattern. The command is parsed: with anything that a shell
 * would interpret (`;`, `|`, `$(…)`, a line break, a redirection, a variable before it …) it matches no pattern.
 */
export function matchesPattern(pattern: readonly string[], command: string): boolean {
  const words = plainWords(command);
  if (words === null) return false;
  const open = pattern.at(-1) === "*";
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? words.length < fixed.length : words.length !== fixed.length) return false;
  return fixed.every((word, i) => words[i] === word);
}

/** Returns the words of a command that a shell would only split and unquote; null for any other. */
export function plainWords(command: string): string[] | null {
  const words: string[] = [];
  const text = command.replace(/^ +| +$/g, "");
  const part = /'([^'\p{Cc}]*)'|"([^"$`\\!\p{Cc}]*)"|([^\s'"\\$`;&|<>(){}[\]*?!#~\p{Cc}]+)|( +)/uy;
  let word: string | null = null;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (found === null) return null;
    if (found[4] === undefined) word = (word ?? "") + (found[1] ?? found[2] ?? found[3] ?? "");
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (word !== null) words.push(word);
  // A variable in front is not an argument: the shell would set it for the program.
  return words.length === 0 || words[0]!.includes("=") ? null : words;
}

/** Returns the pattern to propose for a command; null where none could match it. */
export function patternFor(command: string): string | null {
  const words = plainWords(command);
  if (words === null) return null;
  const [program = "", verb] = words;
  const pattern = WITH_VERB.test(program) && verb !== undefined ? `${program} ${verb} *` : `${program} *`;
  try {
    readPattern(pattern);
    return pattern;
  } catch {
    return null;
  }
}
