import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { Conversation } from "../types.ts";

/** Active or archived conversations. */
export type ConversationStatus = Conversation["status"];

/** The state of the list of conversations, with the current one. */
export type ConversationsStore = {
  readonly conversations: Resource<Conversation[]>;
  readonly items: ReadonlySignal<readonly Conversation[]>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly selected: ReadonlySignal<number>;
  readonly busy: ReadonlySignal<boolean>;
  show: (status: ConversationStatus) => Promise<void>;
  showMore: () => void;
  step: (steps: number) => void;
  open: () => void;
  /** Creates a conversation and opens it. */
  begin: () => Promise<void>;
  /** Archives or reopens the current conversation. */
  toggleArchived: () => Promise<void>;
};

const PAGE = 50;
const MAX_LISTED = 999;

/** Returns the store of the list. The current conversation stays current when others are added or removed. */
export function createConversationsStore({ call, navigate, places, toasts }: Frame): ConversationsStore {
  const status = signal<ConversationStatus>("active");
  const wanted = signal(PAGE);
  const conversations = createResource(
    () =>
      call("GET /coordinator/conversations", { query: { status: status.value, limit: wanted.value + 1 } }),
    () => status.value,
  );
  const items = computed(() => (conversations.value.value ?? []).slice(0, wanted.value));
  const chosen = signal<{ id: string; at: number } | null>(null);
  const busy = signal(false);
  const selected = computed(() => {
    const found = items.value.findIndex(({ id }) => id === chosen.value?.id);
    return found >= 0 ? found : Math.max(0, Math.min(chosen.value?.at ?? 0, items.value.length - 1));
  });
  const move = async (id: string, to: ConversationStatus) => {
    const params = { id };
    const moved = await toasts.attempt(() =>
      call("PATCH /coordinator/conversations/:id", { params, body: { status: to } })
    );
    await conversations.refresh();
    return moved !== null;
  };
  return {
    conversations,
    items,
    selected,
    busy,
    hasMore: computed(() =>
      (conversations.value.value?.length ?? 0) > items.value.length && wanted.value < MAX_LISTED
    ),
    show: (next) => {
      if (next !== status.peek()) {
        status.value = next;
        wanted.value = PAGE;
        chosen.value = null;
      }
      return conversations.refresh();
    },
    showMore: () => {
      wanted.value = Math.min(MAX_LISTED, wanted.value + PAGE);
      void conversations.refresh();
    },
    step: (steps) => {
      const at = Math.max(0, Math.min(items.peek().length - 1, selected.peek() + steps));
      const item = items.peek()[at];
      if (item) chosen.value = { id: item.id, at };
    },
    open: () => {
      const item = items.peek()[selected.peek()];
      if (item) navigate(places.pathOf(item.id));
    },
    begin: async () => {
      busy.value = true;
      const begun = await toasts.attempt(() =>
        call("POST /coordinator/conversations", { body: { origin: "dashboard" } })
      );
      busy.value = false;
      if (begun) navigate(places.pathOf(begun.id));
    },
    toggleArchived: async () => {
      const item = items.peek()[selected.peek()];
      if (!item) return;
      chosen.value = { id: item.id, at: selected.peek() };
      const to = item.status === "active" ? "archived" : "active";
      if (!await move(item.id, to)) return;
      toasts.say(to === "archived" ? "The conversation was archived." : "The conversation was reopened.", {
        action: { label: "Undo", run: () => void move(item.id, item.status) },
      });
    },
  };
}
