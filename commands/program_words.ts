import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HEAP_FLAGS } from "../services/ground/kernel/heap_flags.ts";

let declared: readonly [string, ...string[]] | null = null;

/** Sets the words that start this program, if neither its own file nor the sources do. */
export function declareProgram(words: readonly [string, ...string[]]): void {
  declared = words;
}

/** Returns the words that start this program. */
export function programWords(environment: (name: string) => string | undefined): [string, ...string[]] {
  if (declared !== null) return [...declared];
  const portable = environment("AGENT_HARNESS_EXECUTABLE");
  if (portable) return [portable];
  if (Deno.build.standalone) return [Deno.execPath()];
  const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), "cli.ts");
  return [Deno.execPath(), "run", "--allow-all", HEAP_FLAGS, cli];
}
