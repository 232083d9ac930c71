import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { DesignDoc, Details, PlanVersion, Summary, Turn } from "../types.ts";
import { type Activity, createActivity } from "./activity.ts";
import { type ThreadItem, threadOf } from "./thread.ts";

/** A conversation, and the actions on it. */
export type ConversationStore = {
  readonly id: string;
  readonly details: Resource<Details>;
  readonly plans: Resource<PlanVersion[]>;
  readonly designDocs: Resource<DesignDoc[]>;
  /** Null until it is requested. */
  readonly summary: Resource<Summary>;
  readonly thread: ReadonlySignal<readonly ThreadItem[] | null>;
  readonly hasEarlier: ReadonlySignal<boolean>;
  readonly busy: ReadonlySignal<boolean>;
  /** The current exchange of the keyboard. */
  readonly selected: Signal<string | null>;
  showEarlier: () => void;
  /** Returns the events of an exchange. */
  activityOf: (sequence: number) => Activity;
  /** Adds an exchange from a response. */
  take: (turn: Turn) => void;
  refresh: () => Promise<void>;
  rename: (title: string) => Promise<boolean>;
  setArchived: (archived: boolean) => Promise<void>;
  /** Sets the run that messages are about; null for none. */
  activate: (runId: string | null) => Promise<void>;
  /** Adds the summary to memory. */
  remember: () => Promise<void>;
};

const PAGE = 30;
const MAX_LISTED = 999;
const LISTED = 10;

/** Returns the store of a conversation. */
export function createConversationStore(id: string, { call, toasts }: Frame): ConversationStore {
  const params = { id };
  const wanted = signal(PAGE);
  const details = createResource(() => call("GET /coordinator/conversations/:id", { params }));
  const turns = createResource(() =>
    call("GET /coordinator/conversations/:id/turns", { params, query: { limit: wanted.value + 1 } })
  );
  const page = { params, query: { limit: LISTED } };
  const plans = createResource(() => call("GET /coordinator/conversations/:id/plans", page));
  const designDocs = createResource(() => call("GET /coordinator/conversations/:id/design-docs", page));
  const summary = createResource(() => call("GET /coordinator/conversations/:id/summary", { params }));
  const hasEarlier = computed(() => (turns.value.value?.length ?? 0) > wanted.value);
  const thread = computed(() =>
    turns.value.value && details.value.value &&
    threadOf(turns.value.value.slice(0, wanted.value), details.value.value.events, hasEarlier.value)
  );
  const activities = new Map<number, Activity>();
  const busy = signal(false);

  const update = async (
    body: { title?: string; status?: Details["status"]; activeRunId?: string | null },
    said: string,
  ) => {
    busy.value = true;
    const done = await toasts.attempt(
      () => call("PATCH /coordinator/conversations/:id", { params, body }),
      () => said,
    );
    if (done) details.set(done);
    busy.value = false;
    return done !== null;
  };

  return {
    id,
    details,
    plans,
    designDocs,
    summary,
    thread,
    hasEarlier,
    busy,
    selected: signal(null),
    showEarlier: () => {
      wanted.value = Math.min(MAX_LISTED, wanted.value + PAGE);
      void turns.refresh();
    },
    activityOf: (sequence) => {
      const earlier = (turns.value.peek() ?? []).map((turn) => turn.sequence).filter((at) => at < sequence);
      const span = { before: Math.max(0, ...earlier), at: sequence };
      const found = activities.get(sequence) ?? createActivity({ call }, id, span);
      activities.set(sequence, found);
      return found;
    },
    take: (turn) => {
      const known = turns.value.peek() ?? [];
      if (known.every((one) => one.id !== turn.id)) turns.set([turn, ...known]);
    },
    refresh: async () => {
      await Promise.all([turns, details, plans, designDocs].map((resource) => resource.refresh()));
      const shown = [...activities.values()].filter(({ isShown }) => isShown.peek());
      await Promise.all(shown.map((activity) => activity.readOn()));
      if (summary.value.value) await summary.refresh();
    },
    rename: (title) => update({ title }, "The conversation was renamed."),
    setArchived: async (archived) => {
      await update(
        { status: archived ? "archived" : "active" },
        archived ? "The conversation was archived." : "The conversation was reopened.",
      );
    },
    activate: async (activeRunId) => {
      await update(
        { activeRunId },
        activeRunId ? "Messages now refer to that run." : "Messages no longer refer to a run.",
      );
    },
    remember: async () => {
      busy.value = true;
      const kept = await toasts.attempt(
        () => call("POST /coordinator/conversations/:id/summary", { params }),
        () => "The summary was added to memory.",
      );
      if (kept) summary.set(kept);
      busy.value = false;
    },
  };
}
