import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Status } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { firstLine } from "../../../client/words.ts";
import type { SystemStatus } from "../common/types.ts";

/** The number of runs by status, and the open ones. */
export function QueuePanel({ status }: { status: SystemStatus }) {
  const positions = new Map(status.perRunQueueState.map(({ id, position }) => [id, position]));
  const totals = Object.entries(status.queueTotals).filter(([, count]) => count > 0);
  return (
    <Panel title="Queue" count={status.activeRunSummaries.length}>
      {totals.length === 0
        ? <p class="hint">No runs yet.</p>
        : (
          <ul class="row totals" aria-label="Runs by status">
            {totals.map(([name, count]) => (
              <li key={name}>
                <Status status={name} /> {count.toLocaleString("en")}
              </li>
            ))}
          </ul>
        )}
      {status.activeRunSummaries.length > 0 && (
        <ul class="plain-list" aria-label="Open runs">
          {status.activeRunSummaries.map((run) => (
            <li key={run.id} class="row">
              <Status status={run.status} />
              <Link class="grow one-line" to={run.id}>
                <ShownText text={firstLine(run.request)} />
              </Link>
              {typeof positions.get(run.id) === "number" && (
                <span class="hint small">place {positions.get(run.id)} in the queue</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
