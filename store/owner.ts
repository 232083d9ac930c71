import { type EventRow, splitStream } from "./event.ts";
import type { Registry } from "./projector.ts";
import { hasRest, type Tables, type ViewDefinition } from "./view.ts";

/** Whose data is erased: a run's, on all streams that carry its id, or one whole stream's (`<kind>/<id>`). */
export type Owner = { runId: string } | { stream: string };

/** Returns whose deletion a row of the log is (its run's, or without a run its stream's), or null. */
export function ownerOf(
  { type, stream, run_id }: Pick<EventRow, "type" | "stream" | "run_id">,
): Owner | null {
  if (!type.endsWith(".deleted")) return null;
  return run_id === null ? { stream } : { runId: run_id };
}

/** Returns the condition that matches an owner's entries and kept answers, and its one value. */
export const whereOwned = (owner: Owner): [where: string, value: string] =>
  "runId" in owner ? ["run_id = ?", owner.runId] : ["stream = ?", owner.stream];

/** Throws `RangeError` if a view that folds a stream's events does not say how they are erased without a run. */
export function requireErasable({ views }: Registry, stream: string): void {
  const { kind } = splitStream(stream);
  const silent = views.find((view) =>
    folds(view, kind) &&
    Object.values(view.tables).some(({ erasedBy }) =>
      erasedBy === "view" ? !view.erase?.stream : !("kept" in erasedBy) && !erasedBy.streams?.[kind]
    )
  );
  if (silent) {
    throw new RangeError(`"${stream}" cannot be erased alone: the view "${silent.name}" does not say how.`);
  }
}

/** Removes an owner's data from the tables of all views. */
export function eraseFromViews(registry: Registry, tables: Tables, owner: Owner): void {
  eraseNow(registry, tables, owner);
  finishErasures(registry, tables);
}

/** Removes what erasures have left in views for later, in the caller's transaction. */
export function finishErasures({ views }: Registry, tables: Tables): void {
  for (const { erase } of views) {
    while (erase?.rest && hasRest(tables, erase)) erase.rest.removeOne(tables);
  }
}

/** The same without what views leave for later, see `ViewErasure`. */
export function eraseNow({ views }: Registry, tables: Tables, owner: Owner): void {
  for (const view of views) {
    for (const table of Object.keys(view.tables)) {
      const found = columnOf(view, table, owner);
      if (found) tables.run(`delete from {${table}} where ${found.column} = ?`, found.value);
    }
    if ("runId" in owner) view.erase?.run(tables, owner.runId);
    else if (folds(view, splitStream(owner.stream).kind)) view.erase?.stream?.(tables, owner.stream);
  }
}

/** Returns the artifacts named in an owner's rows. */
export const hashesOf = ({ views }: Registry, tables: Tables, owner: Owner): string[] =>
  views.flatMap((view) => {
    if (!view.artifactColumn) return [];
    const { table, column } = view.artifactColumn;
    const found = columnOf(view, table, owner);
    if (!found) return [];
    return tables.all<{ hash: string }>(
      `select distinct ${column} as hash from {${table}} where ${found.column} = ?`,
      found.value,
    ).map(({ hash }) => hash);
  });

const folds = (view: ViewDefinition, kind: string): boolean => view.folds.some((fold) => fold.kind === kind);

/** Returns the column of a table by which an owner's rows are found, or null. */
function columnOf(
  view: ViewDefinition,
  table: string,
  owner: Owner,
): { column: string; value: string } | null {
  const { erasedBy } = view.tables[table]!;
  if (erasedBy === "view" || "kept" in erasedBy) return null;
  if ("runId" in owner) return "run" in erasedBy ? { column: erasedBy.run, value: owner.runId } : null;
  const { kind, id } = splitStream(owner.stream);
  const column = erasedBy.streams?.[kind];
  return column === undefined ? null : { column, value: id };
}
