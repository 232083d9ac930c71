import { FilterSelect } from "../../kit/forms/select.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { Time } from "../../kit/text/time.tsx";
import { Difference } from "../difference.tsx";
import type { Workflow } from "../types.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

/** The versions of a workflow, and the differences between two of them. */
export function VersionsPanel({ workflow, onCompare }: {
  workflow: Workflow;
  onCompare: (version: number, against: number) => void;
}) {
  const { version, versions, diff, activeVersion } = workflow;
  const options = versions.map(({ version }) => ({ value: `${version}`, label: `Version ${version}` }));
  const from = diff?.from ?? Math.max(1, version - 1);
  return (
    <Panel title="Versions" count={versions.length}>
      {versions.length > 1 && (
        <div class="row">
          <FilterSelect
            label="From"
            named
            options={options}
            value={`${from}`}
            onChange={(value) => onCompare(version, Number(value))}
          />
          <FilterSelect
            label="To"
            named
            options={options}
            value={`${version}`}
            onChange={(value) => onCompare(Number(value), from)}
          />
        </div>
      )}
      {diff && <Difference label={`From version ${diff.from} to version ${diff.to}`} changes={diff} />}
      <ol reversed class="small version-list" aria-label="Versions">
        {versions.map((one) => (
          <li key={one.id} value={one.version}>
            <Time at={one.createdAt} /> by the {one.actor}
            {one.version === activeVersion && <Badge tone="good">active</Badge>}
            {one.note && (
              <span class="wrap-anywhere">
                : <ShownLines text={one.note} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
