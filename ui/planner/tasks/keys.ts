import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useShortcuts } from "../../shell/mod.ts";
import type { PlannerTask } from "../common/types.ts";
import type { TaskStore } from "./store.ts";

/** Adds the shortcuts of the tasks. Returns the id of the current task, or null. */
export function useTaskKeys(
  store: TaskStore,
  { add, edit }: { add: () => void; edit: (task: PlannerTask) => void },
): string | null {
  const current = useSignal<string | null>(null);
  const tasks = store.lines.value?.map(({ task }) => task) ?? [];
  const at = tasks.findIndex(({ id }) => id === current.value);
  const task = tasks[at];
  useEffect(() => {
    if (task) document.querySelector(`[data-id="${task.id}"]`)?.scrollIntoView({ block: "nearest" });
  }, [task?.id]);
  const go = (to: number) => current.value = tasks[Math.max(0, Math.min(to, tasks.length - 1))]?.id ?? null;
  const on = (work: (task: PlannerTask) => unknown) => () => void (task && work(task));
  const key = (keys: string, does: string, run: () => void) => ({ keys, does, group: "Tasks", run });
  useShortcuts([
    key("n", "New task", add),
    key("j", "Next task", () => go(at + 1)),
    key("k", "Previous task", () => go(at < 0 ? 0 : at - 1)),
    key("x", "Select or deselect", on(({ id }) => store.pick(id))),
    key("c", "Complete or reopen", on(({ id, state }) => store.toggle([id], state === "open"))),
    key("e", "Edit the task", on(edit)),
    key("J", "Move down", on(({ id }) => store.move(id, 1))),
    key("K", "Move up", on(({ id }) => store.move(id, -1))),
  ]);
  return task?.id ?? null;
}
