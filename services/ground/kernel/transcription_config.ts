import { ConfigError, type Environment, flag, wholeNumber } from "./variables.ts";

/** What turns speech into text on this machine. It comes only from the environment, never from a request. */
export type TranscriptionConfig = {
  /** A program and its arguments, with `{input}`, `{output}` and `{language}` in them, or null. */
  command: readonly string[] | null;
  /** Whether it may run if no sandbox works: with network access and everything that this user can read. */
  unconfined: boolean;
  /** How long it may take for one recording, in seconds; null if the recording's length decides. */
  maxSeconds: number | null;
};

const COMMAND = "AGENT_HARNESS_TRANSCRIBE_COMMAND";
const MAX_SECONDS = "AGENT_HARNESS_TRANSCRIBE_MAX_SECONDS";
const PLACEHOLDERS = ["{input}", "{output}", "{language}"];

/** Reads `AGENT_HARNESS_TRANSCRIBE_*`. Throws `ConfigError` for invalid values. */
export const readTranscriptionConfig = (environment: Environment): TranscriptionConfig => ({
  command: command(environment(COMMAND)),
  unconfined: flag(environment, "AGENT_HARNESS_TRANSCRIBE_UNCONFINED", false),
  maxSeconds: wholeNumber(environment, MAX_SECONDS, 0, 0, 86_400) || null,
});

function command(value: string | undefined): string[] | null {
  if (!value?.trim()) return null;
  const words = value.trim().startsWith("[") ? wordsOf(value) : value.trim().split(/\s+/);
  if (!words.some((word) => word.includes("{input}"))) {
    throw new ConfigError(
      `${COMMAND} is ${value}, which contains no {input}. Write {input} where the path of the recording belongs, as in: pocketsphinx_continuous -infile {input} -time yes`,
    );
  }
  const unknown = words.flatMap((word) => word.match(/\{\w+\}/g) ?? []).find((name) =>
    !PLACEHOLDERS.includes(name)
  );
  if (unknown === undefined) return words;
  throw new ConfigError(`${COMMAND} contains ${unknown}. Only ${PLACEHOLDERS.join(", ")} are allowed.`);
}

function wordsOf(value: string): string[] {
  try {
    const words: unknown = JSON.parse(value);
    if (
      Array.isArray(words) && words.length > 0 &&
      words.every((word) => typeof word === "string" && word !== "")
    ) {
      return words;
    }
  } catch {
    // The message below says what is allowed.
  }
  throw new ConfigError(
    `${COMMAND} is ${value}. Use a program and its arguments, separated by spaces or as a JSON list of strings. They are not passed to a shell.`,
  );
}
