import { bundle } from "../bundle.ts";
import { building, type BuildStep, optionsOf, quietly } from "../run.ts";
import { type Advisory, concerns, readAdvisories } from "./advisories.ts";
import { PackageCache } from "./cache.ts";
import { licenceFault } from "./licences.ts";
import { type LockedPackage, readLock } from "./lock.ts";

const OPTIONS = ["advisories"];

/** What is known of the packages: a line for each, and one for each advisory that concerns one. */
type PackageList = { lines: readonly string[]; concerned: number };

/**
 * Lists each package of which the program contains a module. With `--advisories`, also the advisories that concern a version in
 * deno.lock, be it of the program or of its tests.
 */
async function listPackages(args: readonly string[], step: BuildStep = quietly): Promise<PackageList> {
  const { advisories } = optionsOf(args, OPTIONS);
  const known = advisories === undefined ? [] : await readAdvisories(advisories);
  const work = await Deno.makeTempDir({ prefix: "agent-harness-packages-" });
  try {
    const { packages } = await bundle(work, step);
    return describePackages(new Set(packages), readLock(), await PackageCache.open(), known);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Returns the list of packages, of those that are shipped, and of the advisories. */
export function describePackages(
  shipped: ReadonlySet<string>,
  locked: readonly LockedPackage[],
  cache: Pick<PackageCache, "read">,
  advisories: readonly Advisory[],
): PackageList {
  const own = locked.filter(({ id }) => shipped.has(id));
  const rows = own.map((each) => {
    const { licence, installScripts } = cache.read(each);
    const scripts = each.hasScript ? ["install", ...installScripts] : installScripts;
    const script = scripts.length > 0 ? `INSTALL SCRIPT (${[...new Set(scripts)].join(", ")})` : "";
    const marked = licenceFault(each.name, licence) === null ? licence : `${licence} (NOT ALLOWED)`;
    return [`${each.name} ${each.version}`, marked, neededBy(each, own, locked), script];
  });
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  const found = advisories.flatMap((advisory) =>
    locked.filter((each) => concerns(advisory, each)).map(({ id, name, version }) =>
      `${advisory.id}  ${name} ${version}${shipped.has(id) ? "" : " (tests only)"}  ${advisory.summary}`
        .trim()
    )
  );
  return {
    lines: [
      ...rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd()),
      `${own.length} packages are in the program, ${locked.length} in deno.lock.`,
      ...(advisories.length === 0 ? [] : [
        ...found,
        `Advisories that were read: ${advisories.length}. Versions in deno.lock that they concern: ${found.length}.`,
      ]),
    ],
    concerned: found.length,
  };
}

/** Who needs a package: the program itself, by name, and packages; of those that are not shipped only if no other does. */
function neededBy(
  { id, isDirect }: LockedPackage,
  own: readonly LockedPackage[],
  locked: readonly LockedPackage[],
): string {
  const namesOf = (
    all: readonly LockedPackage[],
  ) => [...new Set(all.filter(({ needs }) => needs.includes(id)).map(({ name }) => name))];
  const through = namesOf(own).length > 0 || isDirect ? namesOf(own) : namesOf(locked);
  return [...(isDirect ? ["directly"] : []), ...(through.length > 0 ? [`through ${through.join(", ")}`] : [])]
    .join(", and ");
}

if (import.meta.main) {
  let concerned = 0;
  const code = await building(async (args, step) => {
    const list = await listPackages(args, step);
    concerned = list.concerned;
    return list.lines;
  });
  Deno.exit(concerned > 0 ? 1 : code);
}
