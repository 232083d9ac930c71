import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { entriesOf, errorCode, isMissing, removeFile } from "../git/files.ts";
import { formatOf } from "../git/object_store.ts";
import type { Control } from "../git/types.ts";

const inflated = promisify(inflate);

/** Returns the paths of a store's loose objects whose content does not match their names. Reads all of them. */
export async function damagedObjects(store: string): Promise<string[]> {
  const algorithm = formatOf(store);
  const damaged: string[] = [];
  for (const { name: folder } of await entriesOf(join(store, "objects"))) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const { name } of await entriesOf(join(store, "objects", folder))) {
      const path = join(store, "objects", folder, name);
      if (/^[0-9a-f]+$/.test(name) && await hashOf(path, algorithm) !== `${folder}${name}`) {
        damaged.push(path);
      }
    }
  }
  return damaged;
}

/**
 * Removes what `damagedObjects` finds, because git would not write such an object again. Returns how many there were.
 */
export async function removeDamaged({ store }: Pick<Control, "store">): Promise<number> {
  const damaged = await damagedObjects(store);
  for (const path of damaged) await removeFile(path);
  return damaged.length;
}

/** An object is named after the hash of its inflated content; null when the file is damaged or missing. */
async function hashOf(path: string, algorithm: string): Promise<string | null> {
  try {
    return createHash(algorithm).update(await inflated(await Deno.readFile(path))).digest("hex");
  } catch (error) {
    if (isMissing(error) || errorCode(error).startsWith("Z_")) return null;
    throw error;
  }
}
