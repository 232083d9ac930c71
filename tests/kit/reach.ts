/**
 * Finds the test files that a change reaches: they import a changed file or name its path, at any distance. A path in a text counts
 * like an import, as tests read files and start programs by it. An import of types alone does not: it can break types, which are
 * checked everywhere, and no behavior.
 */
import { dirname, join, normalize } from "node:path";
import { importsOf, type Source, SOURCES } from "../checks/sources.ts";
import { filesOf, ROOT } from "./root.ts";

/** A file, and the file through which the change reaches it; null for a changed file. */
type Reached = Map<string, string | null>;

/** A test file that a change reaches, and the way from it to the change. */
export type ReachedTest = { file: string; way: string[] };

/** These change what every file is checked and run with. */
const EVERYTHING = /^deno\.(?:json|lock)$/;
/** Tests that walk through the whole checkout: they belong to every change. */
const WALKERS = /^tests\/(?:checks|docs|golden|packaging)\//;
const TEST_FILE = /_test\.tsx?$/;
const QUOTED = /["'`]([^"'`\n]*[./][^"'`\n]*)["'`]/g;

/** Returns the test files that a change of these files reaches, in the order of their paths. */
export function testsReachedBy(changed: readonly string[]): ReachedTest[] {
  const reached = spread(changed);
  const everything = changed.find((path) => EVERYTHING.test(path));
  return SOURCES.map(({ path }) => path).filter((path) => TEST_FILE.test(path)).flatMap((file) => {
    if (reached.has(file)) return [{ file, way: wayFrom(file, reached) }];
    if (everything !== undefined) return [{ file, way: [file, everything] }];
    if (changed.length > 0 && WALKERS.test(file)) {
      return [{ file, way: [file, "every file of the checkout"] }];
    }
    return [];
  });
}

/** Goes from the changed files to those that import or name them, the nearest first. */
function spread(changed: readonly string[]): Reached {
  const users = usersOfFiles(changed);
  const reached: Reached = new Map(changed.map((path) => [path, null]));
  // A map goes on with what is added while it is walked.
  for (const path of reached.keys()) {
    for (const user of users.get(path) ?? []) if (!reached.has(user)) reached.set(user, path);
  }
  return reached;
}

const THERE: ReadonlySet<string> = new Set(filesOf(""));
let users: Map<string, Set<string>> | null = null;

/** Who uses which file. That is read once, but for files that are there no more. */
const usersOfFiles = (changed: readonly string[]): Map<string, Set<string>> =>
  changed.every((path) => THERE.has(path))
    ? users ??= usersAmong(THERE)
    : usersAmong(new Set([...THERE, ...changed]));

function usersAmong(known: ReadonlySet<string>): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const source of SOURCES) {
    for (const used of usesOf(source, known)) {
      if (used === source.path) continue;
      users.set(used, (users.get(used) ?? new Set()).add(source.path));
    }
  }
  return users;
}

function* usesOf(source: Source, known: ReadonlySet<string>): Generator<string> {
  for (const { to, typeOnly } of importsOf(source)) if (!typeOnly) yield to;
  for (const [, quoted] of source.text.matchAll(QUOTED)) {
    const path = quoted!.replace(/^.*\$\{[^}]*\}\/?/, "");
    const near = normalize(join(dirname(source.path), path));
    for (const candidate of new Set([near, normalize(path)])) {
      // To name a test is not to use it.
      if (known.has(candidate) && !TEST_FILE.test(candidate)) yield candidate;
    }
    if (/^\.{1,2}\/.*\/$/.test(path)) {
      for (const file of known) if (file.startsWith(near) && !TEST_FILE.test(file)) yield file;
    }
  }
}

function wayFrom(file: string, reached: Reached): string[] {
  const way: string[] = [];
  for (let at: string | null = file; at !== null; at = reached.get(at) ?? null) way.push(at);
  return way;
}

/** Returns the files that differ from a commit, deleted and new ones included. Throws with what git says. */
export function changedSince(revision: string): string[] {
  const git = (...args: string[]) => {
    const { success, stdout, stderr } = new Deno.Command("git", { args, cwd: ROOT }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
    return new TextDecoder().decode(stdout).split("\0").filter(Boolean);
  };
  return [
    ...new Set([
      ...git("diff", "--name-only", "--no-renames", "-z", revision, "--"),
      ...git("ls-files", "--others", "--exclude-standard", "-z"),
    ]),
  ].sort();
}

/** How many names and ways are told. */
const TOLD = 8;

/** Returns what will run and why, for people: test files by the first step on their way to the change. */
export function reachText(
  changed: readonly string[],
  tests: readonly ReachedTest[],
  revision: string,
): string {
  const few = (names: readonly string[]) =>
    names.slice(0, TOLD).join(", ") + (names.length > TOLD ? ` and ${names.length - TOLD} more` : "");
  if (changed.length === 0) return `Nothing has changed since ${revision}, so no test runs.\n`;
  const groups = Map.groupBy(tests, ({ way }) => way[1] ?? "");
  const ways = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  const lines = ways.slice(0, TOLD).map(([through, some]) => {
    const last = some[0]!.way.at(-1)!;
    const why = through === "" ? "changed" : `through ${through === last ? last : `${through} … ${last}`}`;
    return `  ${some.length} ${why}: ${few(some.map(({ file }) => file))}\n`;
  });
  if (ways.length > TOLD) lines.push(`  and those that reach it in ${ways.length - TOLD} other ways\n`);
  return `${changed.length} files have changed since ${revision}: ${few(changed)}\n` +
    `They reach ${tests.length} test files:\n${lines.join("")}`;
}
