import { Link } from "../../kit/link.tsx";
import { useEffect, useRef } from "preact/hooks";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { Time } from "../../kit/text/time.tsx";
import { counted } from "../../../client/words.ts";
import { PageHead, useChoice, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { SavedViews } from "../../saved_views/menu.tsx";
import type { Conversation } from "../types.ts";
import { type ConversationsStore, type ConversationStatus, createConversationsStore } from "./store.ts";

const STATUSES = [{ value: "active", label: "Active" }, { value: "archived", label: "Archived" }] as const;

/** The conversations with the coordinator, newest first. */
export default function ConversationsPage() {
  const store = usePageStore(createConversationsStore);
  const [status, setStatus] = useChoice("status", STATUSES, "active");
  useLive(
    ({ type, conversationid }) => conversationid !== undefined || type.startsWith("conversation."),
    () => void store.show(status),
    status,
  );
  useShortcuts([
    { keys: "n", does: "Start a conversation", group: "Conversations", run: () => void store.begin() },
    {
      keys: "e",
      does: "Archive or reopen",
      group: "Conversations",
      run: () => void store.toggleArchived(),
    },
    { keys: "j", does: "Next conversation", group: "Move", run: () => store.step(1) },
    { keys: "k", does: "Previous conversation", group: "Move", run: () => store.step(-1) },
    { keys: "Enter", does: "Open", group: "Move", run: store.open },
  ]);
  return (
    <>
      <PageHead
        title="Conversations"
        actions={
          <>
            <SavedViews />{" "}
            <Button kind="primary" busy={store.busy.value} onPress={() => store.begin()}>
              New conversation
            </Button>
          </>
        }
      >
        <p class="hint">Describe what should be done, ask about progress, and guide running work.</p>
      </PageHead>
      <ListView
        items={store.conversations.value.value && store.items.value}
        problem={store.conversations.problem.value}
        lines={5}
        loading="Loading the conversations"
        bar={
          <div>
            <Segments
              label="Conversations"
              value={status}
              options={STATUSES}
              onChange={setStatus}
            />
          </div>
        }
        empty={<NoConversations store={store} status={status} />}
      >
        {(items) => <Listed items={items} store={store} />}
      </ListView>
    </>
  );
}

function NoConversations({ store, status }: { store: ConversationsStore; status: ConversationStatus }) {
  if (status === "archived") {
    return (
      <EmptyState title="No archived conversations">
        <p>Archived conversations are kept here with all their messages.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No conversations yet">
      <p>
        Tell the coordinator what you want done in a repository. It plans the work, starts runs, answers
        questions, and shows what each message changed. It cannot approve anything: only you can.
      </p>
      <Button kind="primary" busy={store.busy.value} onPress={() => store.begin()}>
        Start a conversation
      </Button>
    </EmptyState>
  );
}

function Listed({ items, store }: { items: readonly Conversation[]; store: ConversationsStore }) {
  return (
    <section class="panel" aria-label="Conversations">
      <ul class="talk-lines">
        {items.map((conversation, i) => (
          <Line key={conversation.id} conversation={conversation} selected={i === store.selected.value} />
        ))}
      </ul>
      {store.hasMore.value && (
        <div class="talk-more">
          <Button onPress={store.showMore}>Show older</Button>
        </div>
      )}
    </section>
  );
}

/** The usual origins of a conversation; any other is shown. */
const OWN_ORIGINS: ReadonlySet<string> = new Set(["dashboard", "operator"]);

function Line({ conversation, selected }: { conversation: Conversation; selected: boolean }) {
  const { id, title, activeRun, counts, origin, updatedAt } = conversation;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <li
      ref={line}
      class={selected ? "talk-line talk-line-selected" : "talk-line"}
      aria-current={selected ? "true" : undefined}
    >
      <Link class="talk-title" to={id}>
        <ShownText text={title} />
      </Link>
      <span class="row">
        {activeRun?.status === "waiting" && activeRun.approvalId
          ? <Badge tone="warning" dot>waits for you</Badge>
          : activeRun && <Status status={activeRun.status} title="Of the active run" />}
      </span>
      <span class="hint small talk-line-detail">
        <Time at={updatedAt} /> · {counted(counts.messages ?? 0, "message")} ·{" "}
        {counted(counts.runs ?? 0, "run")}
        {(counts.attachments ?? 0) > 0 && ` · ${counted(counts.attachments ?? 0, "file")}`}
        {!OWN_ORIGINS.has(origin) && ` · started by ${origin}`}
      </span>
    </li>
  );
}
