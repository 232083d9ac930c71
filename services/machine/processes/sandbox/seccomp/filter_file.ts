import { join } from "node:path";
import { nodeCrypto } from "../../../../../store/node_crypto.ts";
import { filterFor } from "./filter.ts";
import type { Exception } from "./refusals.ts";

/** The subdirectory of the storage directory with the filters of this machine. Everything in it can be made again. */
const FILTERS = "sandbox";

/** Returns the path of a filter below a directory, after writing it there if it is missing or differs; null without one for this machine. */
export async function filterFile(
  storageDirectory: string,
  allowed: readonly Exception[],
): Promise<string | null> {
  const bytes = filterFor(Deno.build.arch, allowed);
  if (bytes === null) return null;
  const directory = join(storageDirectory, FILTERS);
  const name = nodeCrypto().createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const path = join(directory, `${name}.bpf`);
  if (!await contains(path, bytes)) {
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    const draft = `${path}.${crypto.randomUUID()}`;
    await Deno.writeFile(draft, bytes, { createNew: true, mode: 0o600 });
    await Deno.rename(draft, path);
  }
  return path;
}

async function contains(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await Deno.readFile(path).catch(() => new Uint8Array());
  return found.length === bytes.length && found.every((byte, index) => byte === bytes[index]);
}
