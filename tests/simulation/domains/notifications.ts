import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Domain, holds, one, type Read, same } from "../command.ts";
import type { Runs } from "./runs.ts";

const STATES = ["unread", "read", "dismissed", "archived"] as const;
type State = (typeof STATES)[number] | "deleted";
const MOVES = {
  read: "read",
  unread: "unread",
  dismiss: "dismissed",
  archive: "archived",
  delete: "deleted",
} as const;

/** Of so many of the newest, one is moved. */
const RECENT = 30;

/** What is shown of a notification. */
type Shown = {
  id: string;
  category: string;
  severity: string;
  status: State;
  open: boolean;
  resolvedAt: string | null;
  relatedRunId: string | null;
  relatedTaskId: string | null;
  sourceRecordIds: string[];
};

/** What the model knows of one: the state that a person gave it, and whether it still waited for someone. */
type Known = {
  state: State;
  open: boolean;
  runId: string | null;
  sources: readonly string[];
  isOfTask: boolean;
};

/** The inbox: what it says of runs and of decisions, the states that a person gives it, and its totals. */
export class Notifications implements Domain {
  readonly #all = new Map<string, Known>();
  /** Whether all were marked as read since it was last looked, with those that came after a restart. */
  #wereRead = false;

  constructor(readonly runs: Runs) {}

  readonly commands: readonly Command[] = [
    ...(["read", "unread", "dismiss", "archive", "delete"] as const).map((name): Command => ({
      name: `${name} a notification`,
      weight: name === "delete" ? 0.4 : 0.8,
      plan: async (random, read) => await this.#move(random, read, name),
    })),
    { name: "read all notifications", weight: 0.3, plan: () => this.#readAll() },
  ];

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    const before = await queued(read);
    const inbox = await read("/notifications?limit=1000");
    const { items: archived }: { items: Shown[] } = await read("/notifications?limit=1000&status=archived");
    const after = await queued(read);
    const items: Shown[] = [...inbox.items, ...archived];
    this.#takeOver(items);
    const counts = Object.fromEntries(STATES.map((state) => [state, items.filter(isIn(state)).length]));
    const critical = inbox.items.filter((each: Shown) =>
      each.severity === "critical" && !isIn("dismissed")(each)
    );
    same(inbox.counts, { ...counts, critical: critical.length }, "how many notifications there are");
    const unread: Record<string, number> = {};
    for (const { category } of items.filter(isIn("unread"))) unread[category] = (unread[category] ?? 0) + 1;
    same(sorted(inbox.unreadByCategory), sorted(unread), "how many notifications of each kind are unread");
    this.#compareWithRuns(items);
    if (before.join() !== after.join()) return;
    const asking = items.filter(({ category, open }) => category === "approval" && open);
    const deleted = [...this.#all.values()].filter(({ state }) => state === "deleted");
    const told = [
      ...asking.map(({ sourceRecordIds }) => sourceRecordIds),
      ...deleted.map(({ sources }) => sources),
    ];
    const untold = after.filter((id) => !told.flat().includes(id));
    same(untold, [], "the decisions that are open, and of which nobody was told");
    const idle = asking.filter(({ sourceRecordIds: [id] }) => !after.includes(id!));
    same(
      idle.map(({ sourceRecordIds }) => sourceRecordIds),
      [],
      "what is told of decisions that are not open",
    );
  }

  /** Compares the states with those that were given. */
  #takeOver(items: readonly Shown[]): void {
    const shown = new Set(items.map(({ id }) => id));
    same(shown.size, items.length, "how many different notifications there are");
    for (
      const { id, status, open, resolvedAt, relatedRunId: runId, relatedTaskId, sourceRecordIds: sources }
        of items
    ) {
      const isNewAndRead = this.#wereRead && !this.#all.has(id) && status === "read";
      const known = this.#all.get(id) ?? { state: isNewAndRead ? status : "unread", open: true };
      // What the person resolved counts as read.
      const isResolved = known.state === "unread" && status === "read" && !open && resolvedAt !== null;
      if (!isResolved) same(status, known.state, `the state of the notification ${id}`);
      this.#all.set(id, { state: status, open, runId, sources, isOfTask: relatedTaskId !== null });
    }
    this.#wereRead = false;
    for (const [id, { state, runId, open }] of this.#all) {
      if (state === "deleted" || shown.has(id)) continue;
      const isErased = runId !== null && !this.runs.kept.some((run) => run.id === runId);
      holds(isErased || runId === null || open, `the notification ${id} is gone`);
      this.#all.delete(id);
    }
  }

  /** A run that has ended waits for nobody, a failure is told, and of what was erased nothing is. */
  #compareWithRuns(items: readonly Shown[]): void {
    for (const run of this.runs.all) {
      const about = items.filter(({ relatedRunId }) => relatedRunId === run.id);
      if (run.isErased) {
        same(about.length, 0, `how many notifications there are of ${run.name}, which was erased`);
      } else if (run.hasEnded) {
        const open = about.filter(({ open, category }) => open && category !== "failure");
        const undone = open.filter(({ category }) => category !== "approval");
        same(
          undone.map(({ category }) => category),
          [],
          `what ${run.name} waits for, which is ${run.status}`,
        );
        const hasDeleted = [...this.#all.values()].some(({ state, runId }) =>
          state === "deleted" && runId === run.id
        );
        // Whoever rejected something knows what that ended.
        const isKnown = run.approvals.some(({ status }) => status === "rejected");
        const category = run.status === "completed"
          ? "output"
          : run.status === "failed" && !isKnown
          ? "failure"
          : null;
        const count = about.filter((each) => each.category === category).length;
        holds(
          category === null || count > 0 || hasDeleted,
          `nobody was told that ${run.name} is ${run.status}`,
        );
        const stale = run.isArchived && about.some((each) => each.category === "failure" && each.open);
        holds(!stale, `the failure of ${run.name} is open, which is archived`);
      }
    }
  }

  async #move(random: Random, read: Read, name: keyof typeof MOVES) {
    await this.lookAtAll(read);
    const chosen = one(random, [...this.#all].slice(-RECENT));
    if (chosen === null) return null;
    const [id, known] = chosen;
    // What a node of a workflow says is compared there.
    if (known.isOfTask && (name === "archive" || name === "delete")) return null;
    return {
      state: `${known.state}${known.open ? " open" : ""}`,
      asked: { method: "POST", path: `/notifications/${id}/${name}` },
      judge: (answer: { status: number; body: unknown }) => {
        // What was deleted is forgotten once its subject is resolved.
        if (known.state === "deleted" && answer.status === 404) return;
        answered(answer, known.state === "deleted" && name !== "delete" ? 404 : 200);
        if (known.state === "deleted" || (known.state === "archived" && name === "read")) return;
        known.state = MOVES[name];
      },
      after: (read: Read) => this.lookAtAll(read),
    };
  }

  #readAll() {
    return {
      state: [...this.#all.values()].some(({ state }) => state === "unread") ? "some unread" : "all read",
      asked: { method: "POST", path: "/notifications/read-all" },
      // What was asked for may have been done before a kill.
      before: async (read: Read, repeated: boolean) => {
        if (!repeated) await this.lookAtAll(read);
      },
      judge: (answer: { status: number; body: { unreadCount: number } }) => {
        answered(answer, 200);
        same(answer.body.unreadCount, 0, "how many are unread");
        for (const known of this.#all.values()) if (known.state === "unread") known.state = "read";
        this.#wereRead = true;
      },
      after: (read: Read) => this.lookAtAll(read),
    };
  }
}

const isIn = (state: State) => ({ status }: Shown): boolean => status === state;

const sorted = (counts: Record<string, number>): [string, number][] => Object.entries(counts).toSorted();

/** The decisions that wait for a person. */
async function queued(read: Read): Promise<string[]> {
  const { items }: { items: { id: string; authority: string }[] } = await read("/approvals/queue?limit=1000");
  return items.map(({ id }) => id).toSorted();
}
