import type { Search } from "../language/instruction.ts";
import { Refusal } from "../../worker_tools/refusal.ts";
import { MAX_TEXT } from "../../worker_tools/text_file.ts";

/** The time limit of a regular expression for one file. */
const REGEX_LIMIT_MILLISECONDS = 2_000;

/** Replaces in one text; null when nothing matches. `close` releases its resources. */
type Substitute = {
  (text: string, path: string): Promise<string | null>;
  close(): void;
};

/**
 * Prepares a replacement. Literal text is replaced everywhere, literally. A regular expression follows JavaScript
 * (`g` for every match, `$1` and `$&` in the new text) and runs in a separate thread with a time limit, since a
 * pattern such as `^(a+)+$` can take forever.
 *
 * @throws {Refusal} (when called) for a pattern that takes too long or makes the file larger than 32 MiB
 */
export function substitution(
  search: Search,
  replacement: string,
  limit = REGEX_LIMIT_MILLISECONDS,
): Substitute {
  if (search.kind === "text") {
    // deno-lint-ignore require-await -- a refusal is a rejection, as it is with a pattern
    const replaceLiteral = async (text: string, path: string) =>
      replaceText(text, search.text, replacement, path);
    return Object.assign(replaceLiteral, { close: () => {} });
  }
  const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const { source, flags } = search;
  const ask = async (text: string, path: string): Promise<string | null> => {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<Answer>) => resolve(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.postMessage({ source, flags, replacement, text, timeout: limit });
    });
    if (answer.kind === "slow") {
      throw new Refusal(
        `The regular expression /${source}/${flags} took longer than ${limit} ms on ${path}. Write a simpler one.`,
        "timeout",
      );
    }
    if (answer.kind === "failed") {
      throw new Refusal(`The regular expression /${source}/${flags} failed on ${path}: ${answer.message}.`);
    }
    if (answer.kind === "large") throw tooLarge(path);
    return answer.kind === "unmatched" ? null : answer.text;
  };
  return Object.assign(ask, {
    close: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  });
}

type Answer =
  | { kind: "replaced"; text: string }
  | { kind: "unmatched" }
  | { kind: "slow" }
  | { kind: "large" }
  | { kind: "failed"; message: string };

/** Text, not a file: a bundled or compiled service has no file to load. Ending a thread does not stop a running match
 * that is under way (tried: Deno 2.9), `vm`'s time limit does. */
const WORKER_SOURCE = `
import { runInNewContext } from "node:vm";
const work = "new RegExp(source, flags).test(text) ? text.replace(new RegExp(source, flags), replacement) : null";
self.onmessage = ({ data: { timeout, ...context } }) => {
  try {
    const text = runInNewContext(work, context, { timeout });
    if (text === null) self.postMessage({ kind: "unmatched" });
    else self.postMessage(text.length > ${MAX_TEXT} ? { kind: "large" } : { kind: "replaced", text });
  } catch (error) {
    const slow = error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    self.postMessage(slow ? { kind: "slow" } : { kind: "failed", message: String(error.message) });
  }
};`;

function replaceText(text: string, search: string, replacement: string, path: string): string | null {
  const parts = text.split(search);
  if (parts.length === 1) return null;
  const size = text.length + (parts.length - 1) * (replacement.length - search.length);
  if (size > MAX_TEXT) throw tooLarge(path);
  return parts.join(replacement);
}

function tooLarge(path: string): Refusal {
  return new Refusal(`The replacement would make ${path} larger than 32 MiB. Nothing was changed.`);
}
