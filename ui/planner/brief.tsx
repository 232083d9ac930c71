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
  const hasNothing = decisions === 0 && !next && due.length === 0 && conflicts.size === 0;
  return (
    <Panel title="Today">
      {hasNothing
        ? <p class="hint">Nothing more is planned or due today, as far as is known here.</p>
        : (
          <ul class="brief">
            {decisions > 0 && (
              <li>
                <a href="/dashboard/approvals">{counted(decisions, "decision")} to make</a>
              </li>
            )}
            {next && (
              <li>
                Next:{" "}
                <strong>
                  <ShownText text={next.title} />
                </strong>, {timeWords(next, today, timeZone)}
              </li>
            )}
            {due.length > 0 && (
              <li>
                <a href={`${PLANNER_PATH}?tab=tasks`}>{counted(due.length, "task")} due</a>:{" "}
                <Titles blocks={due} />
              </li>
            )}
            {conflicts.size > 0 && (
              <li>
                <a href={`${PLANNER_PATH}?tab=conflicts`}>{counted(conflicts.size, "conflict")} today</a>
              </li>
            )}
          </ul>
        )}
    </Panel>
  );
}

const Titles = ({ blocks }: { blocks: readonly Block[] }) => (
  <ShownText text={blocks.map(({ title }) => title.replace(/^Due: /, "")).join(", ")} />
);
