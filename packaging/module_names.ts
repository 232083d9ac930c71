import { relative } from "node:path";
import { z } from "zod";
import { ROOT, run } from "./run.ts";

/** A version of a package, such as `zod@4.6.7`. */
type PackageId = `${string}@${string}`;

const denoInfo = z.object({ npmCache: z.string() });

/** Where the bundler names a module: in a comment before it, and as the key of a function that makes it. */
const NAMED = /^\s*(?:\/\/ |(?:"))npm:((?:@[^/"\s]+\/)?[^@/"\s]+)@([^/"\s]+)\//gm;

/**
 * Returns a function that names modules of packages in a script in the same way wherever it was bundled. The bundler names them by
 * their paths in Deno's cache, from the checkout on, with the host of the registry.
 */
export async function moduleNamer(): Promise<(script: string) => string> {
  const { npmCache } = denoInfo.parse(JSON.parse(await run(Deno.execPath(), ["info", "--json"])));
  const paths = [npmCache, await Deno.realPath(npmCache)].flatMap((cache) =>
    [ROOT, Deno.realPathSync(ROOT)].map((root) => relative(root, cache).replaceAll("\\", "/"))
  );
  const prefix = [...new Set(paths)].map((path) => RegExp.escape(path)).join("|");
  const module = new RegExp(
    String.raw`(^\s*(?:// |"))(?:${prefix})/[^"\n]+?/((?:@[^/"\n]+/)?[^@/"\n]+)/(\d[^/_"\n]*)(?:_\d+)?/`,
    "gm",
  );
  return (script) => script.replaceAll(module, "$1npm:$2@$3/");
}

/** Returns the packages of which a script that `moduleNamer` has named contains a module. */
export const packagesNamedIn = (script: string): PackageId[] =>
  [...script.matchAll(NAMED)].map(([, name, version]): PackageId => `${name!}@${version!}`);
