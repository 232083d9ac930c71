import { dirname } from "node:path";
import { type Import, importsOf, PROGRAM, type Source } from "./sources.ts";

/** A file of fewer lines is too short to stand beside its only reader. */
const SHORT = 40;

/** Together they stay a file that is read at once. */
const TOGETHER = 150;

/** Names of what a domain declares, where one looks for it whoever imports it. */
const NAMED =
  /(?:^|[/_])(?:contract|handlers|schemas?|sentences|stream|document|events|view|texts|notices|part|kind|mod|types|limits|words|worker|parser|page|tab|dialog)\.tsx?$/;

/** An importer of so many short files of its folder is the table of a family: one file for each of its members. */
const FAMILY = 4;

/** Importers that others read for what they pass on, or that exist to import later. */
const PASSES_ON = /(?:^|\/)mod\.ts$|\.later\.ts$/;

/** A short file that only one other of its folder imports. */
export type Apart = { file: string; importer: string; lines: number };

const linesOf = (text: string): number => text.split("\n").length - 1;

/** Returns the short files that could stand in their only importer, which is of their own folder. */
export function filesApart(program: readonly Source[]): Apart[] {
  const lines = new Map(program.map(({ path, text }) => [path, linesOf(text)]));
  const short = (path: string): boolean => (lines.get(path) ?? 0) < SHORT;
  const byTarget = Map.groupBy(program.flatMap(importsOf), ({ to }: Import) => to);
  const found = program.flatMap(({ path }) => {
    const importers = [...new Set((byTarget.get(path) ?? []).map(({ from }) => from))];
    const [importer] = importers;
    if (importers.length !== 1 || dirname(importer!) !== dirname(path)) return [];
    if (NAMED.test(path) || PASSES_ON.test(path) || PASSES_ON.test(importer!) || !short(path)) return [];
    return [{ file: path, importer: importer!, lines: lines.get(path)! }];
  });
  const members = Map.groupBy(found, ({ importer }) => importer);
  return found.filter(({ importer, lines: own }) =>
    members.get(importer)!.length < FAMILY && own + (lines.get(importer) ?? 0) <= TOGETHER
  );
}

if (import.meta.main) {
  const found = filesApart(PROGRAM);
  const text = found.map(({ file, importer, lines }) => `${file} (${lines}) → ${importer}`).join("\n");
  const count = found.reduce((sum, { lines }) => sum + lines, 0);
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n${found.length} files, ${count} lines\n`));
}
