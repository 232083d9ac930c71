import { join } from "node:path";
import { nodeCrypto } from "../../../store/node_crypto.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { type DashboardBundle, dashboardSources } from "./build.ts";
import { builtFromSources, readBundle } from "./build_cache.ts";

/** One file of the dashboard as it is served. */
export type DashboardFile = {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  etag: string;
  /** Its name contains the hash of its content. */
  immutable: boolean;
};

/** The dashboard's files; null for an unknown name. Throws `UnavailableError` if they cannot be built. */
type DashboardFiles = { file: (name: string) => Promise<DashboardFile | null> };

/** What a context has for the dashboard. */
export type DashboardLive = { dashboard: DashboardFiles };

/** Where `deno task build` puts the dashboard, relative to the program's directory. */
export const BUILT_DIRECTORY = "dist/dashboard";

/**
 * The dashboard of the program in `root`. With sources it is bundled on first use, and again after they change; without
 * them (a compiled program) it was built before.
 */
export function dashboardFiles(root: string): DashboardFiles {
  const fromSource = exists(join(root, "ui/main.tsx"));
  let kept: { fingerprint: string; files: Promise<ReadonlyMap<string, DashboardFile>> } | null = null;
  return {
    file: async (name) => {
      // Other files belong to the entry that named them: only the entry checks whether the sources have changed.
      const fingerprint = kept && name !== "app.js" ? kept.fingerprint : fromSource ? stateOf(root) : "built";
      if (kept?.fingerprint !== fingerprint) {
        const bundle = fromSource ? builtFromSources(root) : readBuilt(root);
        kept = { fingerprint, files: bundle.then(served) };
      }
      try {
        return (await kept.files).get(name) ?? null;
      } catch (cause) {
        kept = null;
        throw cause;
      }
    },
  };
}

const exists = (path: string): boolean => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
};

/** Changes whenever a source changes. */
const stateOf = (root: string): string =>
  dashboardSources(root).map((path) => {
    const { mtime, size } = Deno.statSync(join(root, path));
    return `${path} ${mtime?.getTime()} ${size}`;
  }).join("\n");

async function readBuilt(root: string): Promise<DashboardBundle> {
  try {
    return await readBundle(join(root, BUILT_DIRECTORY));
  } catch (cause) {
    throw new UnavailableError(
      "This program was built without its dashboard. Run `deno task build` before you build it.",
      {
        cause,
      },
    );
  }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

const served = (bundle: DashboardBundle): ReadonlyMap<string, DashboardFile> =>
  new Map([...bundle].map(([name, bytes]) => [name, {
    bytes,
    mediaType: MEDIA_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    etag: `"${nodeCrypto().hash("sha256", bytes, "hex").slice(0, 32)}"`,
    immutable: /-[A-Z0-9]{8}\.js$/.test(name),
  }]));
