import type { EventStore } from "../../../../store/event_store.ts";
import { handlersOf, onEvery } from "../../../../store/handlers.ts";
import { type JsonText, readJson } from "../../../../store/json_text.ts";
import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import { plannerSettingsStream } from "../../../../store/planner/settings_stream.ts";
import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import { taskIdOf, type TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import { dayAfter, startOfDay } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { type Demand, inOrder, replaced } from "./demands.ts";

/** Time that is reserved for a task, in seconds. */
type ReservedTime = { id: string; title: string; start: number; end: number; pinned: boolean; since: string };

type Row = Pick<TaskRow, "id" | "due" | "priority" | "scheduled_start"> & {
  since: string;
  title: JsonText<string>;
  estimate: number | null;
  spent: number;
  end: string | null;
  pinned: number | null;
};

const SELECT = `select id, due, priority, scheduled_start, updated_at as since, body -> '$.title' as title,
  json_extract(body, '$.estimateMinutes') as estimate, json_extract(body, '$.spentMinutes') as spent,
  json_extract(body, '$.scheduled.end') as end, json_extract(body, '$.scheduled.pinned') as pinned
  from {planner_tasks} where +state = 'open' and gone_at is null and (due <> '' or scheduled_start <> '')`;

/** More changes than this are not looked up one by one: everything is read again. */
const MAX_CHANGED = 1000;

/** The open tasks that are due or have reserved time, in memory: all are read once, then those that changed. */
export class OpenTasks {
  /** In the order in which they have to be done. Another list as soon as one of them changes. */
  demands: readonly Demand[] = [];
  /** By task. Another map as soon as one of them changes. */
  blocks: ReadonlyMap<string, ReservedTime> = new Map();
  readonly #demands = new Map<string, Demand>();
  readonly #changed = new Set<string>();
  #isKnown = false;

  constructor(store: EventStore) {
    store.projector.watchers.add(FOLDS, this);
  }

  /** Returns what a task needs; undefined if it is not open, or not due. */
  demandOf(id: string): Demand | undefined {
    return this.#demands.get(id);
  }

  /** Everything is read again when it is next needed. */
  undone(): void {
    this.#isKnown = false;
    this.#changed.clear();
  }

  /** The task is read again when it is next needed. */
  changed(id: string): void {
    if (this.#changed.size >= MAX_CHANGED) this.undone();
    else if (this.#isKnown) this.#changed.add(id);
  }

  /** Whether a task is among them, as far as is known. */
  has(id: string): boolean {
    return this.#demands.has(id) || this.blocks.has(id);
  }

  /** Reads what has changed. */
  update({ store: { projector: { tables } } }: Pick<Core, "store">, settings: SettingsDocument): void {
    if (!this.#isKnown) {
      this.#demands.clear();
      this.blocks = new Map();
      const demands = this.#take(tables.all<Row>(SELECT), settings);
      this.demands = demands.sort(inOrder);
      this.#isKnown = true;
    } else if (this.#changed.size > 0) {
      const ids = [...this.#changed];
      const rows = tables.all<Row>(
        `${SELECT} and id in (select value from json_each(?))`,
        JSON.stringify(ids),
      );
      const left = this.#leave(ids);
      const come = this.#take(rows, settings);
      if (left.length + come.length > 0) this.demands = replaced(this.demands, left, come);
    }
    this.#changed.clear();
  }

  #leave(ids: readonly string[]): Demand[] {
    const scheduled = ids.filter((id) => this.blocks.has(id));
    if (scheduled.length > 0) {
      const blocks = new Map(this.blocks);
      for (const id of scheduled) blocks.delete(id);
      this.blocks = blocks;
    }
    return ids.flatMap((id) => {
      const demand = this.#demands.get(id) ?? [];
      this.#demands.delete(id);
      return demand;
    });
  }

  #take(rows: readonly Row[], settings: SettingsDocument): Demand[] {
    const dueOf = dueIn(settings.timeZone);
    const blocks = rows.filter(({ scheduled_start }) => scheduled_start !== "").map(blockOf);
    if (blocks.length > 0) {
      this.blocks = new Map([...this.blocks, ...blocks.map((block) => [block.id, block] as const)]);
    }
    return rows.filter(({ due }) => due !== "").map(
      ({ id, title, due, priority, estimate, spent, since }) => {
        const minutes = Math.max(0, (estimate ?? settings.defaultDurationMinutes) - spent);
        const demand = { id, title, due: dueOf(due), said: due, priority: priority || 10, minutes, since };
        this.#demands.set(id, demand);
        return demand;
      },
    );
  }
}

const on = handlersOf<OpenTasks>();

const FOLDS = [
  onEvery(plannerSettingsStream, (tasks: OpenTasks) => tasks.undone()),
  on(plannerSourceStream, {
    "planner.tasks_changed": (tasks, { data }) => {
      for (const { id } of data.changes) tasks.changed(id);
    },
    "planner.items_imported": (tasks, { data }) => {
      for (const { id, itemType } of data.items) {
        if (itemType === "task" || tasks.has(taskIdOf(id))) tasks.changed(taskIdOf(id));
      }
    },
    "planner.items_removed": (tasks, { data }) => {
      for (const id of data.ids) if (tasks.has(taskIdOf(id))) tasks.changed(taskIdOf(id));
    },
    "planner_source.deleted": (tasks) => tasks.undone(),
  }),
];

const known = ownedBy((store: EventStore) => new OpenTasks(store));

/** Returns the open tasks that are due or have reserved time, as they are now. */
export function openTasksOf(ctx: Pick<Core, "store">): OpenTasks {
  const tasks = known(ctx.store);
  tasks.update(ctx, settingsOf(ctx));
  return tasks;
}

/** Returns the function from a due date or moment to its time, in seconds. A day is converted once. */
function dueIn(zone: string): (due: string) => number {
  const days = new Map<string, number>();
  return (due) => {
    if (due.length > 10) return Date.parse(due) / 1000;
    const end = days.get(due) ?? startOfDay(dayAfter(due), zone);
    days.set(due, end);
    return end;
  };
}

const blockOf = ({ id, title, scheduled_start, end, pinned, since }: Row): ReservedTime => ({
  id,
  title: readJson(title),
  start: Date.parse(scheduled_start) / 1000,
  end: Date.parse(end!) / 1000,
  pinned: pinned === 1,
  since,
});
