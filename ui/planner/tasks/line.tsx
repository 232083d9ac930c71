import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useClock } from "../../kit/text/time.tsx";
import { Span } from "../common/moments.tsx";
import type { PlannerTask } from "../common/types.ts";
import { useZone } from "../common/zone.tsx";
import type { ListedTask } from "./order.ts";
import type { TaskStore } from "./store.ts";
import { dueWords, isOverdue } from "./words.ts";

/** A task in the list, with its checkbox and its actions. */
export function TaskLine({ line: { task, depth }, store, current, onEdit, onAddBelow }: {
  line: ListedTask;
  store: TaskStore;
  current: boolean;
  onEdit: () => void;
  onAddBelow: () => void;
}) {
  const { id, title, state, sync } = task;
  const open = state === "open";
  return (
    <li
      class={["task-line", current && "is-current", !open && "is-done"].filter(Boolean).join(" ")}
      style={{ "--depth": String(depth) }}
      aria-current={current ? "true" : undefined}
      data-id={id}
    >
      <input
        type="checkbox"
        aria-label={`Select ${title}`}
        checked={store.picked.value.has(id)}
        onChange={() => store.pick(id)}
      />
      <Button
        small
        onPress={() => void store.toggle([id], open)}
        label={`${open ? "Complete" : "Reopen"} ${title}`}
      >
        {open ? "Complete" : "Reopen"}
      </Button>
      <span class="grow task-name">
        <button type="button" class="task-title" onClick={onEdit}>
          <ShownText text={title} />
        </button>
        <TaskMarks task={task} />
        {sync.state === "conflict" && <Badge tone="warning" title={sync.detail}>changed on both sides</Badge>}
        {sync.state === "to_push" && <Badge title={sync.detail}>not written back</Badge>}
      </span>
      <span class="row task-actions">
        <Button small kind="quiet" onPress={() => void store.move(id, -1)} label={`Move up ${title}`}>
          ↑
        </Button>
        <Button small kind="quiet" onPress={() => void store.move(id, 1)} label={`Move down ${title}`}>
          ↓
        </Button>
        <Button small kind="quiet" onPress={onAddBelow} label={`Add subtask ${title}`}>Add subtask</Button>
        {open && (
          <Button
            small
            kind="quiet"
            onPress={() => void store.plan([id])}
            label={`Find time for ${title}`}
          >
            Find time
          </Button>
        )}
        <Button small kind="quiet" onPress={() => void store.archive(task)} label={`Archive ${title}`}>
          Archive
        </Button>
      </span>
    </li>
  );
}

function TaskMarks({ task }: { task: PlannerTask }) {
  const now = useClock().value;
  const { priority, estimateMinutes, tags, rrule, scheduled, runId, source, conflictIds } = task;
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
      {rrule !== null && <Badge title={rrule}>repeats</Badge>}
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
