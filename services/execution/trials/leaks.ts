import { basename, join } from "node:path";
import { readSmallFile } from "../../machine/repositories/git/files.ts";
import { listTree } from "../../machine/repositories/git/trees.ts";
import { changedPaths, contentAt, type Control, patchOf } from "../../machine/repositories/mod.ts";
import { PACKAGES } from "../../ground/kernel/packages.later.ts";
import { recordOf } from "../../../store/shared/records.ts";
import type { TrialBench } from "./bench.ts";
import { isSource } from "./paths.ts";

/** A shorter line may be anywhere. */
const MIN_LINE = 24;
const MAX_LINES = 400;
const MAX_BYTES = 4 * 1024 * 1024;

/** The share of the distinctive lines of a solution that makes an installed file leak it. */
const LEAKING_SHARE = 0.5;

/**
 * Returns where the result of a case is among what its setup left, in a sentence: the package itself by its name, or a file with
 * lines that only the solution has. Null if it is nowhere.
 */
export async function findLeak(
  bench: TrialBench,
  { base, solution }: { base: string; solution: string },
  places: readonly string[],
): Promise<string | null> {
  const names = await packageNames(bench, solution);
  for (const name of names) {
    const found = await installedAs(places, name);
    if (found) return `The setup installed "${name}", which is this package itself, at ${found}.`;
  }
  const lines = await distinctiveLines(bench, base, solution);
  if (lines.length === 0) return null;
  for (const file of await filesWithAny(places, lines)) {
    const text = await readSmallFile(file, MAX_BYTES) ?? "";
    const count = lines.filter((line) => text.includes(line)).length;
    if (count >= Math.max(1, lines.length * LEAKING_SHARE)) {
      return `${count} of ${lines.length} lines of the solution are in ${
        basename(file)
      }, which the setup left.`;
    }
  }
  return null;
}

/** Returns the lines that the solution adds to sources and that are long enough to be its own. */
async function distinctiveLines(
  { control, trial }: TrialBench,
  base: string,
  solution: string,
): Promise<string[]> {
  const changed = await changedPaths(control, base, solution);
  const paths = changed.map(({ path }) => path).filter((path) =>
    isSource(path, trial.verifier, trial.prefix)
  );
  return (await addedLines(control, base, solution, paths, MIN_LINE)).slice(0, MAX_LINES);
}

/** Returns the distinct lines that the solution adds to files, without those that are shorter than `min`. */
export async function addedLines(
  control: Control,
  base: string,
  solution: string,
  paths: readonly string[],
  min: number,
): Promise<string[]> {
  if (paths.length === 0) return [];
  const patch = await patchOf(control, base, solution, paths);
  const lines = patch.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++"))
    .map((line) => line.slice(1).trim()).filter((line) => line.length >= min);
  return [...new Set(lines)];
}

const NAMING = /(?:^|\/)(?:package\.json|jsr\.json|deno\.jsonc?|pyproject\.toml|Cargo\.toml)$/;

/** Returns the names under which the repository's own packages are published. */
async function packageNames({ control }: TrialBench, solution: string): Promise<string[]> {
  const files = (await listTree(control, solution)).filter(({ path }) => NAMING.test(path));
  const names = await Promise.all(
    files.slice(0, 50).map(async ({ path, object }) =>
      nameIn(path, await contentAt(control, object)).catch(() => null) // it is no such file
    ),
  );
  return [...new Set(names)].filter((name) => typeof name === "string")
    .filter(({ length }) => length >= 2 && length <= 200);
}

/** Returns what a file says that its own package is called; other things in it have names, too. */
async function nameIn(path: string, text: string): Promise<unknown> {
  if (!path.endsWith(".toml")) return recordOf((await PACKAGES.jsonc()).parse(text)).name;
  const { project, package: crate, tool } = (await PACKAGES.toml()).parse(text);
  const named = [project, crate, recordOf(tool).poetry].map((table) => recordOf(table).name);
  return named.find((name) => name !== undefined);
}

/** Returns where package managers put the package of a name; null if it is not there. */
async function installedAs(places: readonly string[], name: string): Promise<string | null> {
  const module = name.replaceAll("-", "_");
  const patterns = [
    `*/node_modules/${name}`,
    `*/registry.npmjs.org/${name}`,
    `*/site-packages/${module}`,
    `*/site-packages/${module}-*`,
    `*/registry/src/*/${name}-[0-9]*`,
  ];
  const tests = patterns.flatMap((pattern, i) => [...(i === 0 ? [] : ["-o"]), "-path", pattern]);
  const found = await pathsOf("find", [...places, "-type", "d", "(", ...tests, ")", "-print0", "-quit"]);
  const [place] = found;
  return place === undefined ? null : basename(place);
}

async function filesWithAny(places: readonly string[], lines: readonly string[]): Promise<string[]> {
  const patterns = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(patterns, lines.map((line) => `${line}\n`).join(""));
    const files = await pathsOf("grep", ["-rIlFs", "--null", "-f", patterns, "--", ...places]);
    const found = await Promise.all(files.map((file) => Deno.lstat(file)));
    return files.filter((_, i) => found[i]!.size <= MAX_BYTES);
  } finally {
    await Deno.remove(patterns);
  }
}

/** Returns what a program lists, each ended by a zero: a path may have a line break. */
async function pathsOf(program: string, args: readonly string[]): Promise<string[]> {
  const { stdout } = await new Deno.Command(program, { args: [...args], stdin: "null", stderr: "null" })
    .output();
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
}

/** Returns the places that a setup left something in: what it added to the worktree, and the home directory of its commands. */
export const placesOf = (directory: string, home: string, added: readonly string[]): string[] => [
  ...added.filter((path) => path !== ".git").map((path) => join(directory, path)),
  home,
];
