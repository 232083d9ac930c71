import { Badge } from "../../kit/badge.tsx";
import { Link } from "../../kit/link.tsx";
import { Menu } from "../../kit/menu.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useClock } from "../../kit/text/time.tsx";
import { Span } from "../common/moments.tsx";
import type { PlannerTask } from "../common/types.ts";
import { useZone } from "../common/zone.tsx";
import type { ListedTask } from "./order.ts";
import type { TaskStore } from "./store.ts";
import { dueWords, isOverdue } from "./words.ts";

/** A task in the list: its checkbox completes it, a menu has its other actions. */
export function TaskLine({ line: { task, depth }, store, current, onMove, onEdit, onFindTime, onAddBelow }: {
  line: ListedTask;
  store: TaskStore;
  current: boolean;
  /** Moves it up or down; null where the dates give the order. */
  onMove: ((direction: 1 | -1) => void) | null;
  onEdit: () => void;
  onFindTime: () => void;
  onAddBelow: () => void;
}) {
  const { id, title, state, sync } = task;
  const open = state === "open";
  const isPicked = store.picked.value.has(id);
  return (
    <li
      class={["task-line", current && "is-current", isPicked && "is-picked", !open && "is-done"].filter(
        Boolean,
      )
        .join(" ")}
      style={{ "--depth": String(depth) }}
      aria-current={current ? "true" : undefined}
      data-id={id}
    >
      <input
        type="checkbox"
        class="task-check"
        aria-label={`Complete ${title}`}
        title={open ? "Complete" : "Reopen"}
        checked={!open}
        onChange={() => void store.toggle([id], open)}
      />
      <span class="grow task-name">
        <button type="button" class="task-title" onClick={onEdit}>
          <ShownText text={title} />
        </button>
        <TaskMarks task={task} />
        {sync.state === "conflict" && <Badge tone="warning" title={sync.detail}>changed on both sides</Badge>}
        {sync.state === "to_push" && <Badge title={sync.detail}>not written back</Badge>}
        {sync.state === "awaiting_review" && <Badge title={sync.detail}>waits for review</Badge>}
      </span>
      <span class="task-actions">
        <Menu
          label={`Actions on ${title}`}
          trigger="⋯"
          items={[
            { label: isPicked ? "Deselect" : "Select", onSelect: () => store.pick(id) },
            ...(open ? [{ label: "Find time", onSelect: onFindTime }] : []),
            { label: "Add subtask", onSelect: onAddBelow },
            ...(onMove
              ? [{ label: "Move up", onSelect: () => onMove(-1) }, {
                label: "Move down",
                onSelect: () => onMove(1),
              }]
              : []),
            { label: "Archive", onSelect: () => void store.archive(task) },
          ]}
        />
      </span>
    </li>
  );
}

function TaskMarks({ task }: { task: PlannerTask }) {
  const now = useClock().value;
  const { priority, estimateMinutes, tags, repeats, scheduled, runId, source, conflictIds } = task;
  const zone = useZone();
  const due = dueWords(task, zone);
  const overdue = isOverdue(task, now, zone);
  return (
    <>
      {due && (
        <Badge tone={overdue ? "bad" : "neutral"}>
          {overdue ? "overdue" : "due"} {due}
        </Badge>
      )}
      {priority > 0 && <Badge title="1 is the highest">!{priority}</Badge>}
      {estimateMinutes !== null && <Badge>{estimateMinutes} min</Badge>}
      {repeats !== null && <span class="hint small">{repeats}</span>}
      {conflictIds.length > 0 && <Badge tone="warning">conflict</Badge>}
      {tags.map((tag) => <Badge key={tag}>#{tag}</Badge>)}
      {source !== "local" && <Badge>{source}</Badge>}
      {scheduled && (
        <span class="hint small">
          set aside <Span {...scheduled} />
        </span>
      )}
      {runId && <Link to={runId}>run</Link>}
    </>
  );
}
