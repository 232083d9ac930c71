import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let declared: readonly string[] | null = null;

/** Says which words start this program, where neither a file of its own nor the sources do. */
export function declareProgram(words: readonly string[]): void {
  declared = words;
}

/** The words that start this very program. */
export function programWords(environment: (name: string) => string | undefined): string[] {
  if (declared !== null) return [...declared];
  const portable = environment("AGENT_HARNESS_EXECUTABLE");
  if (portable) return [portable];
  if (Deno.build.standalone) return [Deno.execPath()];
  const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), "cli.ts");
  return [Deno.execPath(), "run", "--allow-all", cli];
}
