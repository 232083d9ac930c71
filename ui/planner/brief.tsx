import type { ComponentChildren } from "preact";
import { Panel } from "../kit/panel.tsx";
import { ShownText } from "../kit/shown_text.tsx";
import { useClock } from "../kit/time.tsx";
import { counted } from "../../client/words.ts";
import { useFrame } from "../shell/mod.ts";
import { type Block, blocksOn, timeWords } from "./calendar/blocks.ts";
import type { Shown } from "./calendar/store.ts";
import { PLANNER_PATH } from "./types.ts";

/** What today asks for: what is next, what is due, what stands against it, and what waits for a decision. */
export function Brief({ shown }: { shown: Shown }) {
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
  const lines: ComponentChildren[] = [
    decisions > 0 && <a href="/dashboard/approvals">{counted(decisions, "decision")} to make</a>,
    next && (
      <>
        Next:{" "}
        <strong>
          <ShownText text={next.title} />
        </strong>, {timeWords(next, today, timeZone)}
      </>
    ),
    due.length > 0 && (
      <>
        <a href={`${PLANNER_PATH}?tab=tasks`}>{counted(due.length, "task")} due</a>: <Titles blocks={due} />
      </>
    ),
    conflicts.size > 0 && (
      <a href={`${PLANNER_PATH}?tab=conflicts`}>{counted(conflicts.size, "conflict")} today</a>
    ),
  ].filter(Boolean);
  return (
    <Panel title="Today">
      {lines.length === 0
        ? <p class="hint">Nothing more is planned or due today, as far as is known here.</p>
        : <ul class="brief">{lines.map((line, i) => <li key={i}>{line}</li>)}</ul>}
    </Panel>
  );
}

const Titles = ({ blocks }: { blocks: readonly Block[] }) => (
  <ShownText text={blocks.map(({ title }) => title.replace(/^Due: /, "")).join(", ")} />
);
