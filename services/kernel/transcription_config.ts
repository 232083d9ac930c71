import { ConfigError, type Environment, flag, wholeNumber } from "./variables.ts";

/** What turns speech into text on this machine. It comes from the environment alone, never from a request. */
export type TranscriptionConfig = {
  /** A program and its arguments, with `{input}`, `{output}` and `{language}` in them; null where there is none. */
  command: readonly string[] | null;
  /** Whether it may run where no sandbox works: with the network and all that this user may see. */
  unconfined: boolean;
  /** How long it may take for one recording, in seconds; null where the recording's length decides. */
  maxSeconds: number | null;
};

const COMMAND = "AGENT_HARNESS_TRANSCRIBE_COMMAND";
const MAX_SECONDS = "AGENT_HARNESS_TRANSCRIBE_MAX_SECONDS";
const PLACEHOLDERS = ["{input}", "{output}", "{language}"];

/** Reads `AGENT_HARNESS_TRANSCRIBE_*`. Throws `ConfigError` for what cannot work. */
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
      `${COMMAND} is ${value}, which has no {input}. Write {input} where the path of the recording belongs, as in: pocketsphinx_continuous -infile {input} -time yes`,
    );
  }
  const unknown = words.flatMap((word) => word.match(/\{\w+\}/g) ?? []).find((name) =>
    !PLACEHOLDERS.includes(name)
  );
  if (unknown === undefined) return words;
  throw new ConfigError(`${COMMAND} has ${unknown}. Only ${PLACEHOLDERS.join(", ")} are allowed.`);
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
    // The sentence below says what is allowed.
  }
  throw new ConfigError(
    `${COMMAND} is ${value}. A program and its arguments are allowed, separated by spaces or as a JSON list of texts; no shell reads them.`,
  );
}
