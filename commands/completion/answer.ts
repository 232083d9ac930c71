import { ellipsis } from "../../client/words.ts";
import { EXIT } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { unpainted } from "../terminal/paint.ts";
import { complete } from "./candidates.ts";

/** The line that makes the shell offer file names too. */
const FILES_LINE = ":files";

/** The maximum length of a description next to a candidate. */
const MAX_DESCRIPTION = 70;

/** Prints one line per candidate for the shell, with its description after a tab. After any error it prints nothing. */
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
    // Offers nothing: an error while typing would only disturb.
  }
  return EXIT.done;
}
