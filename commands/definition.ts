import type { Command } from "commander";
import type { Shell } from "./shell.ts";

/** What a command gets when it is put on the program. */
export type Setup = { shell: Shell; finish: (code: number) => void };

/** Puts a command on the program. */
export type Define = (program: Command, setup: Setup) => void;

/** Where help lists a command. */
export const GROUPS = {
  start: "Get started:",
  work: "Work:",
  care: "Maintenance:",
  api: "API commands:",
} as const;
