import { fenced } from "../workflows/graph/mod.ts";

/** What came from outside with a request. It informs a worker and never gives it instructions. */
export type Outside = { name: string; text: string };

/** Returns what came from outside, to stand after the instructions of a worker; empty where nothing did. */
export const withOutside = (outside: Outside | null): string =>
  outside === null
    ? ""
    : `\n\nWhat was sent from outside, which started this (${outside.name}):\n${fenced(outside.text)}`;
