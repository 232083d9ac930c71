import { basename, join } from "node:path";
import { syncDirectory, writeDurably } from "../../../store/durable_file.ts";
import { nodeCrypto } from "../../../store/node_crypto.ts";
import { Pace } from "../../ground/kernel/pace.ts";
import { buildDashboard, type DashboardBundle, dashboardSources } from "./build.ts";

/** Cached builds, each under the hash of everything that it was made from; git ignores it. */
const BUILDS = ".cache/dashboard";

/** A build takes a second or two. */
const ABANDONED_MILLISECONDS = 3_600_000;

/** What a build depends on besides the sources. */
const VERSIONS = ["deno.json", "deno.lock"];

/**
 * Returns the dashboard of the sources in `root`: cached from an earlier process with the same sources, or built now
 * and cached, which saves a second at the next start. Throws `UnavailableError` with the bundler's message.
 */
export async function builtFromSources(root: string): Promise<DashboardBundle> {
  const builds = join(root, BUILDS);
  const kept = join(builds, await hashOf(root));
  try {
    return await readBundle(kept);
  } catch {
    const bundle = await buildDashboard(root);
    await keep(bundle, builds, kept).catch(() => {}); // a directory that is not writable caches nothing
    return bundle;
  }
}

/** Returns the files of a directory as a bundle. Throws if there is none. */
export async function readBundle(directory: string): Promise<DashboardBundle> {
  const names = (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name);
  const read = await Promise.all(names.map((name) => Deno.readFile(join(directory, name))));
  return new Map(names.map((name, i) => [name, read[i]!]));
}

async function hashOf(root: string): Promise<string> {
  const pace = new Pace();
  const hash = nodeCrypto().createHash("sha256").update(Deno.version.deno);
  for (const path of [...VERSIONS, ...dashboardSources(root)]) {
    const bytes = await Deno.readFile(join(root, path));
    hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
    await pace.breathe();
  }
  return hash.digest("hex");
}

/** Renamed only when all of it is on disk. Builds of other sources, and unfinished ones, are removed. */
async function keep(bundle: DashboardBundle, builds: string, kept: string): Promise<void> {
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

/** A build of other sources, or one that was started so long ago that it must be abandoned. */
const isOver = async (path: string): Promise<boolean> =>
  !basename(path).startsWith("new-") ||
  Date.now() - ((await Deno.stat(path)).mtime?.getTime() ?? 0) > ABANDONED_MILLISECONDS;
