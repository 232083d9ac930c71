/**
 * Puts test files together into a few modules, so that the 1,700 modules of the service are loaded once for some dozens of files
 * instead of for each.
 */
import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LOADER = new URL("load_tests.ts", import.meta.url).href;
const TEST_FILE = /_test\.tsx?$/;

/** More files than this in one module, and the last one to run keeps the other processors waiting. */
const MAX_FILES = 40;
/** Files of these kinds take longer, so that fewer of them belong together. */
const FEWER: readonly (readonly [path: RegExp, files: number])[] = [[/^tests\/browser\//, 13]];

/** Files that stay alone, and why. */
const ALONE: readonly (readonly [path: RegExp, reason: string])[] = [
  [
    /^tests\/recovery\//,
    "start services and kill them, up to a minute each: other files need not wait for them",
  ],
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

/** Returns what to give to `deno test` for these files: modules written to `directory`, and files that stay alone at the end. */
export function entriesOf(files: readonly string[], directory: string, jobs: number): string[] {
  const isAlone = (file: string) => ALONE.some(([path]) => path.test(file));
  const together = files.filter((file) => !isAlone(file));
  const groups = Map.groupBy(together, (file) => FEWER.find(([path]) => path.test(file)));
  const entries = [...groups].toSorted(([one]) => one ? -1 : 1).flatMap(([fewer, some]) => {
    const size = Math.min(fewer?.[1] ?? MAX_FILES, Math.ceil(some.length / jobs));
    return parts(some, Math.ceil(some.length / size));
  });
  return [
    ...entries.map((some, index) => some.length === 1 ? join(ROOT, some[0]!) : write(some, directory, index)),
    ...files.filter(isAlone).map((file) => join(ROOT, file)),
  ];
}

/** Splits a list into parts of nearly the same length, in its order, so that files of a domain stay together. */
const parts = <T>(list: readonly T[], count: number): T[][] =>
  Array.from(
    { length: count },
    (_, index) =>
      list.slice(Math.floor(index * list.length / count), Math.floor((index + 1) * list.length / count)),
  );

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
