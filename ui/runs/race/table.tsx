import type { ComponentChildren } from "preact";
import { fixWords, type Race, standingWords, workerOf } from "../../../client/race_words.ts";
import { counted, duration } from "../../../client/words.ts";
import { LineCounts } from "../../approvals/review/diff/change_badge.tsx";
import { Badge, type Tone } from "../../kit/badge.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useClock } from "../../kit/text/time.tsx";

/** A race, and when it was read: the time of those at work is counted from then on. */
export type ReadRace = Race & { readAt: number };

/** A contender, and how it stands. */
export type RaceContender = Race["contenders"][number];

type Row = RaceContender & { id: string };

/** How the contenders of a race stand, a row each; `action` is what can be done with one. */
export function RaceTable({ race, action }: {
  race: ReadRace;
  action?: (standing: RaceContender) => ComponentChildren;
}) {
  const rows = race.contenders.map((each) => ({ ...each, id: String(each.contender) }));
  const columns: Column<Row>[] = [
    { head: "Contender", cell: (row) => <Name standing={row} />, names: true },
    { head: "Result", cell: (row) => <Result standing={row} /> },
    { head: "Changes", cell: (row) => <Changes standing={row} />, number: true },
    { head: "Cost", cell: ({ costUsd }) => costUsd === null ? "–" : dollars(costUsd), number: true },
    { head: "Time", cell: (row) => <WorkTime standing={row} readAt={race.readAt} />, number: true },
    { head: "Questions", cell: ({ questions }) => questions, number: true },
    ...(action ? [{ head: "Actions", cell: action }] : []),
  ];
  return <Table label="Contenders" columns={columns} items={rows} tableClass="race-table" />;
}

/** Returns an amount in dollars, in two significant digits. */
export const dollars = (amount: number): string => `$${Number(amount.toPrecision(2))}`;

function Name({ standing }: { standing: RaceContender }) {
  const { contender, profile, picked } = standing;
  return (
    <span class="row">
      <span class="wrap-anywhere">
        {contender}. {workerOf(standing)}
        {profile !== null && <span class="hint small">as {profile}</span>}
      </span>
      {picked && <Badge tone="good">picked</Badge>}
    </span>
  );
}

const STATES: Readonly<Record<Exclude<RaceContender["state"], "finished">, { word: string; tone: Tone }>> = {
  planning: { word: "planning", tone: "info" },
  working: { word: "at work", tone: "info" },
  waiting: { word: "waits for you", tone: "warning" },
  verifying: { word: "verifying", tone: "info" },
  out: { word: "out", tone: "neutral" },
};

const OUTCOMES = { passed: "good", failed: "bad", not_verified: "warning" } as const;

function Result({ standing }: { standing: RaceContender }) {
  const { state, outcome, detail } = standing;
  const fixes = fixWords(standing);
  const { word, tone } = state === "finished"
    ? { word: standingWords(standing), tone: OUTCOMES[outcome ?? "not_verified"] }
    : STATES[state];
  return (
    <span class="race-result">
      <span class="row">
        <Badge tone={tone} active={tone === "info"}>{word}</Badge>
        {fixes !== null && <span class="hint small">{fixes}</span>}
      </span>
      {detail !== null && <ShownText as="span" class="hint small wrap-anywhere" text={detail} />}
    </span>
  );
}

function Changes({ standing: { files, additions, deletions } }: { standing: RaceContender }) {
  if (files === null || additions === null || deletions === null) return <>–</>;
  return (
    <span>
      {counted(files, "file")} <LineCounts file={{ additions, deletions, binary: false }} />
    </span>
  );
}

const AT_WORK: readonly RaceContender["state"][] = ["planning", "working", "verifying"];

function WorkTime({ standing: { state, workMilliseconds }, readAt }: {
  standing: RaceContender;
  readAt: number;
}) {
  const clock = useClock();
  const since = AT_WORK.includes(state) ? Math.max(0, Math.max(clock.value, Date.now()) - readAt) : 0;
  return <>{duration(workMilliseconds + since)}</>;
}
