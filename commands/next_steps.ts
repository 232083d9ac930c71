import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../client/shell_word.ts";
import type { Output } from "./terminal/output.ts";
import { paint } from "./terminal/paint.ts";

/** Prints the commands that come next, so that they can be copied as they are. */
export function nextSteps(output: Output, commands: readonly string[]): void {
  output.data(`\n${paint.bold("Next")}`);
  const alias = aliasOfCheckout();
  for (const command of alias ? [alias, ...commands] : commands) output.data(`  ${command}`);
}

/** In a checkout there may be no `agent-harness` to call; this line makes one. Null where there is. */
function aliasOfCheckout(): string | null {
  if (Deno.build.standalone || !import.meta.url.endsWith("/commands/next_steps.ts")) return null;
  if (isOnPath("agent-harness")) return null;
  const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), "cli.ts");
  const deno = isOnPath("deno") ? "deno" : `npx --yes deno@${Deno.version.deno}`;
  return `alias agent-harness=${shellWord(`${deno} run -A ${shellWord(cli)}`)}`;
}

/** Whether the person's shell finds a program; what `npx` puts before that shell's path is gone when this process ends. */
function isOnPath(program: string): boolean {
  const places = (Deno.env.get("PATH") ?? "").split(delimiter);
  return places.some((place) => place && !/\bnode_modules\b/.test(place) && exists(join(place, program)));
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
