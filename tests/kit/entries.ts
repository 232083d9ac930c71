/**
 * Puts test files together into a few modules, so that the 1,700 modules of the service are loaded once for some dozens of files
 * instead of for each.
 */
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./root.ts";

const LOADER = new URL("load_tests.ts", import.meta.url).href;
const TEST_FILE = /_test\.tsx?$/;

/** A whole run has this many modules for each job: the last ones to run are short, so that no processor waits for long. */
const MODULES_OF_A_JOB = 5;
/** A module that takes less by the clock is not worth to load the service again. */
const LEAST_SECONDS = 20;

/** What a file probably takes that has never run here. */
const USUAL_SECONDS: readonly (readonly [path: RegExp, seconds: number])[] = [
  [/^tests\/(?:recovery|packaging|bench)\//, 20],
  [/^tests\/browser\//, 6],
  [/^/, 2],
];

/** Files that stay alone, and why. */
const ALONE: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^tests\/packaging\//, "change the environment while they build programs, for minutes"],
  [/^tests\/bench\//, "measure"],
];

/** Returns the test files that a path of the checkout names: itself, or those below it; null if it is not a path. */
export function testFilesOf(path: string): string[] | null {
  if (!existsSync(path)) return null;
  if (!statSync(path).isDirectory()) return [relative(ROOT, Deno.realPathSync(path))];
  return [...Deno.readDirSync(path)].sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) =>
      isDirectory
        ? testFilesOf(join(path, name))!
        : TEST_FILE.test(name)
        ? testFilesOf(join(path, name))!
        : []
    );
}

/** How the files of a run are put together. */
export type Packing = {
  /** Where the modules are written. */
  directory: string;
  /** How many modules run at once. */
  jobs: number;
  /** The seconds that files took before. */
  times?: ReadonlyMap<string, number>;
  /** Mixes the files, so that each has others before it. */
  seed?: number;
};

/** Writes the modules that load these files, and returns them in the order in which to run them: the longest first. */
export function entriesOf(files: readonly string[], { directory, jobs, times, seed }: Packing): string[] {
  const secondsOf = (file: string) => times?.get(file) ?? USUAL_SECONDS.find(([path]) => path.test(file))![1];
  const sum = (some: readonly string[]) => some.reduce((seconds, file) => seconds + secondsOf(file), 0);
  const share = sum(files) / jobs;
  const limit = Math.min(share, Math.max(LEAST_SECONDS, share / MODULES_OF_A_JOB));
  const isAlone = (file: string) => secondsOf(file) >= limit || ALONE.some(([path]) => path.test(file));
  const [alone, together] = [files.filter(isAlone), files.filter((file) => !isAlone(file))];
  const order = seed === undefined ? together : mixed(together, seed);
  const groups = [...alone.map((file) => [file]), ...parts(order, Math.ceil(sum(order) / limit), sum)];
  return groups.map((some) => ({ some, seconds: sum(some) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ some }, index) => write(some, directory, index));
}

/** Splits a list into parts that take nearly the same time, in its order, so that files of a domain stay together. */
function parts(
  files: readonly string[],
  count: number,
  sum: (some: readonly string[]) => number,
): string[][] {
  const all = sum(files);
  let passed = 0;
  const part = files.map((file) => {
    const middle = passed + sum([file]) / 2;
    passed += sum([file]);
    return Math.min(count - 1, Math.floor(count * middle / all));
  });
  return [...Map.groupBy(files.keys(), (at) => part[at]!).values()]
    .map((some) => some.map((at) => files[at]!));
}

/** The files in an order that the seed alone gives. */
const mixed = (files: readonly string[], seed: number): string[] =>
  files.map((file) => ({ file, at: createHash("sha256").update(`${seed} ${file}`).digest("hex") }))
    .toSorted((one, other) => one.at < other.at ? -1 : 1).map(({ file }) => file);

function write(files: readonly string[], directory: string, index: number): string {
  const path = join(directory, `${String(index + 1).padStart(2, "0")}_${files[0]!.split("/")[1]}_test.ts`);
  const lines = files.map((file) => {
    const url = JSON.stringify(pathToFileURL(join(ROOT, file)).href);
    return `  ${JSON.stringify(file)}: () => import(${url}),\n`;
  });
  Deno.writeTextFileSync(
    path,
    `import { loadTests } from ${JSON.stringify(LOADER)};\nawait loadTests({\n${lines.join("")}});\n`,
  );
  return path;
}
