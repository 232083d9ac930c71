import { Dialog } from "../../kit/dialog.tsx";
import { Button } from "../../kit/button.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Link } from "../../kit/link.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { type Frame, useResource } from "../../shell/mod.ts";
import { ConflictLines } from "../conflicts/conflict_lines.tsx";
import { ExportButton } from "../common/export_button.tsx";
import { readTasks } from "../common/read_tasks.ts";
import { isOfPlanner, type PlannerTask } from "../common/types.ts";
import { ArtifactFacts } from "./artifact_facts.tsx";
import type { Block } from "./blocks.ts";
import { Fact } from "../../kit/panel.tsx";
import { Moment, Span } from "../common/moments.tsx";

/** The details of a block. */
export function DetailDialog({ block, onWhen = null, onClose }: {
  block: Block;
  /** Asks for another time; null where it has none to change. */
  onWhen?: ((block: Block) => void) | null;
  onClose: () => void;
}) {
  const Content = block.kind === "event" || block.kind === "note" ? EventDetails : TaskDetails;
  return (
    <Dialog title={block.title} wide onClose={onClose}>
      <div class="stack">
        {block.stale && (
          <Banner tone="warning">The source could not be read recently, so this may be out of date.</Banner>
        )}
        <Content block={block} />
        <ConflictLines conflicts={block.conflicts} />
        <div class="row">
          {onWhen && block.kind !== "due" && !block.allDay && (
            <Button small onPress={() => onWhen(block)}>Change its time</Button>
          )}
          {block.kind !== "note" && (
            <ExportButton of={{ ids: block.key.replace(/^due:/, "") }} what={block.title} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function EventDetails({ block }: { block: Block }) {
  const artifact = useResource(
    ({ call }) => call("GET /planner/artifacts/:id", { params: { id: block.key } }),
    isOfPlanner,
    block.key,
  );
  return (
    <ResourceView resource={artifact} lines={4}>
      {(value) => <ArtifactFacts artifact={value} onChange={artifact.set} />}
    </ResourceView>
  );
}

function TaskDetails({ block }: { block: Block }) {
  const id = block.key.replace(/^due:/, "");
  const found = useResource((frame) => findTask(frame, id), isOfPlanner, id);
  return (
    <ResourceView resource={found} lines={4}>
      {([task]) => task && <TaskContent task={task} />}
    </ResourceView>
  );
}

/** Returns the task with that id, if there is one. */
async function findTask(frame: Pick<Frame, "call">, id: string): Promise<PlannerTask[]> {
  for await (const task of readTasks(frame, { state: "any" })) {
    if (task.id === id) return [task];
  }
  return [];
}

function TaskContent({ task }: { task: PlannerTask }) {
  return (
    <>
      <TaskFacts task={task} />
      {task.runId && <Link to={task.runId}>Run</Link>}
      {task.content && <ShownText as="p" class="card-text" text={task.content} />}
    </>
  );
}

/** The properties of a task. */
function TaskFacts({ task }: { task: PlannerTask }) {
  const { due, scheduled, estimateMinutes, spentMinutes, rrule, repeats, tags, source, sync, priority } =
    task;
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
      <Fact name="Repeats">{repeats && <span title={rrule ?? undefined}>{repeats}</span>}</Fact>
      <Fact name="Tags">
        <ShownText text={tags.join(", ")} />
      </Fact>
      <Fact name="Source">{source}</Fact>
      <Fact name="Here and at the source">{sync.detail}</Fact>
    </dl>
  );
}
