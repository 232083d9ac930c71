import { Dialog } from "../../kit/dialog.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Link } from "../../kit/link.tsx";
import { createResource } from "../../kit/resource.ts";
import { ShownText } from "../../kit/shown_text.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { ConflictLines } from "../conflicts/conflict_lines.tsx";
import { ExportButton } from "../export_button.tsx";
import { isOfPlanner } from "../types.ts";
import { ArtifactFacts } from "./artifact_facts.tsx";
import type { Block } from "./blocks.ts";
import { TaskFacts } from "./task_facts.tsx";

/** One block with all that is known of it. */
export function DetailDialog({ block, onClose }: { block: Block; onClose: () => void }) {
  const Content = block.kind === "event" ? EventDetails : TaskDetails;
  return (
    <Dialog title={block.title} wide onClose={onClose}>
      <div class="stack">
        {block.stale && (
          <Banner tone="warning">The source could not be read recently, so this may be out of date.</Banner>
        )}
        <Content block={block} />
        <ConflictLines conflicts={block.conflicts} />
        <div class="row">
          <ExportButton of={{ ids: block.key.replace(/^due:/, "") }} what={block.title} />
        </div>
      </div>
    </Dialog>
  );
}

function EventDetails({ block }: { block: Block }) {
  const artifact = usePageStore(
    ({ call }: Frame) =>
      createResource(() => call("GET /planner/artifacts/:id", { params: { id: block.key } })),
    block.key,
  );
  useLive(isOfPlanner, () => void artifact.refresh(), block.key);
  return (
    <>
      {artifact.problem.value && <Banner tone="bad">{artifact.problem.value}</Banner>}
      {artifact.value.value
        ? <ArtifactFacts artifact={artifact.value.value} onChange={artifact.set} />
        : !artifact.problem.value && <Skeleton lines={4} />}
    </>
  );
}

function TaskDetails({ block }: { block: Block }) {
  const id = block.key.replace(/^due:/, "");
  const tasks = usePageStore(
    ({ call }: Frame) =>
      createResource(() => call("GET /planner/tasks", { query: { state: "any", limit: 1000 } })),
    id,
  );
  useLive(isOfPlanner, () => void tasks.refresh(), id);
  const task = tasks.value.value?.find((each) => each.id === id);
  return (
    <>
      {tasks.problem.value && <Banner tone="bad">{tasks.problem.value}</Banner>}
      {task && <TaskFacts task={task} />}
      {task?.runId && <Link to={task.runId}>Run</Link>}
      {task?.content && (
        <p class="card-text">
          <ShownText text={task.content} />
        </p>
      )}
    </>
  );
}
