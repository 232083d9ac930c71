import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../kit/resource.ts";
import { counted } from "../../client/words.ts";
import type { Frame } from "../shell/mod.ts";
import { filterOf, type InboxFilter, isFolded, merged, queriesOf } from "./model/filter.ts";
import { movesOfResults, unarchive } from "./moves.ts";
import type { FoldedResults, Inbox, Move, Notification, NotificationState } from "./model/types.ts";
import { DONE, MOVE_BACK } from "./model/words.ts";

/** The state of the inbox, with the current and the selected notifications. */
export type InboxStore = {
  readonly inbox: Resource<Inbox>;
  /** The results grouped by repository; null if the filter lists single results. */
  readonly results: Resource<FoldedResults | null>;
  /** The notifications that are shown, newest first. */
  readonly items: ReadonlySignal<readonly Notification[]>;
  /** Whether there are older notifications than those shown. */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly selected: ReadonlySignal<number>;
  /** Whether the last move was by keyboard, so that the focus follows. */
  readonly byKeyboard: Signal<boolean>;
  readonly picked: Signal<ReadonlySet<string>>;
  readonly busy: ReadonlySignal<boolean>;
  /** The notifications that the keys and the bar act on: the selected ones, or else the current one. */
  readonly targets: ReadonlySignal<readonly Notification[]>;
  /** Reads the notifications of a filter. Another filter starts at the newest, with nothing selected. */
  show: (filter: InboxFilter) => Promise<void>;
  showMore: () => void;
  showMoreResults: () => void;
  select: (id: string) => void;
  step: (steps: number) => void;
  pick: (id: string) => void;
  pickAll: (picked: boolean) => void;
  /** Applies an action to notifications that are not yet in that state. If possible, offers to undo it. */
  move: (move: Move, notifications: readonly Notification[]) => Promise<void>;
  /** Marks a notification as read, because the user opened what it is about. */
  visited: (notification: Notification) => void;
  readAll: () => Promise<void>;
  /** Archives all results of a repository. */
  archiveResults: (repository: string) => Promise<void>;
};

const PAGE = 50;
const RESULTS_PAGE = 10;

/** The maximum number of items in one request. */
const MAX_LISTED = 999;

const STATE_AFTER: Readonly<Record<Exclude<Move, "delete">, NotificationState>> = {
  read: "read",
  unread: "unread",
  dismiss: "dismissed",
  archive: "archived",
};

/** Returns the store of the inbox. The current notification stays current when others arrive. */
export function createInboxStore({ call, toasts }: Pick<Frame, "call" | "toasts">): InboxStore {
  const filter = signal<InboxFilter>(filterOf({}));
  const wanted = signal(PAGE);
  const wantedResults = signal(RESULTS_PAGE);
  const inbox = createResource(async () => {
    const queries = queriesOf(filter.value, wanted.value + 1);
    return merged(await Promise.all(queries.map((query) => call("GET /notifications", { query }))));
  });
  const results = createResource(async () => {
    if (!isFolded(filter.value)) return null;
    const { scope } = filter.value;
    return await call("GET /notifications/results", { query: { scope, limit: wantedResults.value } });
  });
  const refresh = async () => void await Promise.all([inbox.refresh(), results.refresh()]);
  const items = computed(() => (inbox.value.value?.items ?? []).slice(0, wanted.value));
  const chosen = signal<{ id: string; at: number } | null>(null);
  const picked = signal<ReadonlySet<string>>(new Set());
  const byKeyboard = signal(false);
  const busy = signal(false);
  /** What is on its way to another state, until it is shown there: a key pressed twice acts once. */
  const moving = new Map<string, Move>();
  const isMoving = ({ id, status }: Notification) => {
    const move = moving.get(id);
    return move !== undefined && (move === "delete" || STATE_AFTER[move] !== status);
  };
  const selected = computed(() => {
    const found = items.value.findIndex(({ id }) => id === chosen.value?.id);
    return found >= 0 ? found : Math.max(0, Math.min(chosen.value?.at ?? 0, items.value.length - 1));
  });
  const targets = computed(() => {
    const ticked = items.value.filter(({ id }) => picked.value.has(id));
    return ticked.length > 0 ? ticked : items.value.slice(selected.value, selected.value + 1);
  });
  const choose = (at: number) => {
    const item = items.peek()[at];
    if (item) chosen.value = { id: item.id, at };
  };

  const send = (id: string, move: Move) =>
    call(`POST /notifications/:id/${move}`, { params: { id }, query: { limit: 1 } });
  /** Sends the requests one after another, so that their order does not depend on their number. */
  const sendEach = async (moves: readonly { id: string; move: Move }[]) => {
    busy.value = true;
    const done = await toasts.attempt(async () => {
      for (const { id, move } of moves) await send(id, move);
      return true;
    });
    await refresh();
    busy.value = false;
    return done !== null;
  };

  return {
    inbox,
    results,
    items,
    hasMore: computed(() =>
      (inbox.value.value?.items.length ?? 0) > items.value.length && wanted.value < MAX_LISTED
    ),
    selected,
    byKeyboard,
    picked,
    busy,
    targets,
    show: (next) => {
      if (JSON.stringify(next) !== JSON.stringify(filter.peek())) {
        filter.value = next;
        wanted.value = PAGE;
        wantedResults.value = RESULTS_PAGE;
        chosen.value = null;
        picked.value = new Set();
      }
      return refresh();
    },
    showMore: () => {
      wanted.value = Math.min(MAX_LISTED, wanted.value + PAGE);
      void inbox.refresh();
    },
    showMoreResults: () => {
      wantedResults.value = Math.min(MAX_LISTED, wantedResults.value + PAGE);
      void results.refresh();
    },
    select: (id) => choose(items.peek().findIndex((item) => item.id === id)),
    step: (steps) => {
      byKeyboard.value = true;
      choose(Math.max(0, Math.min(items.peek().length - 1, selected.peek() + steps)));
    },
    pick: (id) => {
      const next = new Set(picked.peek());
      if (!next.delete(id)) next.add(id);
      picked.value = next;
    },
    pickAll: (all) => picked.value = new Set(all ? items.peek().map(({ id }) => id) : []),
    move: async (move, notifications) => {
      const changing = notifications.filter((notification) =>
        !isMoving(notification) && (move === "delete" || STATE_AFTER[move] !== notification.status)
      );
      if (changing.length === 0) return;
      choose(selected.peek());
      const moves = changing.flatMap(({ id, status }) =>
        status === "archived" ? unarchive(id, move) : [{ id, move }]
      );
      for (const { id } of changing) moving.set(id, move);
      const done = await sendEach(moves);
      for (const { id } of changing) if (moving.get(id) === move) moving.delete(id);
      if (!done) return;
      picked.value = new Set();
      const said = `${counted(changing.length, "notification was", "notifications were")} ${DONE[move]}.`;
      if (move === "read" || move === "unread") return;
      if (move === "delete") return toasts.say(said);
      const back = changing.flatMap(({ id, status }) =>
        move === "archive" ? unarchive(id, MOVE_BACK[status]) : [{ id, move: MOVE_BACK[status] }]
      );
      toasts.say(said, { action: { label: "Undo", run: () => void sendEach(back) } });
    },
    visited: ({ id, status }) => {
      if (status === "unread") void toasts.attempt(() => send(id, "read"));
    },
    archiveResults: async (repoPath) => {
      const { scope } = filter.peek();
      busy.value = true;
      await toasts.attempt(async () => {
        const { archived } = await call("POST /notifications/archive-results", { body: { repoPath, scope } });
        const back = await movesOfResults(call, { resultsOf: repoPath, scope }, archived).catch(() => null);
        toasts.say(
          `${counted(archived, "result was", "results were")} archived.`,
          back ? { action: { label: "Undo", run: () => void sendEach(back) } } : {},
        );
      });
      await refresh();
      busy.value = false;
    },
    readAll: async () => {
      busy.value = true;
      await toasts.attempt(
        () => call("POST /notifications/read-all", { query: { limit: 1 } }),
        () => "All notifications are marked as read.",
      );
      await refresh();
      busy.value = false;
    },
  };
}
