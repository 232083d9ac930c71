import { join } from "node:path";
import { z } from "zod";
import { BuildError, run } from "../run.ts";

/** What the files of a package say of it. */
type CachedPackage = {
  licence: string;
  /** The names of the scripts that an installation would run. */
  installScripts: readonly string[];
  /** The integrity with which the registry offered it; null if Deno did not keep it. */
  integrity: string | null;
};

/** Scripts that npm runs in a package that it installs, and what it does of its own accord for a `binding.gyp`. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"];

const manifest = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  scripts: z.record(z.string(), z.string()).optional(),
});

const offered = z.object({
  versions: z.record(z.string(), z.object({ dist: z.object({ integrity: z.string().optional() }) })),
});

/** The packages in Deno's cache, which are read as files. */
export class PackageCache {
  private constructor(private readonly directories: readonly string[]) {}

  /** Opens the cache of the Deno that runs. */
  static async open(): Promise<PackageCache> {
    const said: unknown = JSON.parse(await run(Deno.execPath(), ["info", "--json"]));
    return PackageCache.at(z.object({ npmCache: z.string() }).parse(said).npmCache);
  }

  /** Opens a directory with a directory for each registry. */
  static at(npmCache: string): PackageCache {
    return new PackageCache(directoriesBelow(npmCache, 3));
  }

  /** Reads what the files of a package say. Throws `BuildError` if it was not downloaded. */
  read({ name, version }: { name: string; version: string }): CachedPackage {
    const registry = this.directories.find((each) => exists(join(each, name, version, "package.json")));
    if (registry === undefined) {
      throw new BuildError(
        `${name} ${version} is not in Deno's cache. Run \`deno install\`, which downloads it.`,
      );
    }
    const directory = join(registry, name, version);
    const { license, licenses, scripts = {} } = manifest.parse(readJson(join(directory, "package.json")));
    const named = license ?? licenses?.map(({ type }) => type).join(" OR ");
    const kept = join(registry, name, "registry.json");
    const { dist } = (exists(kept) ? offered.parse(readJson(kept)).versions[version] : undefined) ?? {};
    return {
      licence: (typeof named === "object" ? named.type : named) ?? firstLineOfLicence(directory),
      installScripts: [
        ...INSTALL_SCRIPTS.filter((script) => script in scripts),
        ...(exists(join(directory, "binding.gyp")) ? ["binding.gyp"] : []),
      ],
      integrity: dist?.integrity ?? null,
    };
  }
}

/** What a package's file begins with, where its `package.json` names no licence. */
function firstLineOfLicence(directory: string): string {
  const file = [...Deno.readDirSync(directory)].find(({ name }) => /^licen[cs]e/i.test(name));
  const text = file && Deno.readTextFileSync(join(directory, file.name));
  return text?.split("\n").map((line) => line.trim()).find((line) => line !== "") ?? "none named";
}

const directoriesBelow = (path: string, depth: number): string[] =>
  depth === 0 ? [] : [...Deno.readDirSync(path)].filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => join(path, name))
    .flatMap((each) => [each, ...(exists(join(each, "zod")) ? [] : directoriesBelow(each, depth - 1))]);

const readJson = (path: string): unknown => JSON.parse(Deno.readTextFileSync(path));

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
