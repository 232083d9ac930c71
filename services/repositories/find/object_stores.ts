import { isAbsolute, join } from "node:path";
import { InvalidError } from "../../kernel/errors.ts";
import { isMissing } from "../files.ts";
import { privacyProblem } from "./protected_places.ts";

/** Git itself follows no deeper. */
const MAX_STEPS = 5;

/** The names that git gives to parts of an object store, and to the files in each. */
const PARTS: readonly { readonly name: RegExp; readonly files: RegExp }[] = [
  { name: /^[0-9a-f]{2}$/, files: /^(?:[0-9a-f]{38}|[0-9a-f]{62}|tmp_obj_\w+)$/ },
  {
    name: /^pack$/,
    files: /^(?:pack-[0-9a-f]+\.[a-z]+|multi-pack-index(?:[-.].+)?|\.?tmp[-_].+|\.keep-\d+|gc\.pid)$/,
  },
  {
    name: /^info$/,
    files: /^(?:alternates|packs|commit-graphs?|http-alternates|grafts|.+\.lock|tmp[-_].+)$/,
  },
];

/**
 * Returns every directory that a repository reads objects from: its own first, then those that its `alternates` name,
 * directly or indirectly. All are real directories.
 *
 * @throws {InvalidError} for one that is behind a symbolic link, is private, or is not an object store
 * @see gitrepository-layout(5), objects/info/alternates
 */
export function objectStoresOf(commonDir: string, storageDirectory: string): readonly string[] {
  const own = join(commonDir, "objects");
  requireStore(own, own, commonDir, storageDirectory);
  const found = new Set([own]);
  let next = [own];
  for (let step = 0; step < MAX_STEPS && next.length > 0; step++) {
    next = next.flatMap(referredTo).flatMap((line) => {
      const real = realPathOf(line);
      // Git skips a directory that is gone; the missing objects are reported where they are needed.
      if (real === null || found.has(real)) return [];
      requireStore(real, line, commonDir, storageDirectory);
      found.add(real);
      return [real];
    });
  }
  return [...found];
}

/**
 * Returns the parts of an object store that a command may see: all of it if git created all of it, otherwise directories that
 * git created completely, otherwise single files that git created.
 */
export function shownParts(store: string): string[] {
  const entries = entriesOf(store);
  const shown = entries.flatMap((entry) => shownOf(store, entry));
  const whole = shown.length === entries.length &&
    entries.every(({ name }) => shown.includes(join(store, name)));
  return whole ? [store] : shown;
}

function requireStore(real: string, shown: string, commonDir: string, storageDirectory: string): void {
  const problem = realPathOf(real) !== real
    ? "is a symbolic link"
    : privacyProblem(real, storageDirectory) ?? structureProblem(real);
  if (problem === null) return;
  throw new InvalidError(
    `The repository at ${commonDir} reads objects from ${shown}, which ${problem}. ` +
      "Objects are read only from git's object directories. Correct .git/objects and its info/alternates.",
  );
}

function structureProblem(store: string): string | null {
  const entries = entriesOf(store);
  const link = entries.find(({ name, isSymlink }) => isSymlink && PARTS.some((part) => part.name.test(name)));
  if (link) return `has a symbolic link instead of ${link.name}`;
  if (isLink(join(store, "info", "alternates"))) return "has a symbolic link instead of info/alternates";
  return entries.some(({ name, isDirectory }) => isDirectory && PARTS.some((part) => part.name.test(name)))
    ? null
    : "is not an object directory of git";
}

function shownOf(store: string, { name, isDirectory }: Deno.DirEntry): string[] {
  const part = PARTS.find((each) => each.name.test(name));
  if (part === undefined || !isDirectory) return [];
  const path = join(store, name);
  const files = entriesOf(path);
  const made = files.filter((file) => !file.isSymlink && part.files.test(file.name));
  return made.length === files.length ? [path] : made.map((file) => join(path, file.name));
}

function referredTo(store: string): string[] {
  return (textOf(join(store, "info", "alternates")) ?? "").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const path = line.startsWith('"') ? unquoted(line, store) : line;
      return isAbsolute(path) ? path : join(store, path);
    });
}

function unquoted(line: string, store: string): string {
  try {
    return String(JSON.parse(line));
  } catch (cause) {
    throw new InvalidError(`A line of ${store}/info/alternates cannot be read: ${line.slice(0, 200)}.`, {
      cause,
    });
  }
}

function entriesOf(directory: string): Deno.DirEntry[] {
  return attempt(() => [...Deno.readDirSync(directory)]) ?? [];
}

const textOf = (path: string): string | null => attempt(() => Deno.readTextFileSync(path));
const realPathOf = (path: string): string | null => attempt(() => Deno.realPathSync(path));
const isLink = (path: string): boolean => attempt(() => Deno.lstatSync(path).isSymlink) ?? false;

function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (isMissing(error) || error instanceof Deno.errors.PermissionDenied) return null;
    throw error;
  }
}
