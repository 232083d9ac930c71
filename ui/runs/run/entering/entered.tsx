import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { Copy } from "../../../kit/text/code.tsx";
import { createResource } from "../../../kit/resource.ts";
import { Time } from "../../../kit/text/time.tsx";
import { editorAddress } from "../../../kit/editor.ts";
import { useFrame } from "../../../shell/mod.ts";
import { hasEnded, type RunWorkspace } from "../../types.ts";
import type { EnteredTask } from "../../types.ts";
import type { RunStore } from "../state/store.ts";
import { ShownLines, ShownText } from "../../../kit/text/shown_text.tsx";

/** The tasks that a person has entered, with how to open their worktrees and how to leave. */
export function Entered({ workspace, store }: { workspace: RunWorkspace; store: RunStore }) {
  const { call } = useFrame();
  const { run, taskSessions } = workspace;
  const resource = useMemo(
    () => createResource(() => call("GET /runs/:id/entered", { params: { id: run.id } })),
    [run.id],
  );
  const isEntered = !hasEnded(run) &&
    taskSessions.some(({ entered, enterRequested }) => entered !== undefined || enterRequested !== undefined);
  useEffect(() => {
    if (isEntered) void resource.refresh();
  }, [isEntered, workspace]);
  if (!isEntered) return null;
  return (
    <>
      {(resource.value.value ?? []).map((task) => (
        <EnteredTaskBanner key={task.id} task={task} number={run.number} store={store} />
      ))}
    </>
  );
}

/** Reports whether the run waits for a person who is in a task, which has its own banner. */
export const waitsForPerson = ({ run, taskSessions }: RunWorkspace): boolean =>
  run.status === "waiting" &&
  taskSessions.some(({ id, entered }) => entered !== undefined && id === run.waitingFor?.id);

function EnteredTaskBanner({ task, number, store }: { task: EnteredTask; number: number; store: RunStore }) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const handBack = async () => {
    busy.value = true;
    await toasts.attempt(
      () =>
        call("POST /runs/:id/hand-back", {
          params: { id: task.runId },
          body: { taskId: task.taskId },
        }),
      () => "The task was handed back. Its worker continues.",
    );
    busy.value = false;
    await store.workspace.refresh();
  };
  const openEditor = async (event: Event) => {
    event.preventDefault();
    // The service makes the worktree safe again each time someone steps in.
    await toasts.attempt(
      () => call("POST /runs/:id/enter", { params: { id: task.runId }, body: { taskId: task.taskId } }),
      ({ directory }) => {
        location.href = editorAddress(directory!);
        return null;
      },
    );
  };
  const who = task.by ?? "A person";
  return (
    <Banner tone="info">
      <div class="row entered">
        <div class="grow">
          <strong>
            {task.state === "requested" ? `${who} is about to step into ` : `${who} is in `}
            “<ShownText text={task.title} />”.
          </strong>{" "}
          <ShownLines text={task.detail} />
          <p class="hint small">
            Since <Time at={task.since} />
          </p>
          {task.state === "entered" && (
            <Copy
              text={`agent-harness enter ${number} --task ${task.taskId}`}
              what="the command for a shell"
            />
          )}
        </div>
        {task.state === "entered" && task.directory !== null && (
          <div class="row">
            <a
              class="button"
              href={editorAddress(task.directory)}
              onClick={(event) => void openEditor(event)}
            >
              Open in the editor
            </a>
            <Button kind="primary" busy={busy.value} onPress={() => handBack()}>Hand back</Button>
          </div>
        )}
      </div>
    </Banner>
  );
}
