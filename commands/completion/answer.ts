import { ellipsis } from "../../client/words.ts";
import { EXIT } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { unpainted } from "../terminal/paint.ts";
import { complete } from "./candidates.ts";

/** Says that the shell should offer the names of files, besides. */
const FILES_LINE = ":files";

/** How much of a description fits beside a candidate. */
const MAX_DESCRIPTION = 70;

/** Answers a shell: a line for each candidate, its description behind a tab. Whatever goes wrong is an empty answer. */
export async function answerShell(shell: Shell, words: readonly string[]): Promise<number> {
  const quiet: Shell = { ...shell, output: { ...shell.output, talk: () => {}, data: () => {} } };
  try {
    const { candidates, files } = await complete(quiet, words);
    const lines = candidates.map(({ value, description }) => {
      const short = ellipsis(oneLine(unpainted(description)), MAX_DESCRIPTION);
      return short === "" ? value : `${value}\t${short}`;
    });
    if (files) lines.push(FILES_LINE);
    const text = lines.map((line) => `${line}\n`).join("");
    shell.output.bytes(new TextEncoder().encode(text));
  } catch {
    // Nothing is offered; an error between the keys would only be in the way.
  }
  return EXIT.done;
}
