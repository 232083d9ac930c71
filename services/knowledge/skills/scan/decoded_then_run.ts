import { DECODES, RUNS } from "./code_rules.ts";

/** A variable that is given a decoded text. */
const DECODED = new RegExp(
  `\\b([A-Za-z_]\\w{0,40})\\s{0,20}[+:]?=\\s{0,20}[^\\n]{0,120}(?:${DECODES}|\\$\\([^\\n]{0,200}\\bbase64\\s+(?:-d|-D|--decode)\\b)`,
  "g",
);
/** The first argument of what runs code, in programs and in shells. */
const RUN = new RegExp(
  `${RUNS}\\s{0,20}\\(\\s{0,20}(?:compile\\(|bytes\\(|str\\(|String\\()?([A-Za-z_]\\w{0,40})\\b|(?:\\beval|\\b(?:ba|z|da|k)?sh\\s+-c)\\s+["']?\\$\\{?([A-Za-z_]\\w{0,40})`,
  "g",
);

/** Returns the offsets in a file at which a variable is run as code that was decoded elsewhere in it. */
export function decodedThenRun(text: string): number[] {
  const names = new Set([...text.matchAll(DECODED)].map(([, name]) => name));
  if (names.size === 0) return [];
  return [...text.matchAll(RUN)].filter(([, call, shell]) => names.has(call ?? shell)).map(({ index }) =>
    index
  );
}
