import { Badge, Status } from "../../../kit/badge.tsx";
import { Banner } from "../../../kit/banner.tsx";
import { Worked } from "../../../kit/text/time.tsx";
import { isNext, type TaskDetails, titleOf } from "../../types.ts";
import type { RunStore } from "../state/store.ts";
import { Guidance } from "./guidance.tsx";
import { TaskActions } from "./task_actions.tsx";
import { TaskTranscript } from "../transcript/pane.tsx";
import { ShownLines, ShownText } from "../../../kit/text/shown_text.tsx";

/** A task session: its instructions, its work, and the actions on it. */
export function TaskView({ task, store }: { task: TaskDetails; store: RunStore }) {
  return (
    <>
      <section class="panel" aria-labelledby="task-title">
        <div class="panel-head">
          <h2 id="task-title" class="wrap-anywhere">
            <ShownText text={titleOf(task)} />
          </h2>
          <Status status={task.status} quiet={isNext(task)} />
          {task.card !== "done" && task.card !== "in_review" && (
            <Badge>card: {task.card.replaceAll("_", " ")}</Badge>
          )}
          <span class="grow" />
          <TaskActions task={task} store={store} />
        </div>
        <div class="panel-body stack">
          {task.statusDetail && (
            <Banner tone={task.status === "failed" ? "bad" : "info"}>
              <ShownLines text={task.statusDetail} />
            </Banner>
          )}
          {task.blockedBy.length > 0 && <p>Waits for {task.blockedBy.join(", ")}.</p>}
          {task.nextMove && (
            <p class="hint">
              Next: <ShownLines text={task.nextMove.what} />
            </p>
          )}
          <ShownLines as="p" class="request-text" text={task.instructions} />
          <dl class="facts">
            <dt>Worker</dt>
            <dd>{task.provider} · {task.model}</dd>
            {task.machine && (
              <>
                <dt>Machine</dt>
                <dd>
                  <a href="/dashboard/system?tab=workers">{task.machine.name}</a>
                </dd>
              </>
            )}
            <dt>Role</dt>
            <dd>{task.role}</dd>
            {task.node && (
              <>
                <dt>Node</dt>
                <dd>
                  <code>{task.node.path}</code>, {task.node.kind.replaceAll("_", " ")}
                </dd>
              </>
            )}
            {task.output && (
              <>
                <dt>Output</dt>
                <dd class="wrap-anywhere">
                  <ShownLines as="code" text={task.output.preview} />
                  {task.output.tainted && " (from an external source)"}
                </dd>
              </>
            )}
            <dt>Attempt</dt>
            <dd>{task.attempt}, round {task.round}</dd>
            {task.work && (
              <>
                <dt>Took</dt>
                <dd>
                  <Worked work={task.work} />
                </dd>
              </>
            )}
            {task.result && (
              <>
                <dt>Result</dt>
                <ShownLines as="dd" text={task.result.summary} />
              </>
            )}
            {task.lastAction && (
              <>
                <dt>Last action</dt>
                <dd>
                  {task.lastAction.kind} by {task.lastAction.actor}
                  {task.lastAction.reason && <ShownLines text={`: ${task.lastAction.reason}`} />}
                </dd>
              </>
            )}
          </dl>
        </div>
      </section>
      <TaskTranscript session={task} />
      <Guidance task={task} store={store} />
    </>
  );
}
