import { Fact } from "../../kit/panel.tsx";
import { Moment, Span } from "../common/moments.tsx";
import type { PlannerTask } from "../common/types.ts";

/** The properties of a task. */
export function TaskFacts({ task }: { task: PlannerTask }) {
  const { due, scheduled, estimateMinutes, spentMinutes, rrule, tags, source, sync, priority } = task;
  return (
    <dl class="facts">
      <Fact name="State">{task.state}</Fact>
      <Fact name="Due">{due && ("date" in due ? due.date : <Moment at={due.at} />)}</Fact>
      <Fact name="Set aside">
        {scheduled && (
          <>
            <Span {...scheduled} />
            {scheduled.pinned ? ", pinned" : ""}
          </>
        )}
      </Fact>
      <Fact name="Estimate">{estimateMinutes && `${estimateMinutes} min, ${spentMinutes} spent`}</Fact>
      <Fact name="Priority">{priority > 0 ? String(priority) : ""}</Fact>
      <Fact name="Repeats">{rrule && <code>{rrule}</code>}</Fact>
      <Fact name="Tags">{tags.join(", ")}</Fact>
      <Fact name="Source">{source}</Fact>
      <Fact name="Here and at the source">{sync.detail}</Fact>
    </dl>
  );
}
