import type { Shell } from "../shell.ts";

/** The options of a command line without a command. */
export type HereOptions = { request?: string; web?: boolean; url?: string; tokenFile?: string };

/**
 * Parses a command line without a command: empty in a terminal, `--web`, or a request in quotes. Returns null for
 * any other, so that a typing error is reported as one: a request has more than one word.
 */
export function hereOptions(
  argv: readonly string[],
  { terminal }: Pick<Shell, "terminal">,
): HereOptions | null {
  const options: HereOptions = {};
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === "--web") options.web = true;
    else if (word === "--url" || word === "--token-file") {
      const value = argv[++at];
      if (value === undefined) return null;
      options[word === "--url" ? "url" : "tokenFile"] = value;
    } else if (word.startsWith("-") || !/\S\s+\S/.test(word) || options.request !== undefined) return null;
    else options.request = word;
  }
  if (options.web || options.request !== undefined) return options.web && options.request ? null : options;
  return terminal.interactive ? options : null;
}
