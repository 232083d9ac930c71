import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const TESTS = new URL(".", import.meta.url).pathname;

/** More would leave a processor idle at the end, while another one works off a long group. */
const MOST_FILES = 10;

/** What takes longest begins first, few files together; then what takes long. */
const LONGEST: readonly string[] = ["recovery", "browser"];
const MOST_LONG_FILES = 3;
const LONG: readonly string[] = ["models", "backups", "docs", "packaging"];

/**
 * Writes programs into a new directory that import all files of tests, some of one domain together, and gives their
 * paths, those that take longest first. Loading the service anew for each file takes a tenth of the time of all tests.
 */
export function writeGroups(directory: string): string[] {
  Deno.mkdirSync(directory);
  const byDomain = Map.groupBy(testFiles(TESTS), (path) => relative(TESTS, path).split("/")[0]!);
  const names = [...byDomain.keys()].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return names.flatMap((name) => {
    const files = byDomain.get(name)!.sort();
    const most = LONGEST.includes(name) ? MOST_LONG_FILES : MOST_FILES;
    return chunks(files, Math.ceil(files.length / most)).map((group, index) => {
      const path = join(directory, `${name}_${index + 1}_test.ts`);
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

function rank(domain: string): number {
  const begun = [...LONGEST, ...LONG];
  return begun.includes(domain) ? begun.indexOf(domain) : begun.length;
}

/** That many parts of about the same length. */
function chunks<T>(items: readonly T[], count: number): T[][] {
  const at = (part: number) => Math.round(part * items.length / count);
  return Array.from({ length: count }, (_, part) => items.slice(at(part), at(part + 1)));
}
