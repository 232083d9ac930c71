import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const TESTS = new URL(".", import.meta.url).pathname;

/** More would leave a processor idle at the end, while another one works off a long group. */
const MOST_FILES = 7;

/** What takes longest begins first, few files together. */
const LONGEST: readonly string[] = ["recovery", "browser"];
const MOST_LONG_FILES = 3;

/**
 * Writes programs into a new directory that import all files of tests, some of one directory together, and gives their
 * paths, those that take longest first. Loading the service anew for each file takes a tenth of the time of all tests.
 */
export function writeGroups(directory: string): string[] {
  Deno.mkdirSync(directory);
  const byDirectory = Map.groupBy(testFiles(TESTS), dirname);
  const names = [...byDirectory.keys()].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return names.flatMap((name) => {
    const files = byDirectory.get(name)!.sort();
    const most = rank(name) < LONGEST.length ? MOST_LONG_FILES : MOST_FILES;
    return chunks(files, Math.ceil(files.length / most)).map((group, index) => {
      const label = relative(TESTS, name).replaceAll("/", "_");
      const path = join(directory, `${label}_${index + 1}_test.ts`);
      Deno.writeTextFileSync(path, group.map((file) => `import "${pathToFileURL(file)}";\n`).join(""));
      return path;
    });
  });
}

function testFiles(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }) => {
    const path = join(directory, name);
    return isDirectory ? testFiles(path) : /_test\.tsx?$/.test(basename(path)) ? [path] : [];
  });
}

function rank(directory: string): number {
  const found = LONGEST.indexOf(relative(TESTS, directory));
  return found === -1 ? LONGEST.length : found;
}

/** That many parts of about the same length. */
function chunks<T>(items: readonly T[], count: number): T[][] {
  const at = (part: number) => Math.round(part * items.length / count);
  return Array.from({ length: count }, (_, part) => items.slice(at(part), at(part + 1)));
}
