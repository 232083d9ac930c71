import { compare, type Comparison, comparisonReport } from "./disk.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import type { BundleManifest, PathReport } from "../git/types.ts";

/** Returns a report for every changed path whose content or mode on disk differs from the base. Writes nothing. */
export async function findDrift(root: string, manifest: BundleManifest): Promise<PathReport[]> {
  return (await compareAll(root, manifest)).filter(({ isBefore }) => !isBefore).map(comparisonReport);
}

/** Returns a report for every changed path that holds neither what the bundle expects nor its result. Writes nothing. */
export async function findForeign(root: string, manifest: BundleManifest): Promise<PathReport[]> {
  return (await compareBundle(root, manifest)).filter(({ state }) => state === "other");
}

/** Returns a report for every changed path that differs from the bundle's result. Writes nothing. */
export async function verifyApplied(root: string, manifest: BundleManifest): Promise<PathReport[]> {
  return (await compareAll(root, manifest)).filter(({ isAfter }) => !isAfter).map(comparisonReport);
}

/** Returns a report for every changed path. Writes nothing. */
export async function compareBundle(root: string, manifest: BundleManifest): Promise<PathReport[]> {
  return (await compareAll(root, manifest)).map(comparisonReport);
}

/** What a path of the working tree holds: one of the two sides of a change, other content, or what no change can replace. */
export type Standing = "before" | "after" | "changed" | "blocked";

/** Returns what every changed path holds, in the manifest's order; one that is in both states counts as before. */
export async function standingsOf(root: string, manifest: BundleManifest): Promise<Standing[]> {
  return (await compareAll(root, manifest)).map(({ isBefore, isAfter, isBlocked }) =>
    isBefore ? "before" : isAfter ? "after" : isBlocked ? "blocked" : "changed"
  );
}

/** Compares every changed path with the manifest, in its order. */
export async function compareAll(root: string, manifest: BundleManifest): Promise<Comparison[]> {
  const pace = new Pace();
  const comparisons: Comparison[] = [];
  for (const file of manifest.files) comparisons.push(await compare(root, file, pace));
  return comparisons;
}
