import { ShownText } from "../../kit/text/shown_text.tsx";
import { useClock } from "../../kit/text/time.tsx";
import { counted } from "../../../client/words.ts";
import { useFrame } from "../../shell/mod.ts";
import { type Block, blocksOn, timeWords } from "./blocks.ts";
import type { CalendarContent } from "./store.ts";
import { PLANNER_PATH } from "../common/types.ts";

/** The kinds of blocks besides events and tasks; `isPast` includes those that have begun. */
const WORK = [
  {
    kind: "approval",
    path: "/dashboard/approvals",
    says: "awaiting a decision before it expires",
    isPast: false,
  },
  { kind: "automation", path: "/dashboard/automations", says: "still to come", isPast: false },
  { kind: "run", path: "/dashboard/runs", says: "of today", isPast: true },
] as const;
const MAX_TITLES = 3;

/** The summary of today: the next event, due tasks, conflicts, and pending decisions. */
export function Brief({ shown }: { shown: CalendarContent }) {
  const now = useClock().value;
  const { overview } = useFrame();
  const { today, timeZone } = shown;
  const blocks = blocksOn(shown.blocks, today);
  const next = blocks.find(({ kind, status, allDay, start }) =>
    kind === "event" && status !== "cancelled" && !allDay && start > now
  );
  const due = blocks.filter(({ kind, status }) => kind === "due" && status === "open");
  const conflicts = new Set(blocks.flatMap((block) => block.conflicts.map(({ id }) => id)));
  const decisions = overview.counts.value?.humanApprovals ?? 0;
  const work = WORK.map((each) => ({
    ...each,
    blocks: blocks.filter(({ kind, start }) => kind === each.kind && (each.isPast || start > now)),
  })).filter((each) => each.blocks.length > 0);
  const hasNothing = decisions === 0 && !next && due.length === 0 && conflicts.size === 0 &&
    work.length === 0;
  return (
    <section class="cal-today" aria-labelledby="cal-today">
      <h3 id="cal-today">Today</h3>
      {hasNothing ? <p class="hint">Nothing more is planned or due.</p> : (
        <ul class="brief">
          {decisions > 0 && (
            <li>
              <a href="/dashboard/approvals">{counted(decisions, "decision")} to make</a>
            </li>
          )}
          {next && (
            <li>
              Next: <ShownText as="strong" text={next.title} />, {timeWords(next, today, timeZone)}
            </li>
          )}
          {due.length > 0 && (
            <li>
              <a href={`${PLANNER_PATH}?tab=tasks`}>{counted(due.length, "task")} due</a>:{" "}
              <Titles blocks={due} />
            </li>
          )}
          {work.map(({ kind, path, says, blocks }) => (
            <li key={kind}>
              <a href={path}>{counted(blocks.length, kind)}</a> {says}
            </li>
          ))}
          {conflicts.size > 0 && (
            <li>
              <a href={`${PLANNER_PATH}?tab=conflicts`}>{counted(conflicts.size, "conflict")}</a>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

const Titles = ({ blocks }: { blocks: readonly Block[] }) => (
  <ShownText
    text={[
      ...blocks.slice(0, MAX_TITLES).map(({ title }) => title.replace(/^Due: /, "")),
      ...(blocks.length > MAX_TITLES ? [`${blocks.length - MAX_TITLES} more`] : []),
    ].join(", ")}
  />
);
