import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Domain, one, type Read, same } from "../command.ts";

type Task = {
  id: string;
  title: string;
  state: "open" | "done" | "archived";
  priority: number;
  tags: string[];
  start: string | null;
};

/** What a list shows of a task that the model knows, too. */
// deno-lint-ignore no-explicit-any
const shownOf = ({ id, title, state, priority, tags, scheduled }: any): Task => ({
  id,
  title,
  state,
  priority,
  tags,
  start: scheduled?.start ?? null,
});

/** The tasks of the planner: how they are edited, and their order. */
export class Tasks implements Domain {
  /** In their order. */
  readonly #all: Task[] = [];
  /** The times that tasks had before they were completed. */
  readonly #before = new Map<Task, string | null>();
  #made = 0;

  constructor(readonly now: () => Date) {}

  readonly commands: readonly Command[] = [
    this.#create(),
    this.#edit("edit a task", 5, (task, random) => {
      const set = random.next() < 0.5
        ? { title: `Task ${++this.#made}` }
        : { priority: random.between(0, 9), tags: [`t${random.between(1, 5)}`] };
      return { method: "PATCH", path: "", body: set, change: () => Object.assign(task, set) };
    }),
    this.#edit("toggle a task", 4, (task, random) => {
      const completed = random.next() < 0.5;
      const change = () => {
        if (completed === (task.state === "done")) return;
        // Reopening restores exactly what was before the completion.
        if (completed) this.#before.set(task, task.start);
        else task.start = this.#before.get(task) ?? null;
        task.state = completed ? "done" : "open";
      };
      return { method: "POST", path: "/toggle", body: { completed }, change };
    }),
    this.#edit("schedule a task", 3, (task, random) => {
      const isFree = random.next() < 0.3;
      // Calendars know seconds.
      const at = new Date(Math.ceil(this.now().getTime() / 1000) * 1000 + random.between(1, 9) * 3_600_000);
      const start = isFree ? null : at.toISOString();
      const body = isFree ? { start } : { start, durationMinutes: 30 };
      return { method: "POST", path: "/schedule", body, change: () => task.start = start };
    }),
    this.#archive(),
    this.#reorder(),
  ];

  async look(read: Read, random: Random): Promise<void> {
    const state = random.next() < 0.3 ? "done" : random.next() < 0.5 ? "open" : "any";
    await this.#lookAtList(read, state);
  }

  lookAtAll = (read: Read) => this.#lookAtList(read, "any");

  async #lookAtList(read: Read, state: string): Promise<void> {
    const shown: unknown[] = await read(`/planner/tasks?limit=1000&state=${state}`);
    const expected = this.#all.filter((task) => state === "any" || task.state === state);
    same(shown.map(shownOf), expected, `the tasks in the state ${state}`);
  }

  #create(): Command {
    return {
      name: "create a task",
      weight: 3,
      plan: (random) => {
        if (this.#all.length >= 60) return null;
        const title = `Task ${++this.#made}`;
        const priority = random.between(0, 9);
        return {
          state: "any",
          asked: {
            method: "POST",
            path: "/planner/tasks",
            body: { title, priority },
            headers: { "idempotency-key": title.replace(" ", "-") },
          },
          judge: (answer) => {
            answered(answer, 201);
            this.#all.push({ id: answer.body.id, title, state: "open", priority, tags: [], start: null });
            same(shownOf(answer.body), this.#all.at(-1), "a new task");
          },
        };
      },
    };
  }

  /** A change of one task, which one that is archived refuses. */
  #edit(
    name: string,
    weight: number,
    choose: (
      task: Task,
      random: Random,
    ) => { method: string; path: string; body: object; change: () => void },
  ): Command {
    return {
      name,
      weight,
      plan: (random) => {
        const task = one(random, this.#all);
        if (task === null) return null;
        const { method, path, body, change } = choose(task, random);
        return {
          state: `${task.state}${task.start === null ? "" : " scheduled"}`,
          asked: { method, path: `/planner/tasks/${task.id}${path}`, body },
          judge: (answer) => {
            if (task.state === "archived") return answered(answer, 400);
            answered(answer, 200);
            change();
            same(shownOf(answer.body), task, `the task after ${name}`);
          },
        };
      },
    };
  }

  #archive(): Command {
    return {
      name: "archive a task",
      weight: 0.5,
      plan: (random) => {
        const task = one(random, this.#all);
        return task && {
          state: task.state,
          asked: { method: "DELETE", path: `/planner/tasks/${task.id}` },
          judge: (answer) => {
            answered(answer, 200);
            task.state = "archived";
            task.start = null;
            same(shownOf(answer.body), task, "an archived task");
          },
        };
      },
    };
  }

  #reorder(): Command {
    return {
      name: "reorder tasks",
      weight: 2,
      plan: (random) => {
        const live = this.#all.filter(({ state }) => state !== "archived");
        const beside = random.next() < 0.4 ? live[0] ?? null : one(random, live);
        const moved = one(random, live);
        if (moved === null || beside === null || moved === beside) return null;
        const before = random.next() < 0.5;
        const body = { id: moved.id, [before ? "beforeId" : "afterId"]: beside.id };
        return {
          state: before ? "before" : "after",
          asked: { method: "POST", path: "/planner/tasks/reorder", body },
          judge: (answer) => {
            answered(answer, 200);
            this.#all.splice(this.#all.indexOf(moved), 1);
            this.#all.splice(this.#all.indexOf(beside) + (before ? 0 : 1), 0, moved);
          },
        };
      },
    };
  }
}
