import { join } from "node:path";
import { nodeCrypto } from "../../store/node_crypto.ts";
import { buildDashboard, type Bundle, sourcesOf } from "./build.ts";

/** Builds that were made, each under the hash of all that it was made from; git ignores it. */
const BUILDS = ".cache/dashboard";

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

/** Under its name only when it is whole; builds of other sources go. */
async function keep(bundle: Bundle, builds: string, kept: string): Promise<void> {
  await Deno.mkdir(builds, { recursive: true });
  const unfinished = await Deno.makeTempDir({ dir: builds, prefix: "new-" });
  for (const [name, bytes] of bundle) await Deno.writeFile(join(unfinished, name), bytes);
  const others = await Array.fromAsync(Deno.readDir(builds));
  await Deno.rename(unfinished, kept).catch(() => Deno.remove(unfinished, { recursive: true }));
  for (const { name } of others.filter(({ name }) => /^[0-9a-f]{64}$/.test(name))) {
    if (join(builds, name) !== kept) await Deno.remove(join(builds, name), { recursive: true });
  }
}
