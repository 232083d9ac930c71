import { Banner } from "../../kit/banner.tsx";
import { Panel } from "../../kit/panel.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import type { Preview } from "../types.ts";
import { Calendar } from "./calendar.tsx";

type Line = Preview["nextFires"][number] & { id: string };

const COLUMNS: readonly Column<Line>[] = [
  { head: "Local time", names: true, cell: ({ words }) => words },
  { head: "In", cell: ({ at }) => <Time at={at} /> },
  { head: "UTC", cell: ({ at }) => <code>{at.slice(0, 16).replace("T", " ")}</code> },
  {
    head: "Note",
    cell: ({ note, skippedBecause, startsAt }) => (
      <>
        {[skippedBecause, note].filter(Boolean).join(" ")}
        {startsAt && (
          <>
            {" "}Quiet hours: its run starts <Time at={startsAt} />.
          </>
        )}
      </>
    ),
  },
];

/** The next fires, in words and as a calendar, and what would block them now. */
export function PreviewPanel({ preview }: { preview: Preview }) {
  const { schedule, nextFires, blockers, calendar } = preview;
  return (
    <Panel title={nextFires.length > 0 ? "Next" : "When"}>
      <p>{schedule.words}.</p>
      {schedule.rules.map((rule) => <p key={rule} class="hint small">{rule}</p>)}
      {blockers.map((blocker) => <Banner key={blocker} tone="warning">{blocker}</Banner>)}
      {calendar.length > 0 && <Calendar preview={preview} />}
      {nextFires.length > 0 && (
        <Table
          label="Next start times"
          columns={COLUMNS}
          items={nextFires.map((each) => ({ id: each.at, ...each }))}
        />
      )}
    </Panel>
  );
}
