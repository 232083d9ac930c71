import { parseArgs } from "node:util";
import { fileSystemOf } from "./disk.ts";
import { automations } from "./groups/automations.ts";
import { commandLine } from "./groups/command_line.ts";
import { commands } from "./groups/commands.ts";
import { create } from "./groups/create.ts";
import { events } from "./groups/events.ts";
import { find } from "./groups/find.ts";
import { get } from "./groups/get.ts";
import { http } from "./groups/http.ts";
import { memory } from "./groups/memory.ts";
import { notifications } from "./groups/notifications.ts";
import { planner } from "./groups/planner.ts";
import { portable } from "./groups/portable.ts";
import { resident } from "./groups/resident.ts";
import { review } from "./groups/review.ts";
import { scale } from "./groups/scale.ts";
import { start } from "./groups/start.ts";
import { print } from "./output.ts";
import type { Bench } from "./setting.ts";
import { FULL } from "./size.ts";
import { printHead, printRow, reaches, type Row } from "./table.ts";

/** Every group of rows, by the name that `deno task bench <name>` takes. */
export const groups: Record<string, (bench: Bench) => Promise<Row[]>> = {
  create,
  http,
  get,
  start,
  "command-line": commandLine,
  portable,
  commands,
  review,
  resident,
  scale,
  events,
  notifications,
  memory,
  planner,
  find,
  automations,
};

const USAGE = `deno task bench [GROUP …] [--dir DIRECTORY]; groups: ${Object.keys(groups).join(", ")}`;

/** What the command line asks for; a sentence where it cannot be. */
function readArguments(): { names: string[]; dir: string | undefined } | string {
  try {
    const { values, positionals } = parseArgs({
      args: Deno.args.filter((argument) => argument !== "--"),
      options: { dir: { type: "string" } },
      allowPositionals: true,
    });
    const wrong = positionals.find((name) => !groups[name]);
    if (wrong !== undefined) return `There is no group "${wrong}".`;
    return { names: positionals.length > 0 ? positionals : Object.keys(groups), dir: values.dir };
  } catch (error) {
    return (error as Error).message.replace(/\. .*$/s, ".");
  }
}

async function main(): Promise<number> {
  const asked = readArguments();
  if (typeof asked === "string") {
    print(`${asked} Usage: ${USAGE}`);
    return 2;
  }
  const { names, dir } = asked;
  const directory = Deno.makeTempDirSync({
    prefix: "agent-harness-bench-",
    ...(dir !== undefined && { dir }),
  });
  const begin = performance.now();
  let short = 0;
  try {
    const disk = fileSystemOf(directory) ?? "unknown file system";
    print(`Deno ${Deno.version.deno}, ${navigator.hardwareConcurrency} cores, ${directory} (${disk})`);
    print(
      "Sides alternate round by round; the ratio is the median of the rounds' own, ± half its quartiles' distance.",
    );
    print("");
    printHead();
    for (const name of names) {
      for (const row of await groups[name]!({ directory, size: FULL })) {
        if (reaches(row) === false) short++;
        printRow(row);
      }
    }
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  print("");
  print(`${short === 0 ? "All targets are met" : `${short} short of the target`}, in ${seconds} s.`);
  return 0;
}

if (import.meta.main) Deno.exit(await main());
