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
  const tasks = createResource(() =>
    call("GET /planner/tasks", { query: { state: wanted, limit: MAX_TASKS } })
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
      const known = new Map((tasks.value.value ?? []).map((task) => [task.id, task.scheduled]));
      const planned = await toasts.attempt(
        () => call("POST /planner/tasks/_bulk/schedule", { body: { ids: [...ids], auto: true } }),
      );
      if (!planned) return;
      clear();
      const items = ids.map((id) => ({ id, ...known.get(id) ?? { start: null } }));
      const undo = () =>
        void toasts.attempt(() => call("POST /planner/tasks/_bulk/schedule", { body: { items } }));
      const said = planned.map(({ title, why = [] }) => `${title}: ${why.join(" ")}`);
      toasts.say(
        said.length > MAX_SAID ? `Time is set aside for ${counted(said.length, "task")}.` : said.join(" "),
        { action: { label: "Undo", run: undo } },
      );
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
