import { dirname, join } from "node:path";
import { findProgram } from "../../processes/find_program.ts";

/** A command whose program was found, and the directories that it needs to see. */
export type FoundProgram = { argv: string[]; readable: string[] };

/** Interpreters that `#!/usr/bin/env` looks for; when installed outside the system directories, they must be visible. */
const INTERPRETERS = ["node", "bun", "deno", "python3"];

/** Finds the program of a command on a search path, and the directories of its installation; null if it is missing. */
export function findAgent(command: readonly string[], searchPath: string): FoundProgram | null {
  const [name = "", ...args] = command;
  const program = name.includes("/") ? existing(name) : findProgram(name, searchPath);
  if (program === null) return null;
  const interpreters = INTERPRETERS.map((each) => findProgram(each, searchPath)).filter((each) =>
    each !== null
  );
  const files = [program, ...args.filter((arg) => arg.startsWith("/")), ...interpreters].map(existing);
  const readable = files.filter((file) => file !== null).flatMap((file) => [dirname(file), ...partsOf(file)]);
  return { argv: [program, ...args], readable: [...new Set(readable)] };
}

function existing(path: string): string | null {
  try {
    return path.startsWith("/") && Deno.statSync(path).isFile ? path : null;
  } catch {
    return null;
  }
}

/** Returns the directory of a program's installation: its packages, or the parent of its `bin`. */
function partsOf(program: string): string[] {
  const real = Deno.realPathSync(program);
  const packages = real.indexOf("/node_modules/");
  if (packages >= 0) return [real.slice(0, packages + "/node_modules".length)];
  const directory = dirname(real);
  return /\/bin$/.test(directory) && directory !== "/bin" && directory !== "/usr/bin"
    ? [join(directory, "..")]
    : [directory];
}
