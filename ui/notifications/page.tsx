import { useSignal } from "@preact/signals";
import { AlertsDialog } from "./notify_dialog.tsx";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { ListView } from "../kit/lists/list_view.tsx";
import { SavedViews } from "../saved_views/menu.tsx";
import { PageHead, useFrame, useLive, usePageStore, useQuery, useShortcuts } from "../shell/mod.ts";
import { BulkBar } from "./bulk_bar.tsx";
import { filterOf, type InboxFilter } from "./model/filter.ts";
import { FilterBar } from "./filter_bar.tsx";
import { inboxShortcuts } from "./keys.ts";
import { deletionWords, NotificationLine } from "./line.tsx";
import { QuietNote } from "./quiet_note.tsx";
import { sourcesOf } from "./model/places.ts";
import { createInboxStore, type InboxStore } from "./store.ts";
import { Results } from "./results.tsx";
import type { Inbox, Notification } from "./model/types.ts";

/** The inbox: notifications, each with its consequence if it is ignored and a link to act on it. */
export default function InboxPage() {
  const { navigate, places } = useFrame();
  const store = usePageStore(createInboxStore);
  const [query, change] = useQuery();
  const filter = filterOf(query);
  const deleting = useSignal<readonly Notification[]>([]);
  const alerts = useSignal(false);
  // Any event can create or resolve a notification.
  useLive(
    () => true,
    () => void store.show(filter),
    JSON.stringify(filter),
  );
  useShortcuts(inboxShortcuts(store, {
    remove: () => deleting.value = store.targets.peek(),
    open: () => {
      const notification = store.items.peek()[store.selected.peek()];
      const [source] = notification ? sourcesOf(notification, places) : [];
      if (!notification || !source) return;
      store.visited(notification);
      navigate(source.href);
    },
  }));
  const inbox = store.inbox.value.value;
  const unread = inbox?.unreadCount ?? 0;
  const folded = store.results.value.value;
  return (
    <>
      <PageHead
        title="Inbox"
        actions={
          <>
            <SavedViews />
            <Button onPress={() => alerts.value = true}>Notify me …</Button>
            <Button disabled={unread === 0} busy={store.busy.value} onPress={() => store.readAll()}>
              Mark all as read
            </Button>
          </>
        }
      >
        <p class="hint" role="status">{inbox ? summaryOf(inbox) : "Counting …"}</p>
        <QuietNote />
      </PageHead>
      <ListView
        items={inbox && [...store.items.value, ...folded?.items ?? []]}
        problem={store.inbox.problem.value ?? store.results.problem.value}
        lines={6}
        loading="Loading the inbox"
        bar={
          <>
            <FilterBar filter={filter} inbox={inbox} onChange={change} />
            {filter.results !== null && <ResultsOf filter={filter} />}
          </>
        }
        empty={<Empty filter={filter} />}
      >
        {() => (
          <div class="stack">
            {store.items.value.length > 0 && (
              <Listed
                store={store}
                onDelete={(doomed) => deleting.value = doomed}
              />
            )}
            {folded && folded.items.length > 0 && (
              <Results
                folded={folded}
                scope={filter.scope}
                busy={store.busy.value}
                onArchive={(repository) => store.archiveResults(repository)}
                onMore={store.showMoreResults}
              />
            )}
          </div>
        )}
      </ListView>
      {alerts.value && <AlertsDialog onClose={() => alerts.value = false} />}
      {deleting.value.length > 0 && (
        <Confirm
          title={deleting.value.length === 1 ? "Delete this notification?" : "Delete these notifications?"}
          action="Delete permanently"
          danger
          onClose={() => deleting.value = []}
          onConfirm={() => {
            const doomed = deleting.value;
            deleting.value = [];
            void store.move("delete", doomed);
          }}
        >
          <p>{deletionWords(deleting.value.length)}</p>
        </Confirm>
      )}
    </>
  );
}

function summaryOf({ unreadCount, criticalCount }: Inbox): string {
  const unread = unreadCount === 0
    ? "No unread notifications."
    : `${unreadCount.toLocaleString("en")} unread.`;
  return criticalCount === 0 ? unread : `${unread} ${criticalCount.toLocaleString("en")} critical.`;
}

function Listed({ store, onDelete }: {
  store: InboxStore;
  onDelete: (notifications: readonly Notification[]) => void;
}) {
  return (
    <section class="panel" aria-label="Notifications">
      <BulkBar store={store} onDelete={() => onDelete(store.targets.value)} />
      <ul class="inbox-lines">
        {store.items.value.map((notification, i) => (
          <NotificationLine
            key={notification.id}
            notification={notification}
            selected={i === store.selected.value}
            store={store}
            onDelete={() => onDelete([notification])}
          />
        ))}
      </ul>
      {store.hasMore.value && (
        <div class="inbox-more">
          <Button onPress={store.showMore}>Show older</Button>
        </div>
      )}
    </section>
  );
}

/** The repository whose results are listed, with a link back. */
const ResultsOf = ({ filter: { results, scope } }: { filter: InboxFilter }) => (
  <p class="row">
    <span>
      Results of <span class="path">{results || "runs without a repository"}</span>
    </span>
    <a href={`/dashboard/inbox${scope === "all" ? "?scope=all" : ""}`}>Back to the inbox</a>
  </p>
);

function Empty({ filter: { place, category, severity, results, scope } }: { filter: InboxFilter }) {
  if (category || severity || results !== null) {
    return (
      <EmptyState title="No notifications match this filter">
        <a class="button" href="/dashboard/inbox">Show the whole inbox</a>
      </EmptyState>
    );
  }
  const sentences = {
    inbox: [
      "The inbox is empty",
      "You are notified here when something needs you and when a run that you follow completes, and what happens if you do nothing.",
    ],
    unread: ["No unread notifications", "You have read everything."],
    read: [
      "No read notifications",
      "Notifications that you open or mark as read stay here until you archive them.",
    ],
    dismissed: [
      "No dismissed notifications",
      "Dismissed notifications are listed here. Dismissing one does not change its subject.",
    ],
    archived: ["No archived notifications", "Archived notifications are kept here."],
  } as const;
  const [title, sentence] = sentences[place];
  return (
    <EmptyState title={title}>
      <p>{sentence}</p>
      {place === "inbox" && scope === "mine" && <a href="/dashboard/inbox?scope=all">Show everything</a>}
    </EmptyState>
  );
}
