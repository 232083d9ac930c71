import { Badge } from "../kit/badge.tsx";
import type { DefinitionChanges } from "./types.ts";

const TONES = { added: "good", removed: "bad", changed: "info" } as const;

/** The differences between two definitions: their nodes and permissions. */
export function Difference(
  { label, changes: { nodes, blastRadius } }: { label: string; changes: DefinitionChanges },
) {
  return (
    <section class="stack small" aria-label={label}>
      <h3>Nodes</h3>
      {nodes.length === 0 && <p class="hint">No nodes differ.</p>}
      <ul class="plain-list" aria-label="Changed nodes">
        {nodes.map(({ id, change }) => (
          <li key={id} class="row">
            <Badge tone={TONES[change]}>{change}</Badge>
            <code>{id}</code>
          </li>
        ))}
      </ul>
      <h3>What it may touch</h3>
      {blastRadius.length === 0 && <p class="hint">The same as before.</p>}
      <ul class="plain-list" aria-label="Changed permissions">
        {blastRadius.map(({ id, added, removed, basis }) => (
          <li key={id} class="wrap-anywhere">
            <strong>{id}</strong> {[
              ...added.map((item) => `+ ${item}`),
              ...removed.map((item) => `− ${item}`),
              ...(basis ? [basis] : []),
            ].join("; ")}
          </li>
        ))}
      </ul>
    </section>
  );
}
