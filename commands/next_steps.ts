import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../client/shell_word.ts";
import type { Output } from "./terminal/output.ts";
import { paint } from "./terminal/paint.ts";

/** Prints the next commands, ready to copy. */
export function nextSteps(output: Output, commands: readonly string[]): void {
  output.data(`\n${paint.bold("Next")}`);
  const alias = aliasOfCheckout();
  for (const command of alias ? [alias, ...commands] : commands) output.data(`  ${command}`);
}

/** Returns an alias for a checkout without an `agent-harness` command; null if the command exists. */
function aliasOfCheckout(): string | null {
  if (Deno.build.standalone || !import.meta.url.endsWith("/commands/next_steps.ts")) return null;
  if (isOnPath("agent-harness")) return null;
  const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), "cli.ts");
  const deno = isOnPath("deno") ? "deno" : `npx --yes deno@${Deno.version.deno}`;
  return `alias agent-harness=${shellWord(`${deno} run -A ${shellWord(cli)}`)}`;
}

/** Returns whether the person's shell finds a program, ignoring what `npx` adds to the path of this process. */
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
