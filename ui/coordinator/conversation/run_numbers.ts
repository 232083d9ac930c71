import type { Details } from "../types.ts";

/** The short numbers of runs, `#41`, by their ids. */
export type RunNumbers = ReadonlyMap<string, string>;

/** Returns the short numbers of the runs that a conversation started or is about. */
export const runNumbersOf = ({ queuedRunLinks, activeRun }: Details): RunNumbers =>
  new Map([...queuedRunLinks, ...(activeRun ? [activeRun] : [])].map(({ id, number }) => [id, `#${number}`]));

/** Returns a text with the ids of known runs replaced by their short numbers. */
export const withNumbers = (text: string, numbers: RunNumbers): string =>
  text.replace(/\brun_[0-9a-z]{26}\b/g, (id) => numbers.get(id) ?? id);
