import type { Command } from "commander";
import type { Shell } from "./shell.ts";

/** The values that a command receives when it is added to the program. */
export type Setup = {
  shell: Shell;
  finish: (code: number) => void;
  /** Receives what is said of a command line that cannot be parsed. */
  refused?: (said: string) => void;
};

/** Adds a command to the program. */
export type Define = (program: Command, setup: Setup) => void;

/** The headings under which help lists commands. */
export const GROUPS = {
  start: "Get started:",
  work: "Work:",
  care: "Maintenance:",
  api: "API commands:",
} as const;
