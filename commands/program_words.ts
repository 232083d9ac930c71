import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The words that start this very program. */
export function programWords(environment: (name: string) => string | undefined): string[] {
  const portable = environment("AGENT_HARNESS_EXECUTABLE");
  if (portable) return [portable];
  if (Deno.build.standalone) return [Deno.execPath()];
  const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), "cli.ts");
  return [Deno.execPath(), "run", "--allow-all", cli];
}
