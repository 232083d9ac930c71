import type { Database } from "./database.ts";
import { writePosition } from "./lazy_views.ts";
import type { Registry } from "./projector.ts";
import { writeMeta } from "./schema.ts";
import type { AnyStream } from "./stream.ts";
import type { ViewDefinition } from "./view.ts";

/** How documents are stored in tables. */
const TABLES = "tables@3";

/** Identifies every fold and its version. If the file has another value, the log must be folded again. */
export function projectionVersions(registry: Registry): string {
  return [
    TABLES,
    ...Object.values(registry.streams).map(streamVersion),
    ...registry.views.map(versionOf),
  ].sort().join(" ");
}

const streamVersion = ({ kind, version, indexes, countBy, numbered }: AnyStream): string =>
  `${kind}@${version}${JSON.stringify(indexes)}${String(countBy ?? "")}${numbered ? "#" : ""}`;

/** The name of what a version is of: a stream's kind, or a view. */
const nameOf = (version: string): string => version.split("@")[0]!;

const versionOf = ({ name, version }: ViewDefinition): string => `${name}@${version}`;

/**
 * Returns the views to fold again if nothing else has changed since a file was written; null if documents have changed, or a
 * view that reads them. A kind of stream that the file does not name has no events in it, and nothing to fold.
 */
export function raisedViews(found: string | null, registry: Registry): ViewDefinition[] | null {
  const [before, now] = [(found ?? "").split(" "), projectionVersions(registry).split(" ")];
  const raised = registry.views.filter((view) => !before.includes(versionOf(view)));
  const names = new Set(before.map(nameOf));
  const added = Object.values(registry.streams).filter(({ kind }) => !names.has(kind)).map(streamVersion);
  const known = new Set([...before, ...added, ...raised.map(versionOf)]);
  const others = new Set([...now, ...raised.map(({ name }) => name)]);
  const isView = (version: string) => others.has(version) || others.has(nameOf(version));
  const alone = now.every((version) => known.has(version)) && before.every(isView) &&
    raised.every((view) => !view.readsDocuments);
  return alone ? raised : null;
}

/** States that all projections are those of this program, and that these views are folded up to the end of the log. */
export function writeVersions(
  database: Database,
  registry: Registry,
  folded: readonly ViewDefinition[] = registry.views,
): void {
  writeMeta(database, "projections", projectionVersions(registry));
  const { seq } = database.get<{ seq: number }>("select coalesce(max(seq), 0) as seq from events")!;
  for (const { name, lazy } of folded) if (lazy) writePosition(database, name, seq);
}
