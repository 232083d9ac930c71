import { basename, dirname, join } from "node:path";
import { makeDirectory, replaceDurably, sync } from "../../../../store/durable_file.ts";
import { entriesOf, isMissing, readSmallFile } from "./files.ts";
import { GIT_DIRECTORIES } from "./git_directory.ts";
import type { Control, ObjectFormat } from "./types.ts";
import { inTurn } from "../../../ground/kernel/in_turn.ts";

const HEAD = "ref: refs/heads/main\n";

/** Returns the names of the repositories with retained objects, one for each object format. */
export const STORE_NAMES = { sha1: "control.git", sha256: "control-sha256.git" } as const;

/** Returns the object format of a store. */
export const formatOf = (store: string): ObjectFormat =>
  basename(store) === STORE_NAMES.sha256 ? "sha256" : "sha1";

/**
 * Creates a missing store, and repairs one with a damaged HEAD, configuration or directory. Its objects and refs do not
 * change. Without `alternates` the file of that name stays the same.
 */
export async function makeStore(store: string, alternates?: string): Promise<void> {
  for (const path of [dirname(dirname(store)), dirname(store), store]) makeDirectory(path, 0o700);
  for (const name of GIT_DIRECTORIES) makeDirectory(join(store, name), 0o700);
  await keepDurably(join(store, "HEAD"), HEAD);
  await keepDurably(join(store, "config"), formatConfig(formatOf(store)));
  if (alternates !== undefined) await keepDurably(join(store, "objects", "info", "alternates"), alternates);
}

/** Returns the stores of a storage directory. */
export async function storesIn(storageDirectory: string): Promise<string[]> {
  const ids = (await entriesOf(join(storageDirectory, "repositories"))).map(({ name }) => name);
  return (await Promise.all(ids.map((id) => storesOf(storageDirectory, id)))).flat();
}

/** Returns the stores of one target, even if the target is gone: one for each object format that it has had. */
export async function storesOf(storageDirectory: string, repositoryId: string): Promise<string[]> {
  const directory = join(storageDirectory, "repositories", repositoryId);
  const names: readonly string[] = Object.values(STORE_NAMES);
  return (await entriesOf(directory)).map(({ name }) => name).filter((name) => names.includes(name))
    .map((name) => join(directory, name));
}

/** Returns what is wrong with the files and directories of a store, apart from objects; `makeStore` repairs each. */
export async function storeFaults(store: string): Promise<string[]> {
  const faults: string[] = [];
  for (const name of ["objects", "refs"]) {
    const isThere = (await entriesOf(store)).some((entry) => entry.name === name && entry.isDirectory);
    if (!isThere) faults.push(`${join(store, name)} is missing`);
  }
  if (await readSmallFile(join(store, "HEAD")) !== HEAD) faults.push(`${join(store, "HEAD")} is damaged`);
  const config = await readSmallFile(join(store, "config")) ?? "";
  if (!/^\[core\]\n\trepositoryFormatVersion = [01]\n/.test(config)) {
    faults.push(`${join(store, "config")} is damaged`);
  }
  return faults;
}

/** Returns the configuration of a bare repository of that format. */
export function formatConfig(format: ObjectFormat): string {
  return format === "sha1"
    ? "[core]\n\trepositoryFormatVersion = 0\n\tbare = true\n"
    : "[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n";
}

/** Writes a file of the store unless it already contains that text; it is on disk afterwards. */
export async function keepDurably(path: string, text: string): Promise<void> {
  if (await readSmallFile(path, 1 << 25) === text) return;
  await replaceDurably(path, new TextEncoder().encode(text), `${path}.${crypto.randomUUID()}.tmp`);
}

/** Returns the store that retains the objects of a base. */
export const storeOf = (
  storageDirectory: string,
  { repositoryId, commit }: { repositoryId: string; commit: string },
): string =>
  join(storageDirectory, "repositories", repositoryId, STORE_NAMES[commit.length === 40 ? "sha1" : "sha256"]);

/** Enough for syncs to share the disk's work without taking every thread of the runtime. */
const AT_ONCE = 16;

/**
 * Moves all objects that git has written to the store, synced. An object is always in one of the two places, and git searches
 * both, so git may run meanwhile.
 */
export async function keepObjects(control: Pick<Control, "gitDir" | "store">): Promise<void> {
  const { store } = control;
  await inTurn(keeping, store, () => moveObjects(control));
}

/** Runs one after the other: what another call has moved is on disk only when that call ends. */
const keeping = new Map<string, Promise<unknown>>();

async function moveObjects({ gitDir, store }: Pick<Control, "gitDir" | "store">): Promise<void> {
  const [from, to] = [join(gitDir, "objects"), join(store, "objects")];
  const folders = (await entriesOf(from)).map(({ name }) => name).filter((name) => FOLDER.test(name));
  const written = await Promise.all(folders.map(async (folder) => {
    const names = (await entriesOf(join(from, folder))).map(({ name }) => name);
    // Git finds a pack by its index, which is therefore written last.
    return names.filter((name) => !name.startsWith("tmp_")).sort(indexLast).map((name) => join(folder, name));
  }));
  const files = written.flat();
  await inParallel(files, (file) => sync(join(from, file)));
  const touched = new Set(files.map((file) => join(to, dirname(file))));
  for (const directory of touched) makeDirectory(directory, 0o700);
  for (const file of files) await move(join(from, file), join(to, file));
  await inParallel([...touched], sync);
}

const FOLDER = /^(?:[0-9a-f]{2}|pack)$/;

const indexLast = (one: string, other: string): number =>
  Number(one.endsWith(".idx")) - Number(other.endsWith(".idx"));

/** A missing object was pruned, because it had no reference. */
async function move(from: string, to: string): Promise<void> {
  await Deno.rename(from, to).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

async function inParallel(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const left = paths.values();
  const worker = async () => {
    for (const path of left) {
      await work(path).catch((error) => {
        if (!isMissing(error)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
