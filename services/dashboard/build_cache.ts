import { basename, join } from "node:path";
import { syncDirectory, writeDurably } from "../../store/durable_file.ts";
import { nodeCrypto } from "../../store/node_crypto.ts";
import { buildDashboard, type Bundle, sourcesOf } from "./build.ts";

/** Builds that were made, each under the hash of all that it was made from; git ignores it. */
const BUILDS = ".cache/dashboard";

/** A build takes a second or two. */
const ABANDONED_MILLISECONDS = 3_600_000;

/** What decides about a build besides the sources themselves. */
const VERSIONS = ["deno.json", "deno.lock"];

/**
 * The dashboard of the sources in `root`: as an earlier process built it from the very same ones, or built now and kept for
 * later ones, which then begin a second sooner. Throws `UnavailableError` with what the bundler said.
 */
export async function builtFromSources(root: string): Promise<Bundle> {
  const builds = join(root, BUILDS);
  const kept = join(builds, await hashOf(root));
  try {
    return await readBundle(kept);
  } catch {
    const bundle = await buildDashboard(root);
    await keep(bundle, builds, kept).catch(() => {}); // a directory that may not be written to keeps nothing
    return bundle;
  }
}

/** The files of a directory as a bundle. Throws when there is none. */
export async function readBundle(directory: string): Promise<Bundle> {
  const names = (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name);
  const read = await Promise.all(names.map((name) => Deno.readFile(join(directory, name))));
  return new Map(names.map((name, i) => [name, read[i]!]));
}

async function hashOf(root: string): Promise<string> {
  const hash = nodeCrypto().createHash("sha256").update(Deno.version.deno);
  for (const path of [...VERSIONS, ...sourcesOf(root)]) {
    const bytes = await Deno.readFile(join(root, path));
    hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** Under its name only when all of it is on disk; builds of other sources go, and what a killed process had begun. */
async function keep(bundle: Bundle, builds: string, kept: string): Promise<void> {
  await Deno.mkdir(builds, { recursive: true });
  const others = await Array.fromAsync(Deno.readDir(builds));
  const unfinished = await Deno.makeTempDir({ dir: builds, prefix: "new-" });
  for (const [name, bytes] of bundle) writeDurably(join(unfinished, name), bytes);
  syncDirectory(unfinished);
  await Deno.rename(unfinished, kept).catch(() => Deno.remove(unfinished, { recursive: true }));
  for (const path of others.map(({ name }) => join(builds, name))) {
    if (path !== kept && await isOver(path)) await Deno.remove(path, { recursive: true });
  }
}

/** A build of other sources, or one that was begun so long ago that nobody is at it any more. */
const isOver = async (path: string): Promise<boolean> =>
  !basename(path).startsWith("new-") ||
  Date.now() - ((await Deno.stat(path)).mtime?.getTime() ?? 0) > ABANDONED_MILLISECONDS;
