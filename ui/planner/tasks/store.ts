import { computed, signal } from "@preact/signals";
import { counted } from "../../../client/words.ts";
import { createResource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { PlannerTask } from "../common/types.ts";
import { linesOf, type ListedTask, neighbourOf } from "./order.ts";

/** The filter of tasks by state. */
type StateFilter = "open" | "done" | "any";

const MAX_TASKS = 1000;
const MAX_SAID = 3;

/** Returns the store of the tasks: those that match the filter, the selected ones, and the actions on them. */
export function createTasks({ call, toasts }: Frame) {
  let wanted: StateFilter = "open";
  const tasks = createResource(
    () => call("GET /planner/tasks", { query: { state: wanted, limit: MAX_TASKS } }),
    () => wanted,
  );
  const lines = computed(() => tasks.value.value && linesOf(tasks.value.value));
  const picked = signal<ReadonlySet<string>>(new Set());
  const clear = () => picked.value = new Set();
  const nameOf = (list: readonly PlannerTask[]) =>
    list.length === 1 ? list[0]!.title : counted(list.length, "task");
  const toggle = (ids: readonly string[], completed: boolean) =>
    toasts.attempt(
      () => call("POST /planner/tasks/_bulk/toggle", { body: { ids: [...ids], completed } }),
      (done) => {
        clear();
        const warnings = done.flatMap((task) => task.warnings ?? []);
        return [`${nameOf(done)} ${completed ? "completed" : "reopened"}.`, ...warnings].join(" ");
      },
    );
  /** Returns the button that sets tasks to the times that they have now. */
  const undoOf = (ids: readonly string[]) => {
    const known = new Map((tasks.value.value ?? []).map((task) => [task.id, task.scheduled]));
    const items = ids.map((id) => ({ id, ...known.get(id) ?? { start: null } }));
    const run = () =>
      void toasts.attempt(() => call("POST /planner/tasks/_bulk/schedule", { body: { items } }));
    return { action: { label: "Undo", run } };
  };
  return {
    lines,
    problem: tasks.problem,
    picked,
    clear,
    show: (state: StateFilter) => {
      if (state !== wanted) clear();
      wanted = state;
      return tasks.refresh();
    },
    pick: (id: string) => {
      const next = new Set(picked.value);
      if (!next.delete(id)) next.add(id);
      picked.value = next;
    },
    toggle,
    /** Schedules each task in the first free time, and offers to take that back. */
    plan: async (ids: readonly string[]) => {
      const undo = undoOf(ids);
      const planned = await toasts.attempt(
        () => call("POST /planner/tasks/_bulk/schedule", { body: { ids: [...ids], auto: true } }),
      );
      if (!planned) return;
      clear();
      const said = planned.map(({ title, why = [] }) => `${title}: ${why.join(" ")}`);
      toasts.say(
        said.length > MAX_SAID ? `Time is set aside for ${counted(said.length, "task")}.` : said.join(" "),
        undo,
      );
    },
    /** Sets a time aside for a task, and offers to take that back. Throws what the service refuses. */
    setAside: async ({ id, title }: PlannerTask, time: { start: string; end?: string }) => {
      const undo = undoOf([id]);
      const { conflicts = [], warnings = [] } = await call("POST /planner/tasks/:id/schedule", {
        params: { id },
        body: time,
      });
      const beside = conflicts.length > 0 ? `At the same time: ${conflicts.join(", ")}.` : "";
      toasts.say([`Time is set aside for ${title}.`, beside, ...warnings].filter(Boolean).join(" "), undo);
    },
    /** Moves a task before or after its neighbour among these lines. */
    move: async (among: readonly ListedTask[], id: string, direction: 1 | -1) => {
      const other = neighbourOf(among, id, direction);
      if (!other) return;
      const body = direction === 1 ? { id, afterId: other.id } : { id, beforeId: other.id };
      await toasts.attempt(() => call("POST /planner/tasks/reorder", { body }));
    },
    archive: (task: PlannerTask) =>
      toasts.attempt(
        () => call("DELETE /planner/tasks/:id", { params: { id: task.id } }),
        ({ title }) => `${title} is archived.`,
      ),
  };
}

/** The store of the list of tasks. */
export type TaskStore = ReturnType<typeof createTasks>;
