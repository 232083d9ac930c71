import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { useClock } from "../../kit/text/time.tsx";
import { useChoice, useFrame, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { isOfPlanner, type PlannerTask } from "../common/types.ts";
import { useZone } from "../common/zone.tsx";
import { EditDialog } from "./edit_dialog.tsx";
import { FindTimeDialog } from "./find_time_dialog.tsx";
import { groupsOf, isMovable, type TaskGroup } from "./groups.ts";
import { TaskLine } from "./line.tsx";
import { QuickAdd } from "./quick_add.tsx";
import { createTasks, type TaskStore } from "./store.ts";

const STATES = [
  { value: "open", label: "Open" },
  { value: "done", label: "Done" },
  { value: "any", label: "All" },
] as const;

/** The list of tasks, both local ones and those of the sources. */
export function TasksTab() {
  const store = usePageStore(createTasks);
  const [state, setState] = useChoice("state", STATES, "open");
  const editing = useSignal<{ task: PlannerTask | null; parent: PlannerTask | null } | null>(null);
  const timing = useSignal<PlannerTask | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useLive(isOfPlanner, () => void store.show(state), state);
  const edit = (task: PlannerTask) => editing.value = { task, parent: null };
  const zone = useZone();
  const now = useClock().value;
  const groups = store.lines.value && groupsOf(store.lines.value, now, zone);
  const current = useTaskKeys(store, groups ?? [], {
    add: () => input.current?.focus(),
    edit,
    findTime: (task) => timing.value = task,
  });
  return (
    <>
      <QuickAdd input={input} />
      <search class="filters">
        <Segments
          label="State"
          options={STATES}
          value={state}
          onChange={setState}
        />
        <BulkBar store={store} state={state} />
      </search>
      <ListView
        items={groups}
        problem={store.problem.value}
        lines={5}
        empty={
          <EmptyState title={state === "done" ? "No completed tasks yet." : "No tasks."}>
            <p>
              Write one above in plain words. Dates, times, #tags, !priority and durations are recognized.
            </p>
          </EmptyState>
        }
      >
        {(groups) =>
          groups.map(({ name, lines }) => (
            <section key={name} class={name === "Overdue" ? "task-group is-overdue" : "task-group"}>
              <h2>
                {name} <span class="hint numbers">{lines.length}</span>
              </h2>
              <ul class="panel task-lines" aria-label={name}>
                {lines.map((line) => (
                  <TaskLine
                    key={line.task.id}
                    line={line}
                    store={store}
                    current={line.task.id === current}
                    onMove={isMovable(name, line)
                      ? (direction) => void store.move(lines, line.task.id, direction)
                      : null}
                    onEdit={() =>
                      edit(line.task)}
                    onFindTime={() =>
                      timing.value = line.task}
                    onAddBelow={() => editing.value = { task: null, parent: line.task }}
                  />
                ))}
              </ul>
            </section>
          ))}
      </ListView>
      {timing.value && (
        <FindTimeDialog
          task={timing.value}
          store={store}
          onClose={() => timing.value = null}
        />
      )}
      {editing.value && <EditDialog {...editing.value} onClose={() => editing.value = null} />}
    </>
  );
}

function BulkBar({ store, state }: { store: TaskStore; state: string }) {
  const ids = [...store.picked.value];
  if (ids.length === 0) return null;
  return (
    <span class="row" role="group" aria-label="Selected tasks">
      <span class="small">{ids.length} selected</span>
      <Button small kind="primary" onPress={() => store.toggle(ids, state !== "done")}>
        {state === "done" ? "Reopen" : "Complete"}
      </Button>
      {state !== "done" && <Button small onPress={() => store.plan(ids)}>Find time</Button>}
      <Button small kind="quiet" onPress={store.clear}>Clear selection</Button>
    </span>
  );
}

/** Adds the shortcuts of the tasks. Returns the id of the current task, or null. */
function useTaskKeys(
  store: TaskStore,
  groups: readonly TaskGroup[],
  { add, edit, findTime }: {
    add: () => void;
    edit: (task: PlannerTask) => void;
    findTime: (task: PlannerTask) => void;
  },
): string | null {
  const current = useSignal<string | null>(null);
  const { toasts } = useFrame();
  const tasks = groups.flatMap(({ lines }) => lines.map(({ task }) => task));
  const at = tasks.findIndex(({ id }) => id === current.value);
  const task = tasks[at];
  useEffect(() => {
    if (task) document.querySelector(`[data-id="${task.id}"]`)?.scrollIntoView({ block: "nearest" });
  }, [task?.id]);
  const go = (to: number) => current.value = tasks[Math.max(0, Math.min(to, tasks.length - 1))]?.id ?? null;
  const on = (work: (task: PlannerTask) => unknown) => () => void (task && work(task));
  const move = (direction: 1 | -1) => ({ id }: PlannerTask) => {
    const { name, lines } = groups.find(({ lines }) => lines.some(({ task }) => task.id === id))!;
    const line = lines.find(({ task }) => task.id === id)!;
    if (isMovable(name, line)) return store.move(lines, id, direction);
    toasts.say("Tasks with a date are in the order of their dates. Change the date to move it.");
  };
  const key = (keys: string, does: string, run: () => void) => ({ keys, does, group: "Tasks", run });
  useShortcuts([
    key("n", "New task", add),
    key("j", "Next task", () => go(at + 1)),
    key("k", "Previous task", () => go(at < 0 ? 0 : at - 1)),
    key("x", "Select or deselect", on(({ id }) => store.pick(id))),
    key("c", "Complete or reopen", on(({ id, state }) => store.toggle([id], state === "open"))),
    key("e", "Edit the task", on(edit)),
    key("f", "Find time", on((task) => task.state === "open" && findTime(task))),
    key("J", "Move down", on(move(1))),
    key("K", "Move up", on(move(-1))),
  ]);
  return task?.id ?? null;
}
