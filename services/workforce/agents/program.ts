import { findProgram } from "../../ground/kernel/find_program.ts";

/** A command whose program was found, and the files of programs in it. */
export type FoundProgram = { argv: string[]; programs: string[] };

/** Finds the program of a command on a search path; null if it is missing. */
export function findAgent(command: readonly string[], searchPath: string): FoundProgram | null {
  const [name = "", ...args] = command;
  const program = name.includes("/") ? existing(name) : findProgram(name, searchPath);
  if (program === null) return null;
  return {
    argv: [program, ...args],
    programs: [program, ...args].filter((word) => existing(word) !== null),
  };
}

function existing(path: string): string | null {
  try {
    return path.startsWith("/") && Deno.statSync(path).isFile ? path : null;
  } catch {
    return null;
  }
}
