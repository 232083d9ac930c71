import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the arguments with which Deno runs a file of this program in a separate process; a compiled program becomes that
 * file by the arguments in `becoming`. `entry` is its URL, from `import.meta.resolve`.
 */
export function argumentsFor(
  entry: string,
  { flags, becoming }: { flags: readonly string[]; becoming: readonly string[] },
): string[] {
  if (Deno.build.standalone) return [...becoming];
  const bundled = isBundled(entry) ? ["--no-config", "--no-lock", "--no-npm"] : [];
  return ["run", "--quiet", "--no-prompt", "--cached-only", ...flags, ...bundled, fileURLToPath(entry)];
}

/** Returns the environment of such a process: the named variables, and enough for Deno to find its cache. */
export function environmentFor(entry: string, names: readonly string[] = []): Record<string, string> {
  const cache = Deno.env.get("DENO_DIR") ??
    (isBundled(entry) ? join(dirname(Deno.execPath()), "cache") : undefined);
  const given = ["HOME", "XDG_CACHE_HOME", "SYSTEMROOT", "LOCALAPPDATA", ...names].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const registry = registryOf(Deno.env.get("NPM_CONFIG_REGISTRY"));
  return {
    NO_COLOR: "1",
    DENO_NO_UPDATE_CHECK: "1",
    ...(cache && { DENO_DIR: cache }),
    ...(registry && { NPM_CONFIG_REGISTRY: registry }),
    ...Object.fromEntries(given),
  };
}

/** Returns the address of a registry, by which its packages are found in the cache, without its password. */
function registryOf(address = ""): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  [url.username, url.password] = ["", ""];
  return url.href;
}

const isBundled = (entry: string): boolean => entry.endsWith(".js");
