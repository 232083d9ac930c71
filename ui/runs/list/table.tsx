import { Link } from "../../kit/link.tsx";
import { useEffect, useRef } from "preact/hooks";
import { Status } from "../../kit/badge.tsx";
import { Elapsed, Time } from "../../kit/time.tsx";
import { baseName, firstLine } from "../../../client/words.ts";
import { hasEnded, type RunSummary } from "../types.ts";
import type { RunsStore } from "./store.ts";

/** The runs as a table, newest first. */
export function RunsTable({ runs, store }: { runs: readonly RunSummary[]; store: RunsStore }) {
  const { picked } = store;
  const all = runs.every(({ id }) => picked.value.has(id));
  return (
    <div class="panel table-scroller">
      <table class="table runs-table">
        <thead>
          <tr>
            <th class="pick">
              <input
                type="checkbox"
                aria-label="Pick all that are shown"
                checked={all}
                onChange={() => store.pickAll(!all)}
              />
            </th>
            <th>Request</th>
            <th>State</th>
            <th>Next move</th>
            <th>Repository</th>
            <th>Created</th>
            <th class="number">Took</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => <RunRow key={run.id} run={run} store={store} />)}
        </tbody>
      </table>
    </div>
  );
}

function RunRow({ run, store }: { run: RunSummary; store: RunsStore }) {
  const current = store.current.value === run.id;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const title = firstLine(run.request);
  return (
    <tr ref={row} class={current ? "is-current" : ""}>
      <td class="pick">
        <input
          type="checkbox"
          aria-label={`Pick ${title}`}
          checked={store.picked.value.has(run.id)}
          onChange={() => store.togglePick(run.id)}
        />
      </td>
      <td class="runs-request">
        <Link class="line-title one-line" to={run.id}>{title}</Link>
        {run.attempt > 1 && <span class="hint small">attempt {run.attempt}</span>}
      </td>
      <td>
        <Status status={run.status} {...(run.statusDetail && { title: run.statusDetail })} />
      </td>
      <td class="runs-next hint">
        <NextMove run={run} />
      </td>
      <td class="runs-repository">
        <span title={run.repoPath}>{baseName(run.repoPath)}</span>
      </td>
      <td class="nowrap">
        <Time at={run.createdAt} />
      </td>
      <td class="number">
        {run.startedAt ? <Elapsed from={run.startedAt} to={hasEnded(run) ? run.finishedAt : null} /> : "–"}
      </td>
    </tr>
  );
}

/** Who moves the run next, or why it ended as it did. */
export function NextMove({ run }: { run: RunSummary }) {
  if (run.status === "waiting" && run.waitingFor?.kind === "approval") {
    return <Link to={run.waitingFor.id}>Review the patch</Link>;
  }
  const words = run.nextMove?.what ?? run.statusDetail ?? "";
  return <span class="two-lines" title={words}>{words}</span>;
}
