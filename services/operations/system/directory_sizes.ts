import { join } from "node:path";

/** The bytes of a directory's own files, and the names of its directories, as they were at a time of its last change. */
type Listed = { stamp: string; bytes: number; directories: readonly string[] };

/** More directories than that are listed again each time. */
const MAX_KEPT = 50_000;

/** A directory may change again without a later time of its last change, so one that has just changed is not kept. */
const MIN_AGE_MILLISECONDS = 2000;

/**
 * Measures directories whose files are written once, under a new name, and never changed in place: such a directory is listed
 * again only if its last change was at another time. It takes as long as there are directories, not files.
 */
export class DirectorySizes {
  readonly #kept = new Map<string, Listed>();

  /** Returns the bytes of all files in a directory; 0 for what is missing or was removed meanwhile. */
  async of(path: string): Promise<number> {
    const found = await Deno.lstat(path).catch(missing);
    if (!found?.isDirectory) return 0;
    const { bytes, directories } = await this.#list(path, found);
    let sum = bytes;
    for (const name of directories) sum += await this.of(join(path, name));
    return sum;
  }

  async #list(path: string, { ino, mtime }: Deno.FileInfo): Promise<Listed> {
    const stamp = `${ino} ${mtime?.getTime()}`;
    const kept = this.#kept.get(path);
    if (kept?.stamp === stamp) return kept;
    const listed = { stamp, ...await list(path) };
    const isOld = mtime !== null && Date.now() - mtime.getTime() > MIN_AGE_MILLISECONDS;
    if (isOld && (kept || this.#kept.size < MAX_KEPT)) this.#kept.set(path, listed);
    else this.#kept.delete(path);
    return listed;
  }
}

async function list(path: string): Promise<Omit<Listed, "stamp">> {
  let bytes = 0;
  const directories: string[] = [];
  try {
    for await (const { name, isDirectory, isFile } of Deno.readDir(path)) {
      if (isDirectory) directories.push(name);
      else if (isFile) bytes += (await Deno.lstat(join(path, name)).catch(missing))?.size ?? 0;
    }
  } catch (cause) {
    missing(cause);
  }
  return { bytes, directories };
}

function missing(cause: unknown): null {
  if (cause instanceof Deno.errors.NotFound) return null;
  throw cause;
}
