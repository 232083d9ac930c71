import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import type { Command } from "commander";
import { nextSteps } from "./next_steps.ts";
import { shellWord } from "./shell_word.ts";
import { paint } from "./terminal/paint.ts";

/** What lies in a directory that a service has used. */
const STORAGE_FILES = new Set(["harness.db", "lock", "artifacts", "logs"]);

/** `init`: makes a storage directory, for this user alone. */
export function defineInit(program: Command, { shell: { output }, finish }: Setup): void {
  program.command("init").helpGroup(GROUPS.start)
    .summary("make a storage directory")
    .description("Make a storage directory that only you can read. Run again on one it changes nothing.")
    .argument("<directory>", "where; made if it is missing, and otherwise empty or a storage directory")
    .option("--json", "print one JSON document")
    .addHelpText("after", "\nExamples:\n  $ agent-harness init ~/agent-harness")
    .action(async (given: string, _, command: Command) => {
      const { codeDirectory } = await import("../main.ts" as string) as typeof import("../main.ts");
      const { directory, created } = makeStorage(resolve(given), codeDirectory());
      const next = [`export AGENT_HARNESS_STORAGE_DIR=${shellWord(directory)}`, "agent-harness serve"];
      if (command.optsWithGlobals().json) output.json({ directory, created, next });
      else {
        const what = created ? "Made the storage directory" : "This is a storage directory already:";
        output.data(`${paint.green("✓")} ${what} ${paint.bold(directory)}`);
        nextSteps(output, next);
      }
      finish(EXIT.done);
    });
}

/** Makes the directory with mode 0700, or takes one that is empty or was made so before. Throws `UsageError`. */
export function makeStorage(
  path: string,
  codeDirectory: string | null,
): { directory: string; created: boolean } {
  refuseInsideCode(path, codeDirectory);
  const existed = existsSync(path);
  if (existed) {
    if (!Deno.statSync(path).isDirectory) throw new UsageError(`${path} is a file. Name a directory.`);
    const names = [...Deno.readDirSync(path)].map((entry) => entry.name);
    if (names.length > 0 && !names.some((name) => STORAGE_FILES.has(name))) {
      throw new UsageError(
        `${path} is not empty and is no storage directory, so nothing was changed. Name a new or an empty one.`,
      );
    }
  }
  try {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    Deno.chmodSync(path, 0o700);
  } catch (cause) {
    throw new UsageError(`${path} cannot be made: ${(cause as Error).message}.`);
  }
  return { directory: Deno.realPathSync(path), created: !existed };
}

function refuseInsideCode(path: string, codeDirectory: string | null): void {
  if (!isInside(path, codeDirectory)) return;
  throw new UsageError(
    `${path} lies inside of the program's own directory ${codeDirectory}. Choose one outside, such as ~/agent-harness.`,
  );
}

/** True for a path in the code's own directory, whether or not it is there. */
export function isInside(path: string, codeDirectory: string | null): boolean {
  if (codeDirectory === null) return false;
  const inside = relative(Deno.realPathSync(codeDirectory), realOf(path));
  return inside === "" || (!inside.startsWith("..") && !isAbsolute(inside));
}

/** The real path of what is there, with the rest of it behind. */
function realOf(path: string): string {
  for (let there = path;; there = dirname(there)) {
    if (existsSync(there)) return join(Deno.realPathSync(there), relative(there, path));
  }
}
