import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { createResource, type Resource } from "../kit/resource.ts";
import type { Frame } from "../shell/mod.ts";
import { pathOfNeed } from "../shell/overview.ts";
import { DAY } from "../../store/shared/durations.ts";

/** A run in the history. */
type PastRun = Result<Api["GET /history"]>[number];

/** What waits for a decision, of which the results may conflict. */
type Queue = Result<Api["GET /approvals/queue"]>;

/** A scheduled item. */
type CalendarEvent = Result<Api["POST /dashboard/calendar/events"]>[number];

/** The state of Home, besides the overview that all pages share. */
export type HomeStore = {
  readonly recent: Resource<PastRun[]>;
  readonly due: Resource<CalendarEvent[]>;
  readonly queue: Resource<Queue>;
  /** The runs that ended since the user last marked them as seen. */
  readonly done: ReadonlySignal<PastRun[]>;
  readonly lookedAt: Signal<string | null>;
  /** The index of the pending item that the keyboard is on, which stays on it when others are added or removed. */
  readonly selected: ReadonlySignal<number>;
  /** Marks the ended runs that are shown as seen. */
  markSeen: () => void;
  refresh: () => Promise<unknown>;
  move: (steps: number) => void;
  open: () => void;
};

const KEY = "agent-harness.looked-at";
const MAX_RECENT = 50;

/** How many days before its expiry an approval is also listed as a scheduled item. */
export const SOON_DAYS = 7;
const SOON_MILLISECONDS = SOON_DAYS * DAY;

/** Reports whether a scheduled item is shown on Home. */
export function isNext({ kind, start }: Pick<CalendarEvent, "kind" | "start">, now: number): boolean {
  const at = Date.parse(start);
  return at > now && (kind !== "approval-expiry" || at < now + SOON_MILLISECONDS);
}

/** Returns the store of Home. */
export function createHomeStore({ call, overview, navigate, places, storage }: Frame): HomeStore {
  const recent = createResource(() => call("GET /history", { query: { limit: MAX_RECENT } }));
  const due = createResource(async () => {
    const events = await call("POST /dashboard/calendar/events", {
      body: { from: new Date().toISOString(), include: ["runs", "approvals", "automations", "connections"] },
    });
    return events.filter((event) => isNext(event, Date.now()));
  });
  const queue = createResource(() => call("GET /approvals/queue", { query: { limit: MAX_RECENT } }));
  const lookedAt = signal(storage.getItem(KEY));
  const needs = () => overview.value.value?.needsMe ?? [];
  const chosen = signal<{ id: string; at: number } | null>(null);
  const selected = computed(() => {
    const found = needs().findIndex(({ id }) => id === chosen.value?.id);
    return found >= 0 ? found : Math.max(0, Math.min(chosen.value?.at ?? 0, needs().length - 1));
  });
  const done = computed(() => {
    const since = lookedAt.value ?? "";
    return (recent.value.value ?? []).filter(({ status, finishedAt }) =>
      (status === "completed" || status === "cancelled") && finishedAt !== undefined && finishedAt > since
    );
  });
  return {
    recent,
    due,
    queue,
    lookedAt,
    selected,
    done,
    markSeen: () => {
      // By the service's clock, which may not be this browser's.
      const last = done.peek().map(({ finishedAt = "" }) => finishedAt).sort().at(-1);
      if (last === undefined) return;
      lookedAt.value = last;
      storage.setItem(KEY, last);
    },
    refresh: () => Promise.all([recent.refresh(), due.refresh(), queue.refresh()]),
    move: (steps) => {
      const at = Math.max(0, Math.min(needs().length - 1, selected.value + steps));
      const need = needs()[at];
      if (need) chosen.value = { id: need.id, at };
    },
    open: () => {
      const need = needs()[selected.value];
      if (need) navigate(pathOfNeed(places, need));
    },
  };
}
