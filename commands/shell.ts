import type { Output } from "./terminal/output.ts";
import { processOutput } from "./terminal/output.ts";
import { processTerminal, type Terminal } from "./terminal/terminal.ts";

/** A command's access to the outside: its output, its terminal and its environment. */
export type Shell = {
  output: Output;
  terminal: Terminal;
  environment: (name: string) => string | undefined;
};

/** The shell of this process. */
export function processShell(): Shell {
  const environment = (name: string) => Deno.env.get(name);
  const output = processOutput(environment);
  return { output, terminal: processTerminal(output), environment };
}
