import { parseArgs } from "node:util";
import { against } from "./against.ts";
import { fileSystemOf } from "./disk.ts";
import { create } from "./groups/create.ts";
import { events } from "./groups/events.ts";
import { get } from "./groups/get.ts";
import { open } from "./groups/open.ts";
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
  get,
  start,
  review,
  open,
  resident,
  scale,
  events,
};

const USAGE = `deno task bench [GROUP …] [--against COMMIT] [--dir DIRECTORY]; groups: ${
  Object.keys(groups).join(", ")
}. With --against and no group, only the two commits are compared.`;

type Asked = { names: string[]; commit: string | undefined; dir: string | undefined };

/** What the command line asks for; a sentence where it cannot be. */
function readArguments(): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: Deno.args.filter((argument) => argument !== "--"),
      options: { dir: { type: "string" }, against: { type: "string" } },
      allowPositionals: true,
    });
    const wrong = positionals.find((name) => !groups[name]);
    if (wrong !== undefined) return `There is no group "${wrong}".`;
    const { dir, against: commit } = values;
    const names = positionals.length > 0 || commit !== undefined ? positionals : Object.keys(groups);
    return { names, commit, dir };
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
  const { names, commit, dir } = asked;
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
    const measure = [
      ...names.map((name) => groups[name]!),
      ...(commit === undefined ? [] : [(bench: Bench) => against(bench, commit)]),
    ];
    for (const group of measure) {
      for (const row of await group({ directory, size: FULL })) {
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
