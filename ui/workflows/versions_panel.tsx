import { Panel } from "../kit/panel.tsx";
import { Time } from "../kit/time.tsx";
import type { Workflow } from "./types.ts";

/** Every version of a workflow, and what the shown one changed. */
export function VersionsPanel({ workflow: { versions, diff } }: { workflow: Workflow }) {
  return (
    <Panel title="Versions" count={versions.length}>
      {diff && (
        <>
          <p class="small">From version {diff.from} to version {diff.to}:</p>
          <ul class="small" aria-label="Changes">
            {diff.nodes.map(({ id, change }) => <li key={id}>node {id} {change}</li>)}
            {diff.blastRadius.map(({ id, added, removed, basis }) => (
              <li key={id} class="wrap-anywhere">
                {id}: {[
                  ...added.map((item) => `+ ${item}`),
                  ...removed.map((item) => `− ${item}`),
                  ...(basis ? [basis] : []),
                ].join("; ")}
              </li>
            ))}
          </ul>
        </>
      )}
      <ol reversed class="small" aria-label="Versions">
        {versions.map((version) => (
          <li key={version.id}>
            <Time at={version.createdAt} /> by the {version.actor}
            {version.note && <span class="wrap-anywhere">: {version.note}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
