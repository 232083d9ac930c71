import { join } from "node:path";
import { existingFiles } from "../golden/files.ts";
import { PAGES } from "../docs/pages/mod.ts";
import { filesOf, ROOT } from "../kit/root.ts";

/** So many lines that a command writes may be tracked. Each of them is read in a review. */
export const MOST_GENERATED = 10_000;

/** A file above this length that is text without being a program is written by a command, or is in `WRITTEN`. */
const LONG = 500;

/** Long files of data that no command writes anew from the sources. */
export const WRITTEN: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "written by hand",
  "deno.lock": "the versions of packages, by Deno",
  "tests/checks/interface_endpoints.json": "read off the page that describes the interface",
  "tests/fields/enum_values.json": "written by hand, renewed from what tests have seen",
};

/** What says in a file that a command wrote all of it. */
const MARK = /^(?:\/\/|#|<!--) (?:Written|Generated) by `deno task/m;

const read = (path: string): string => Deno.readTextFileSync(join(ROOT, path));

const linesOf = (path: string): number => read(path).split("\n").length - 1;

/** Whether a command writes a file as a whole: it is a golden file or a page, or says so at its beginning. */
function isGenerated(path: string, golden: ReadonlySet<string>): boolean {
  return golden.has(path) || path in PAGES || MARK.test(read(path).slice(0, 400));
}

const isText = (path: string): boolean =>
  /\.(?:ts|tsx|json|jsonl|md|txt|lock|yaml|yml|css|html|svg)$/.test(path);

/** The generated files of the repository with their lines, and long files of data of which nobody said what they are. */
export function generatedFiles(): { files: Map<string, number>; unknown: string[] } {
  const golden = new Set(existingFiles());
  const texts = [...filesOf("")].filter(isText);
  const files = new Map(
    texts.filter((path) => isGenerated(path, golden)).map((path) => [path, linesOf(path)]),
  );
  const unknown = texts.filter((path) =>
    /\.(?:json|jsonl|md|txt|lock|yaml|yml)$/.test(path) && !files.has(path) && !(path in WRITTEN) &&
    linesOf(path) > LONG
  );
  return { files, unknown };
}

if (import.meta.main) {
  const { files } = generatedFiles();
  const counts = Map.groupBy(files, ([path]) => path.split("/").slice(0, 2).join("/"));
  const sum = (entries: Iterable<[string, number]>) =>
    [...entries].reduce((all, [, lines]) => all + lines, 0);
  const lines = [...counts].map(([place, own]) => `${String(sum(own)).padStart(7)}  ${place}\n`);
  lines.push(`${String(sum(files)).padStart(7)}  in all, of at most ${MOST_GENERATED}\n`);
  Deno.stdout.writeSync(new TextEncoder().encode(lines.join("")));
}
