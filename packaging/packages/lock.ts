import { join } from "node:path";
import { z } from "zod";
import { BuildError, ROOT } from "../run.ts";

/** A version of a package that deno.lock names, such as `zod@4.6.7`, with the versions that it needs. */
export type LockedPackage = {
  id: string;
  name: string;
  version: string;
  integrity: string;
  /** Whether the registry said that it has an install script. */
  hasScript: boolean;
  /** Whether deno.json names it. */
  isDirect: boolean;
  needs: readonly string[];
};

const lockfile = z.object({
  version: z.literal("5"),
  workspace: z.object({ dependencies: z.array(z.string()) }).default({ dependencies: [] }),
  npm: z.record(
    z.string(),
    z.object({
      integrity: z.string(),
      scripts: z.boolean().default(false),
      dependencies: z.array(z.string()).default([]),
      optionalDependencies: z.array(z.string()).default([]),
    }),
  ),
});

/** The name and the version in an entry such as `ajv-formats@3.0.1_ajv@8.20.0`, without the peers that it was resolved with. */
function partsOf(entry: string): { id: string; name: string; version: string } {
  const [, name, version] = /^((?:@[^/]+\/)?[^@]+)@([^_]+)/.exec(entry) ?? [];
  if (version === undefined) {
    throw new BuildError(`deno.lock has ${entry}, which is not a name and a version.`);
  }
  return { id: `${name}@${version}`, name: name!, version };
}

/** Returns the packages of deno.lock, each version once. Throws `BuildError` if it has another format. */
export function readLock(text = Deno.readTextFileSync(join(ROOT, "deno.lock"))): LockedPackage[] {
  const read = lockfile.safeParse(JSON.parse(text));
  if (!read.success) {
    throw new BuildError(
      `deno.lock has another format than this program reads: ${z.prettifyError(read.error)}`,
    );
  }
  const entries = Object.keys(read.data.npm);
  const named = (dependency: string): string => {
    const real = dependency.replace(/^.*@npm:/, "");
    const found = entries.find((each) => each === real || each.startsWith(`${real}_`)) ??
      entries.find((each) => partsOf(each).name === real);
    if (found === undefined) {
      throw new BuildError(`deno.lock has no entry for ${dependency}, which is needed.`);
    }
    return partsOf(found).id;
  };
  const packages = new Map<string, LockedPackage>();
  for (
    const [entry, { integrity, scripts, dependencies, optionalDependencies }] of Object.entries(read.data.npm)
  ) {
    const parts = partsOf(entry);
    const needs = [...dependencies, ...optionalDependencies].map(named);
    const former = packages.get(parts.id)?.needs ?? [];
    packages.set(parts.id, {
      ...parts,
      integrity,
      hasScript: scripts,
      isDirect: read.data.workspace.dependencies.includes(`npm:${parts.id}`),
      needs: [...new Set([...former, ...needs])].sort(),
    });
  }
  return [...packages.values()];
}

/** Returns packages with all that they need, by their ids. */
export function withNeeds(ids: Iterable<string>, packages: readonly LockedPackage[]): Set<string> {
  const byId = new Map(packages.map((each) => [each.id, each]));
  const all = new Set(ids);
  for (const id of all) for (const need of byId.get(id)?.needs ?? []) all.add(need);
  return all;
}
