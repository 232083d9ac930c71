import { join } from "node:path";
import type { KnownCommands } from "../../control/workflows/known_commands.ts";
import { TaskNames, type TaskTool } from "./drift/task_names.ts";
import { readInside } from "./paths/inside.ts";
import { PROJECT_FILES, projectCommands } from "./project_commands.ts";
import { entriesOf } from "../../../store/shared/records.ts";

const MAX_BYTES = 256 * 1024;
const MAX_TASKS = 200;

const COMMANDS: Readonly<Record<TaskTool, string>> = {
  npm: "npm run",
  deno: "deno task",
  make: "make",
  just: "just",
};

/** Names of scripts become parts of commands, so anything that a shell could read otherwise is left out. */
const PLAIN_NAME = /^[A-Za-z0-9][\w:.-]{0,60}$/;

/** Returns how a repository is tested and what can be run in it by name. Nothing of it is executed. */
export async function readKnownCommands(directory: string): Promise<KnownCommands> {
  const root = await Deno.realPath(directory);
  const files = new Map(PROJECT_FILES.flatMap((name) => {
    const file = readInside(root, join(root, name), MAX_BYTES);
    return "problem" in file ? [] : [[name, new TextDecoder().decode(file.bytes)] as const];
  }));
  const found = projectCommands(files);
  const { names } = await TaskNames.read(root, { complete: true, named: (name) => [name] });
  const tasks = new Map<string, string>();
  for (const [tool, command] of entriesOf(COMMANDS)) {
    for (const name of names[tool]) {
      if (PLAIN_NAME.test(name) && !tasks.has(name) && tasks.size < MAX_TASKS) {
        tasks.set(name, `${command} ${name}`);
      }
    }
  }
  return { test: found && { command: found.test, file: found.file }, tasks };
}
