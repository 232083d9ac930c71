import { Status } from "../../kit/badge.tsx";
import { Link } from "../../kit/link.tsx";
import { Panel } from "../../kit/panel.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time, Worked } from "../../kit/text/time.tsx";
import { PageLink, useResource } from "../../shell/mod.ts";
import { baseName, duration } from "../../../client/words.ts";
import { runWord } from "../../../store/shared/state_words.ts";
import type { WorkflowRun } from "../types.ts";

/** How many runs are shown; the list of runs has the others. */
const MAX_RUNS = 20;

const COLUMNS: readonly Column<WorkflowRun>[] = [
  { head: "Run", cell: ({ id, number }) => <Link to={id}>#{number}</Link> },
  {
    head: "State",
    cell: (run) => <Status status={runWord(run)} {...(run.statusDetail && { title: run.statusDetail })} />,
  },
  { head: "Repository", cell: ({ repoPath }) => <span title={repoPath}>{baseName(repoPath)}</span> },
  { head: "Created", class: "nowrap", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: "Took", number: true, cell: ({ work }) => <Worked work={work} /> },
  {
    head: "Cost",
    number: true,
    cell: ({ costUsd = null }) => costUsd === null ? "" : `$${Number(costUsd.toPrecision(2))}`,
  },
];

/** The newest runs of a workflow: how they went as bars, and the same as a table. */
export function RunsPanel({ id }: { id: string }) {
  const runs = useResource(
    ({ call }) => call("GET /runs", { query: { workflowId: id, limit: MAX_RUNS } }),
    ({ subject }) => subject.startsWith("run/"),
    id,
  );
  return (
    <Panel
      title="Runs"
      flush
      actions={<PageLink to={`/dashboard/runs?workflow=${id}`}>All runs</PageLink>}
    >
      <ResourceView resource={runs} lines={3}>
        {(all) =>
          all.length === 0 ? <p class="panel-body hint">It was never run.</p> : (
            <>
              <RunBars runs={all} />
              <Table label="Runs of the workflow" columns={COLUMNS} items={all} />
            </>
          )}
      </ResourceView>
    </Panel>
  );
}

/** How runs went, the oldest first: a bar each, as high as it took, in the colour of how it ended. The table has the same. */
function RunBars({ runs }: { runs: readonly WorkflowRun[] }) {
  const took = ({ work }: WorkflowRun) => work?.milliseconds ?? 0;
  const longest = Math.max(1, ...runs.map(took));
  return (
    <div class="run-bars" aria-hidden="true">
      {runs.toReversed().map((run) => (
        <span
          key={run.id}
          class={`run-bar is-${run.status}`}
          title={`#${run.number} ${runWord(run)}, ${duration(took(run))}`}
          style={{ "--height": String(took(run) / longest) }}
        />
      ))}
    </div>
  );
}
