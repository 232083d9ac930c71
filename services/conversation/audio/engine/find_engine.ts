import { basename, isAbsolute } from "node:path";
import type { z } from "zod";
import type { engineSchema } from "../../../../store/audio/document.ts";
import { nodeCrypto } from "../../../../store/node_crypto.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { homeDirectory, searchPath } from "../../../ground/kernel/environment.ts";
import { findProgram } from "../../../ground/kernel/find_program.ts";

/** The configured program as currently installed on this machine. */
export type Engine = {
  program: string;
  /** Its arguments, with their placeholders. */
  arguments: readonly string[];
  /** Files and directories that the arguments name. */
  named: readonly string[];
  facts: Omit<z.output<typeof engineSchema>, "confinement">;
};

/** Directories that the system gives to every command anyway, or must not be given. */
const SYSTEM = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/;

/** Finds the program of a command and the files in its arguments; null if the program does not exist. */
export async function findEngine(
  command: readonly string[],
  storageDirectory: string,
): Promise<Engine | null> {
  const [name = "", ...rest] = command;
  const program = findProgram(name, searchPath());
  if (program === null) return null;
  const named = (await Promise.all(rest.map((word) => namedBy(word, storageDirectory)))).filter((path) =>
    path !== null
  );
  const model = await largestFile(named);
  return {
    program,
    arguments: rest,
    named,
    facts: {
      name: basename(program),
      programSha256: await hashOf(program),
      model: model && basename(model),
      modelSha256: model && await hashOf(model),
      arguments: rest,
    },
  };
}

/**
 * Returns the path that an argument names, also as `--model=/path`; null for anything that contains the home or the
 * storage directory.
 */
async function namedBy(word: string, storageDirectory: string): Promise<string | null> {
  const path = word.replace(/^-[\w-]+=/, "");
  if (!isAbsolute(path) || SYSTEM.test(path) || path.includes("{")) return null;
  const real = await Deno.realPath(path).catch(() => null);
  if (real === null) return null;
  const home = homeDirectory();
  const shows = (secret: string) => isWithin(secret, path) || isWithin(secret, real);
  if (shows(storageDirectory) || isWithin(real, storageDirectory) || (home !== null && shows(home))) {
    return null;
  }
  return path;
}

async function largestFile(paths: readonly string[]): Promise<string | null> {
  const files = (await Promise.all(paths.map(async (path) => ({ path, info: await Deno.stat(path) }))))
    .filter(({ info }) => info.isFile);
  return files.toSorted((a, b) => b.info.size - a.info.size)[0]?.path ?? null;
}

/** A cache of hashes, valid while the file is unchanged: a model can be gigabytes. */
const known = new Map<string, { key: string; sha256: string }>();

async function hashOf(path: string): Promise<string> {
  const { size, mtime, ino } = await Deno.stat(path);
  const key = [size, mtime?.getTime(), ino].join();
  const before = known.get(path);
  if (before?.key === key) return before.sha256;
  const hash = nodeCrypto().createHash("sha256");
  using file = await Deno.open(path);
  const buffer = new Uint8Array(1024 * 1024);
  for (let read; (read = await file.read(buffer)) !== null;) hash.update(buffer.subarray(0, read));
  const sha256 = hash.digest("hex");
  known.set(path, { key, sha256 });
  return sha256;
}
