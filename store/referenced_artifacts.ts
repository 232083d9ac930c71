import type { ArtifactReference } from "./artifacts.ts";
import type { EventStore } from "./event_store.ts";

/** Returns whether any view refers to the content. */
export const isReferenced = (
  { registry, projector }: Pick<EventStore, "registry" | "projector">,
  hash: string,
) =>
  registry.views.some(({ artifactColumn }) =>
    artifactColumn &&
    projector.tables.get(
        `select 1 from {${artifactColumn.table}} where ${artifactColumn.column} = ? limit 1`,
        hash,
      ) !== undefined
  );

/** Returns every artifact that a view refers to, once, sorted by hash. */
export function referencedArtifacts(store: Pick<EventStore, "registry" | "projector">): ArtifactReference[] {
  const found = new Map<string, number>();
  for (const { artifactColumn } of store.registry.views) {
    if (!artifactColumn) continue;
    const { table, column } = artifactColumn;
    for (
      const row of store.projector.tables.all<{ hash: string; size: number }>(
        `select ${column} as hash, size from {${table}}`,
      )
    ) found.set(row.hash, row.size);
  }
  return [...found].map(([sha256, size]) => ({ sha256, size })).sort((
    a,
    b,
  ) => (a.sha256 < b.sha256 ? -1 : 1));
}
