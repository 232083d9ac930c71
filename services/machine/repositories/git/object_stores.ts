import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { readBoundedSync } from "../../../ground/kernel/bounded_file.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isMissing } from "./files.ts";
import { privacyProblem, type ProtectedPlaces } from "./protected_places.ts";

/** Git itself follows no deeper. */
const MAX_STEPS = 5;
/** Of one `info/alternates`; git sets no limit, and no known host of repositories writes more than a few lines. */
const MAX_ALTERNATES_BYTES = 1 << 16;
const MAX_ALTERNATES = 100;

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

/** The directories that a repository reads objects from, all of them real: its own first. */
type Objects = {
  readonly objectStores: readonly string[];
  /** Those that `alternates` name, directly or indirectly, each with the path by which it is named. */
  readonly alternates: readonly Alternate[];
};

/** An object store by the path that names it, and by the real path to which that leads. */
export type Alternate = { readonly path: string; readonly real: string };

/**
 * Returns every directory that a repository reads objects from.
 *
 * @throws {InvalidError} for one that is behind a symbolic link, is private, or is not an object store
 * @see gitrepository-layout(5), objects/info/alternates
 */
export function objectStoresOf(commonDir: string, places: ProtectedPlaces): Objects {
  const own = join(commonDir, "objects");
  requireStore(own, own, commonDir, places);
  const found = new Set([own]);
  const alternates = new Map<string, Alternate>();
  let next = [own];
  for (let step = 0; step < MAX_STEPS && next.length > 0; step++) {
    next = next.flatMap(referredTo).flatMap((line) => {
      const real = realPathOf(line);
      // Git skips a directory that is gone; the missing objects are reported where they are needed.
      if (real === null) return [];
      alternates.set(JSON.stringify([line, real]), { path: line, real });
      if (found.has(real)) return [];
      requireStore(real, line, commonDir, places);
      found.add(real);
      return [real];
    });
  }
  return { objectStores: [...found], alternates: [...alternates.values()] };
}

/**
 * Does the part of `objectStoresOf` that costs little: a full look only where another repository is named, otherwise at the few
 * names that every object store has, not at its hundreds of directories. Returns whether that was enough.
 *
 * @throws {InvalidError} what `objectStoresOf` throws
 */
export function requireObjects(commonDir: string, places: ProtectedPlaces): boolean {
  const own = join(commonDir, "objects");
  const suspicious = existsSync(alternatesFile(own)) || realPathOf(own) !== own ||
    ["pack", "info"].some((name) => isLink(join(own, name)));
  if (suspicious) objectStoresOf(commonDir, places);
  return !suspicious;
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

const alternatesFile = (store: string): string => join(store, "info", "alternates");

function requireStore(real: string, named: string, commonDir: string, places: ProtectedPlaces): void {
  const problem = realPathOf(real) !== real
    ? "is a symbolic link"
    : privacyProblem(real, places) ?? structureProblem(real);
  if (problem === null) return;
  throw new InvalidError(
    `The repository at ${commonDir} reads objects from ${named}, which ${problem}. ` +
      "Objects are read only from git's object directories. Correct .git/objects and its info/alternates.",
  );
}

function structureProblem(store: string): string | null {
  const entries = entriesOf(store);
  const link = entries.find(({ name, isSymlink }) => isSymlink && PARTS.some((part) => part.name.test(name)));
  if (link) return `has a symbolic link instead of ${link.name}`;
  if (isLink(alternatesFile(store))) return "has a symbolic link instead of info/alternates";
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
  const file = alternatesFile(store);
  const lines = textOf(file).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length > MAX_ALTERNATES) {
    throw new InvalidError(
      `${file} names ${lines.length} object directories. At most ${MAX_ALTERNATES} are read.`,
    );
  }
  return lines
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

function textOf(path: string): string {
  // Few repositories have the file, and the error of opening a missing one costs more than this look.
  if (!existsSync(path)) return "";
  const file = readBoundedSync(path, MAX_ALTERNATES_BYTES);
  if ("bytes" in file) return new TextDecoder().decode(file.bytes);
  if (file.problem === "missing" || file.problem === "unreadable") return "";
  throw new InvalidError(
    `${path} is not a regular file of at most ${
      MAX_ALTERNATES_BYTES / 1024
    } KiB, so it is not read. Correct it.`,
  );
}

function entriesOf(directory: string): Deno.DirEntry[] {
  return attempt(() => [...Deno.readDirSync(directory)]) ?? [];
}

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
