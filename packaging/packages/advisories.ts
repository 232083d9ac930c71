import { join } from "node:path";
import { BlobReader, configure, TextWriter, ZipReader } from "@zip.js/zip.js";
// @ts-types="@types/semver"
import semver from "semver";
import { z } from "zod";
import { BuildError } from "../run.ts";

const range = z.object({ type: z.string(), events: z.array(z.record(z.string(), z.string())) });

const affected = z.object({
  package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(range).default([]),
  versions: z.array(z.string()).default([]),
});

const advisory = z.object({
  id: z.string(),
  summary: z.string().default(""),
  withdrawn: z.string().optional(),
  affected: z.array(affected).default([]),
});

/** An advisory in the form of OSV (https://ossf.github.io/osv-schema), as far as it says whom it concerns. */
export type Advisory = z.infer<typeof advisory>;

/** Reads the advisories of a JSON file, of each one in a directory, or of each one in a zip archive. */
export async function readAdvisories(path: string): Promise<Advisory[]> {
  const { isDirectory } = await Deno.stat(path).catch((cause) => {
    throw new BuildError(
      `${path} could not be read: ${cause.message}. Name a file, a directory or a zip archive.`,
    );
  });
  if (isDirectory) {
    const found: Advisory[] = [];
    for await (const entry of Deno.readDir(path)) {
      if (!entry.isDirectory && !/\.(?:json|zip)$/.test(entry.name)) continue;
      for (const each of await readAdvisories(join(path, entry.name))) found.push(each);
    }
    return found;
  }
  return path.endsWith(".zip") ? await readArchive(path) : parse(path, await Deno.readTextFile(path));
}

async function readArchive(path: string): Promise<Advisory[]> {
  configure({ useWebWorkers: false });
  const found: Advisory[] = [];
  const reader = new ZipReader(new BlobReader(new Blob([await Deno.readFile(path)])));
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || !entry.filename.endsWith(".json")) continue;
      const text = await entry.getData(new TextWriter());
      for (const each of parse(`${path}, ${entry.filename}`, text)) found.push(each);
    }
  } catch (cause) {
    if (cause instanceof BuildError || !(cause instanceof Error)) throw cause;
    throw new BuildError(`${path} could not be read as a zip archive: ${cause.message}`, { cause });
  }
  return found;
}

function parse(where: string, text: string): Advisory[] {
  const fault = (what: string) =>
    new BuildError(`${where} is not an advisory in the form of OSV: ${what}. Get it again, or leave it out.`);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw fault(cause instanceof Error ? cause.message : String(cause));
  }
  const checked = z.array(advisory).safeParse(Array.isArray(read) ? read : [read]);
  if (checked.success) return checked.data;
  throw fault(z.prettifyError(checked.error).replaceAll(/\s*\n\s*/g, " "));
}

/** Returns whether an advisory concerns a version of a package from npm. A range that cannot be compared concerns it. */
export const concerns = (
  { withdrawn, affected }: Advisory,
  { name, version }: { name: string; version: string },
): boolean =>
  withdrawn === undefined &&
  affected.some((each) =>
    each.package?.ecosystem === "npm" && each.package.name === name &&
    (each.versions.includes(version) ||
      // Versions of npm are compared alike, whether a range names that order or the one of its ecosystem.
      each.ranges.some(({ type, events }) => type !== "GIT" && isWithin(version, events)))
  );

/** As OSV evaluates a range: its events in the order of their versions, of which the last that the version reaches counts. */
function isWithin(version: string, events: readonly Readonly<Record<string, string>>[]): boolean {
  const entries = events.flatMap((event) => Object.entries(event)).filter(([kind]) => kind !== "limit");
  if (entries.some(([, at]) => at !== "0" && semver.parse(at) === null)) return true;
  const order = (one: string, two: string): number =>
    one === two ? 0 : one === "0" ? -1 : two === "0" ? 1 : semver.compare(one, two);
  const rank = (kind: string): number => kind === "introduced" ? 1 : 0;
  const sorted = entries.toSorted(([a, one], [b, two]) => order(one, two) || rank(a) - rank(b));
  let isAffected = false;
  for (const [kind, at] of sorted) {
    const reached = order(version, at);
    if (kind === "introduced" && reached >= 0) isAffected = true;
    if (kind === "fixed" && reached >= 0 || kind === "last_affected" && reached > 0) isAffected = false;
  }
  return isAffected;
}
