import { counted, duration, firstLine } from "../../client/words.ts";
import { Badge } from "../kit/badge.tsx";
import { type Column, Table } from "../kit/lists/table.tsx";
import { Panel } from "../kit/panel.tsx";
import { droppedWords, type Trial, type WrittenRequest } from "./types.ts";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

type Case = Trial["cases"][number];

/** The cases of a trial with who solved each, and folded below them why the other candidates are none. */
export function CasesPanel({ trial }: { trial: Trial }) {
  const { proved, candidates, commits, runs, verifier, setup, cases } = trial;
  const found = cases.filter(({ outcome }) => outcome === "proved");
  const others = cases.filter(({ outcome }) => outcome !== "proved");
  return (
    <Panel title="Cases" count={proved} flush>
      <p class="panel-body hint">
        {counted(proved, "case")} of {counted(candidates, "candidate")} in {counted(commits, "commit")} and
        {" "}
        {counted(runs, "run")}. Judged by <code>{verifier}</code>
        {setup && (
          <>
            , prepared by <code>{setup}</code>
          </>
        )}. A model may know a public repository, and with it the results; a trial cannot see that.
      </p>
      {found.length > 0 && <Table label="All cases" columns={columnsOf(trial)} items={found} />}
      {others.length > 0 && (
        <details class="trial-others" open={found.length === 0}>
          <summary>
            {counted(others.length, "candidate is no case", "candidates are no cases")}: {droppedWords(trial)}
          </summary>
          <Table label="Candidates that are no cases" columns={OTHERS} items={others} />
        </details>
      )}
    </Panel>
  );
}

const named = { head: "Request", names: true, class: "trial-request", title: ({ request }: Case) => request };
const took: Column<Case> = {
  head: "Took",
  number: true,
  cell: ({ milliseconds }) => duration(milliseconds),
};

const OTHERS: readonly Column<Case>[] = [
  {
    ...named,
    cell: (each) => (
      <>
        <Named of={each} />
        <ShownLines as="p" class="hint small trial-reason" text={each.detail} />
      </>
    ),
  },
  { head: "Reason", cell: ({ outcome }) => <Badge tone="neutral">{outcome.replaceAll("_", " ")}</Badge> },
  took,
];

const columnsOf = (trial: Trial): readonly Column<Case>[] => [
  {
    ...named,
    cell: (each) => (
      <>
        <Named of={each} />
        {each.passes.length === 0 && <ShownLines as="p" class="hint small trial-reason" text={each.detail} />}
        {each.written && <Written written={each.written} />}
      </>
    ),
  },
  ...(trial.plan ? [{ head: "Solved by", cell: ({ id }: Case) => <SolvedBy trial={trial} id={id} /> }] : []),
  { head: "Kind", cell: ({ kind }) => kind },
  { head: "Language", cell: ({ language }) => language },
  took,
];

const Named = ({ of: { id, request, source } }: { of: Case }) => (
  <>
    <ShownText text={firstLine(request)} />{" "}
    <span class="hint small">{source === "log" ? id : id.slice(0, 10)}</span>
  </>
);

/** The workers that solved a case, each with a link to its run. */
function SolvedBy({ trial: { plan, attempts }, id }: { trial: Trial; id: string }) {
  if (!plan?.caseIds.includes(id)) return <span class="hint">not chosen</span>;
  const ends = attempts.filter(({ caseId, end }) => caseId === id && end !== null && end.outcome !== "void");
  const solved = ends.filter(({ end }) => end?.outcome === "solved");
  if (solved.length === 0) {
    return <span class="hint">{ends.length < plan.workers.length ? "–" : "nobody"}</span>;
  }
  return (
    <span class="trial-solvers">
      {solved.map(({ runId, worker: { provider, model } }) => (
        <a key={runId} href={`/dashboard/runs/${runId}`}>
          <code>{provider}/{model}</code>
        </a>
      ))}
    </span>
  );
}

/** What a model wrote instead of the message. */
const Written = ({ written: { provider, model, text, refused } }: { written: WrittenRequest }) => (
  <details class="small trial-written-by">
    <summary>
      Written by <code>{provider}/{model}</code>
      {refused !== null && <span class="hint">, not used: {refused}</span>}
    </summary>
    <ShownLines as="p" class="trial-written" text={text} />
  </details>
);
