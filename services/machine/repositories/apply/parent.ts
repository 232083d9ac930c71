import { closeSync, constants, existsSync, fsync, lstatSync, mkdirSync, openSync } from "node:fs";
import { promisify } from "node:util";
import { errorCode, isMissing } from "../git/files.ts";

/** The directory of a changed path, held open so that nothing can replace it meanwhile. */
export interface OpenParent extends Disposable {
  readonly state: "open";
  /** Returns the path of an entry in exactly this directory. */
  at(name: string): string;
  /** Makes the names of its entries durable. */
  sync(): Promise<void>;
}

/** The result of opening a parent: open, missing, or something other than a directory in the way. */
type ParentDirectory =
  | OpenParent
  | { readonly state: "missing" }
  | { readonly state: "blocked"; readonly detail: string };

const syncDirectory = promisify(fsync);
const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

// Linux reaches an open directory through its number, as openat(2) does in C.
const reachesOpenDirectories = existsSync("/proc/self/fd");

/**
 * Opens the directory of a relative path one component at a time, never through a symbolic link.
 *
 * @param make whether missing directories are created
 * @see openat(2), O_NOFOLLOW; CVE-2023-23946
 */
export function openParent(root: string, path: string, make = false): ParentDirectory {
  let directory = openDirectory(root);
  const names = path.split("/").slice(0, -1);
  for (const [index, name] of names.entries()) {
    const inside = directory.at(name);
    try {
      const next = openDirectory(inside, make);
      directory[Symbol.dispose]();
      directory = next;
    } catch (error) {
      const here = names.slice(0, index + 1).join("/");
      const parent = describeFailure(error, inside, here);
      directory[Symbol.dispose]();
      return parent;
    }
  }
  return directory;
}

function openDirectory(path: string, make = false): OpenParent {
  if (make) makeDirectory(path);
  const descriptor = openSync(path, DIRECTORY);
  const prefix = reachesOpenDirectories ? `/proc/self/fd/${descriptor}` : path;
  return {
    state: "open",
    at: (name) => `${prefix}/${name}`,
    sync: () => syncDirectory(descriptor),
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function describeFailure(error: unknown, path: string, named: string): ParentDirectory {
  if (!isMissing(error) && errorCode(error) !== "ELOOP") throw error;
  try {
    const kind = lstatSync(path).isSymbolicLink() ? "a symbolic link" : "not a directory";
    return { state: "blocked", detail: `its parent "${named}" is ${kind}` };
  } catch (missing) {
    if (isMissing(missing)) return { state: "missing" };
    throw missing;
  }
}
