import { useSignal } from "@preact/signals";
import { Button } from "../../../kit/button.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { Field } from "../../../kit/forms/field.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Menu } from "../../../kit/menu.tsx";
import { useFrame } from "../../../shell/mod.ts";
import { hasEnded, type TaskDetails } from "../../types.ts";
import { canStepIn, stepIn } from "../entering/step_in.ts";
import type { RunStore } from "../state/store.ts";

type Move = "stop" | "retry" | "escalate" | "block";

const MOVES: Record<Move, { title: string; action: string; what: string; done: string }> = {
  stop: {
    title: "Stop the task",
    action: "Stop",
    what: "The task stops, with every process that it started. Tasks that depend on it are not done.",
    done: "The task is stopping.",
  },
  retry: {
    title: "Repeat the task",
    action: "Repeat",
    what: "The task starts again from the beginning, followed by the tasks that depend on it.",
    done: "The task starts again.",
  },
  escalate: {
    title: "Take over the task",
    action: "Take over",
    what: "The task waits for you and is listed on Home. The other tasks continue.",
    done: "You took over the task.",
  },
  block: {
    title: "Hold the task",
    action: "Hold",
    what: "The task and the tasks that depend on it are held until it is retried. The other tasks continue.",
    done: "The task is held.",
  },
};

/** Returns how a person gets into a task that is done on a worker machine now: its files are not here before. */
const finishesFirst = ({ status, machine }: TaskDetails): string | null =>
  machine && (status === "running" || status === "waiting")
    ? `Step into it … once ${machine.name} has finished it`
    : null;

/** The actions on a task, each with a reason that is recorded in the log. */
export function TaskActions({ task, store }: { task: TaskDetails; store: RunStore }) {
  const frame = useFrame();
  const { call, toasts } = frame;
  const asking = useSignal<Move | null>(null);
  const reason = useSignal("");
  const busy = useSignal(false);
  const perform = async (move: Move) => {
    busy.value = true;
    const body = reason.value.trim() ? { reason: reason.value.trim() } : {};
    await toasts.attempt<unknown>(
      () =>
        move === "stop"
          ? call("POST /task-sessions/:id/stop", { params: { id: task.id }, body })
          : call(`POST /runs/:id/task-cards/:taskId/${move}`, {
            params: { id: task.runId, taskId: task.taskId },
            body,
          }),
      () => MOVES[move].done,
    );
    busy.value = false;
    asking.value = null;
    reason.value = "";
    await store.workspace.refresh();
  };
  const open = (move: Move) => () => void (asking.value = move);
  const runEnded = store.run.value !== null && hasEnded(store.run.value);
  const move = asking.value;
  return (
    <>
      {task.status === "running" && (
        <Button small kind="danger" onPress={open("stop")}>
          <Icon name="stop" /> Stop …
        </Button>
      )}
      <Menu
        label="More for this task"
        trigger={
          <>
            More <Icon name="chevron" />
          </>
        }
        items={[
          {
            label: finishesFirst(task) ?? "Step into it …",
            disabled: store.run.value !== null && !canStepIn(store.run.value, task),
            onSelect: () => void stepIn(frame, task.runId, task.taskId).then(store.workspace.refresh),
          },
          { label: "Repeat …", disabled: runEnded, onSelect: open("retry") },
          { label: "Take over …", disabled: runEnded, onSelect: open("escalate") },
          { label: "Hold …", disabled: runEnded, onSelect: open("block") },
        ]}
      />
      {move && (
        <Dialog
          title={MOVES[move].title}
          onClose={() => asking.value = null}
          foot={
            <>
              <Button onPress={() => asking.value = null}>Cancel</Button>
              <Button kind="primary" busy={busy.value} onPress={() => perform(move)}>
                {MOVES[move].action}
              </Button>
            </>
          }
        >
          <p>{MOVES[move].what}</p>
          {task.card === "in_review" && move !== "stop" && (
            <p>
              The result under review contains its work, and is withdrawn. What builds on it is done again.
            </p>
          )}
          <Field label="Why" hint="Optional. Saved in the log.">
            {(control) => (
              <input
                {...control}
                class="input"
                autofocus
                value={reason.value}
                onInput={(event) => reason.value = event.currentTarget.value}
              />
            )}
          </Field>
        </Dialog>
      )}
    </>
  );
}
