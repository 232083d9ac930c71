import { join } from "node:path";
import type { DocumentReader } from "../../../store/documents.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import { AGENT_LOGIN } from "../../../store/shared/agent_login.ts";

/** The directory of encrypted secrets, and the key that decrypts them. */
export const SECRETS_DIRECTORY = "secrets";
const MASTER_KEY = "secrets/master.key";

/** One file of the folder; `stamp` changes whenever it is replaced. */
type SecretFile = { path: string; stamp: string };

/** Returns the files with secrets in a storage directory, without those that are being written. */
export async function secretFiles(storage: string, masterKey: boolean): Promise<SecretFile[]> {
  const found: SecretFile[] = [];
  const look = async (directory: string) => {
    for (const { name, isDirectory, isFile } of await entriesOf(join(storage, directory))) {
      const path = `${directory}/${name}`;
      if (isDirectory) await look(path);
      if (!isFile || name.endsWith(".tmp") || name.startsWith(".")) continue;
      if (path === MASTER_KEY && !masterKey) continue;
      const { size, mtime, ino } = await Deno.stat(join(storage, path)).catch(gone);
      found.push({ path, stamp: `${size} ${mtime?.getTime()} ${ino}` });
    }
  };
  await look(SECRETS_DIRECTORY);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns whether nothing was added, replaced or removed between two listings. */
export const sameFiles = (before: readonly SecretFile[], after: readonly SecretFile[]): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** Returns the ids of the secrets that no backup contains: the logins of agents. */
export const loginIds = (documents: DocumentReader): string[] =>
  documents.find(secretStream, { kind: AGENT_LOGIN }, { limit: -1 }).map(({ id }) => id);

/** Returns whether a file is a value of one of the secrets. */
export const isOfSecret = (path: string, ids: readonly string[]): boolean =>
  ids.some((id) => path.startsWith(`${SECRETS_DIRECTORY}/${id}.`));

async function entriesOf(directory: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(directory));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    throw cause;
  }
}

/** The file was removed during the listing: the next listing differs. */
const gone = (cause: unknown): Pick<Deno.FileInfo, "size" | "mtime" | "ino"> => {
  if (cause instanceof Deno.errors.NotFound) return { size: -1, mtime: null, ino: null };
  throw cause;
};
