import { Link } from "../../kit/link.tsx";
import { Time } from "../../kit/text/time.tsx";
import { baseName, firstLine } from "../../../client/words.ts";
import { type RunSummary } from "../types.ts";
import type { RunsStore } from "./store.ts";
import { NextMove } from "./table.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";

const COLUMNS: readonly { title: string; states: readonly string[] }[] = [
  { title: "Queued", states: ["queued"] },
  { title: "Running", states: ["running"] },
  { title: "Waiting", states: ["waiting", "paused"] },
  { title: "Completed", states: ["completed"] },
  { title: "Not completed", states: ["failed", "cancelled"] },
];

/** The runs grouped by state. */
export function Board({ runs, store }: { runs: readonly RunSummary[]; store: RunsStore }) {
  const counts = store.counts.value.value?.byStatus ?? {};
  return (
    <div class="board" role="region" aria-label="Runs by state" tabIndex={0}>
      {COLUMNS.map(({ title, states }) => {
        const column = runs.filter(({ status }) => states.includes(status));
        const total = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
        return (
          <section key={title} class="board-column" aria-label={title}>
            <h2 class="board-title">
              {title} <span class="count">{total.toLocaleString("en")}</span>
            </h2>
            {column.map((run) => <Card key={run.id} run={run} store={store} />)}
            {column.length < total && (
              <p class="hint small">The latest {column.length}. The table shows all of them.</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

function Card({ run, store }: { run: RunSummary; store: RunsStore }) {
  const current = store.current.value === run.id;
  const picked = store.picked.value.has(run.id);
  const title = firstLine(run.request);
  return (
    <article class={`board-card ${current ? "is-current" : ""} ${picked ? "is-picked" : ""}`}>
      <div class="board-card-head">
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={picked}
          onChange={() => store.togglePick(run.id)}
        />
        <Link class="line-title" to={run.id}>
          <ShownText text={title} />
        </Link>
      </div>
      <div class="small hint">
        <NextMove run={run} />
      </div>
      <div class="small hint board-card-foot">
        <span class="one-line" title={run.repoPath}>#{run.number} {baseName(run.repoPath)}</span>
        <Time at={run.updatedAt} />
      </div>
    </article>
  );
}
