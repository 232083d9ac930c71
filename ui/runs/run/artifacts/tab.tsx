import { useEffect } from "preact/hooks";
import { Badge } from "../../../kit/badge.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { bytes } from "../../../../client/words.ts";
import { useQuery } from "../../../shell/mod.ts";
import type { RunWorkspace } from "../../types.ts";
import { ArtifactView } from "./artifact_view.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";

/** The artifacts of the run, by purpose. */
export function ArtifactsTab({ workspace }: { workspace: RunWorkspace }) {
  const { items, groups } = workspace.artifactIndex;
  const [query, change] = useQuery();
  const selected = items.find(({ path }) => path === query.path) ??
    items.find(({ mediaType }) => mediaType !== "application/octet-stream") ?? items[0];
  useEffect(() => {
    if (query.path && !items.some(({ path }) => path === query.path)) change({ path: null });
  }, [query.path, items.length]);
  if (!selected) {
    return (
      <EmptyState title="No artifacts yet">
        <p>Patches, verifier output, reports and notes of this run appear here, each with its hash.</p>
      </EmptyState>
    );
  }
  const byId = new Map(items.map((item) => [item.id, item]));
  return (
    <div class="tasks">
      <nav class="panel task-list" aria-label="Artifacts">
        {groups.map(({ id, purpose, artifactIds }) => (
          <div key={id} role="group" aria-label={purpose}>
            <p class="artifact-group" aria-hidden="true">{purpose.replaceAll(/[-_]/g, " ")}</p>
            {artifactIds.flatMap((artifactId) => byId.get(artifactId) ?? []).map((artifact) => (
              <button
                key={artifact.id}
                type="button"
                class="task-link"
                aria-current={artifact.id === selected.id ? "true" : undefined}
                onClick={() => change({ path: artifact.path })}
              >
                <span class="one-line" title={artifact.path}>
                  <ShownText text={artifact.label} />
                </span>
                <Badge>{bytes(artifact.size)}</Badge>
              </button>
            ))}
          </div>
        ))}
      </nav>
      <ArtifactView key={selected.id} artifact={selected} runId={workspace.run.id} />
    </div>
  );
}
