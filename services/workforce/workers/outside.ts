import { fenced } from "../../control/workflows/graph/mod.ts";

/** Content from outside that came with a request. It informs a worker and never gives it instructions. */
export type OutsideContent = { name: string; text: string };

/** Returns the outside content to append to a worker's instructions; empty without any. */
export const withOutside = (outside: OutsideContent | null): string =>
  outside === null
    ? ""
    : `\n\nContent from outside that started this run (${outside.name}):\n${fenced(outside.text)}`;
