import { Status } from "../../kit/badge.tsx";
import { Link } from "../../kit/link.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time, Worked } from "../../kit/text/time.tsx";
import { baseName, firstLine } from "../../../client/words.ts";
import { placeWords, type RunSummary } from "../types.ts";
import { runWord } from "../../../store/shared/state_words.ts";
import type { RunsStore } from "./store.ts";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";

const COLUMNS: readonly Column<RunSummary>[] = [
  { head: "Request", class: "runs-request", cell: (run) => <Request run={run} /> },
  {
    head: "State",
    cell: (run) => <Status status={runWord(run)} {...(run.statusDetail && { title: run.statusDetail })} />,
  },
  { head: "Next", class: "runs-next hint", cell: (run) => <NextMove run={run} /> },
  {
    head: "Repository",
    class: "runs-repository",
    cell: ({ repoPath }) => <span title={repoPath}>{baseName(repoPath)}</span>,
  },
  { head: "Created", class: "nowrap", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: "Took",
    number: true,
    cell: ({ work }) => <Worked work={work} />,
  },
];

/** The runs as a table, newest first. */
export function RunsTable({ runs, store }: { runs: readonly RunSummary[]; store: RunsStore }) {
  const all = runs.every(({ id }) => store.picked.value.has(id));
  const pick: Column<RunSummary> = {
    head: (
      <input
        type="checkbox"
        aria-label="Select all shown"
        checked={all}
        onChange={() => store.pickAll(!all)}
      />
    ),
    headClass: "pick",
    class: "pick",
    cell: ({ id, request }) => (
      <input
        type="checkbox"
        aria-label={`Select ${firstLine(request)}`}
        checked={store.picked.value.has(id)}
        onChange={() => store.togglePick(id)}
      />
    ),
  };
  return (
    <Table
      class="panel"
      tableClass="runs-table"
      stacks={false}
      columns={[pick, ...COLUMNS]}
      items={runs}
      isCurrent={({ id }) => id === store.current.value}
    />
  );
}

const Request = ({ run }: { run: RunSummary }) => (
  <>
    <span class="request-line">
      <span class="hint numbers">#{run.number}</span>{" "}
      <Link class="line-title one-line" to={run.id}>
        <ShownText text={firstLine(run.request)} />
      </Link>
    </span>
    {run.attempt > 1 && <span class="hint small">attempt {run.attempt}</span>}
  </>
);

/** What a run does or waits for, or why it ended. */
export function NextMove({ run }: { run: RunSummary }) {
  if (run.status === "waiting" && run.waitingFor?.kind === "approval") {
    return <Link to={run.waitingFor.id}>Review the patch</Link>;
  }
  if (run.status === "running") return <>Working</>;
  const place = run.queuePlace === null ? "" : `${placeWords(run.queuePlace)}. `;
  const words = `${place}${run.nextMove?.what ?? run.statusDetail ?? ""}`;
  return (
    <span class="two-lines" title={words}>
      <ShownLines text={words} />
    </span>
  );
}
