import type { StoredEvent } from "../../../store/event.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { resumeForTask } from "../../control/lifecycle/task_wait.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { ExpressionError, loadExpressions } from "../../control/workflows/language/mod.ts";
import { eventFacts } from "../tasks/trigger.ts";

/** What the context holds about the events that nodes wait for. */
type NodeEventsLive = { nodeEvents: NodeEvents };

/** How many log entries are read at once. */
const PAGE = 1_000;

/** What is recorded when a node begins to wait. */
const AWAITED = "task_session.event_awaited" satisfies keyof typeof taskSessionStream.events;

/** A node that waits for an event. */
type Waiter = TaskSessionDocument & { awaited: NonNullable<TaskSessionDocument["awaited"]> };

const isWaiter = (session: TaskSessionDocument): session is Waiter =>
  session.status === "waiting" && session.awaited !== undefined && session.awaited.sequence === undefined;

/** Searches the log for events that workflow nodes wait for. Its position follows from what is recorded. */
export class NodeEvents {
  #seen = 0;
  /** Task sessions that may wait; null before the first check. */
  #ids: Set<string> | null = null;

  constructor(readonly service: Pick<Core, "store">) {}

  /** Returns the nodes that wait for an event which has not arrived. */
  waiters(): Waiter[] {
    const ids = this.#ids ?? new Set();
    return [...ids].flatMap((id) => {
      const session = this.service.store.documents.get(taskSessionStream, id);
      if (session && isWaiter(session)) return [session];
      ids.delete(id);
      return [];
    });
  }

  /** Returns the next events that a node may wait for; null without any. Other events are skipped for good. */
  nextPage(): StoredEvent[] | null {
    const { events } = this.service.store;
    const ids = this.#ids ?? this.#begin();
    for (;;) {
      if (ids.size === 0 && !events.hasAfter(this.#seen, AWAITED)) {
        this.#seen = this.service.store.head;
        return null;
      }
      const page = events.after(this.#seen, PAGE);
      if (page.length === 0) return null;
      for (const { type, taskSessionId } of page) {
        if (type === AWAITED && taskSessionId) ids.add(taskSessionId);
      }
      const types = new Set(this.waiters().map(({ awaited }) => awaited.type));
      if (page.some(({ type }) => types.has(type))) return page;
      this.#seen = page.at(-1)!.seq;
    }
  }

  #begin(): Set<string> {
    const { documents, head } = this.service.store;
    const waiters = documents.find(taskSessionStream, { status: "waiting" }, { limit: -1 }).filter(isWaiter);
    this.#seen = Math.min(head, ...waiters.map(({ awaited }) => awaited.after));
    return this.#ids = new Set(waiters.map(({ id }) => id));
  }

  /** Marks everything up to an entry as read. */
  passed(sequence: number): void {
    this.#seen = sequence;
  }
}

/** Resumes nodes whose event has arrived, with the first one that matches. */
export async function resumeByEvents(ctx: Ctx<NodeEventsLive>): Promise<void> {
  const parse = await loadExpressions();
  for (let page = ctx.nodeEvents.nextPage(); page !== null; page = ctx.nodeEvents.nextPage()) {
    // What was read may be in a batch that is not on disk yet.
    await ctx.settled();
    const events = page;
    await ctx.store.commit(() => {
      for (const waiter of ctx.nodeEvents.waiters()) resumeWaiter(ctx, waiter, events);
    });
    ctx.nodeEvents.passed(events.at(-1)!.seq);
  }

  function resumeWaiter(ctx: Ctx, { id, runId, awaited }: Waiter, events: readonly StoredEvent[]): void {
    const filter = awaited.filter === undefined ? null : parse(awaited.filter);
    for (const event of events) {
      const own = event.stream === `${taskSessionStream.kind}/${id}`;
      if (event.type !== awaited.type || event.seq <= awaited.after || own || event.data === null) continue;
      const fault = filter && faultOf(() => filter.evaluate({ event: eventFacts(event) }));
      if (fault === false) continue;
      const data = { sequence: event.seq, ...(fault !== null && { fault }) };
      const context = { ...contextOf(requireRun(ctx, runId)), taskSessionId: id };
      record(ctx, taskSessionStream, id, [{ type: "task_session.event_came", data }], context);
      return void resumeForTask(ctx, runId, "the event it waits for has arrived");
    }
  }
}

/** Returns null where a filter matches, false where it does not, and a sentence where its result is not a boolean. */
function faultOf(evaluate: () => unknown): string | false | null {
  try {
    const value = evaluate();
    if (typeof value === "boolean") return value ? null : false;
    return "Its filter did not return true or false.";
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    return `Its filter could not be applied: ${cause.message}`;
  }
}
