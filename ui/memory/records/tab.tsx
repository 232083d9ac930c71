import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { CardList } from "../../kit/lists/card_list.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { useLive, usePageStore, useQuery, useShortcuts } from "../../shell/mod.ts";
import type { MemoryRecord } from "../common/types.ts";
import { ArchiveDialog } from "./archive_dialog.tsx";
import { CreateDialog } from "./create_dialog.tsx";
import { RecordFilters } from "./filters.tsx";
import { RecordCard } from "./record_card.tsx";
import { createRecordsStore, filterOf } from "./store.ts";

/** The open dialog, with its record. */
type Open = { what: "create"; replaces: MemoryRecord | null } | { what: "archive"; record: MemoryRecord };

/** The list of records, newest first. */
export function RecordsTab() {
  const store = usePageStore(createRecordsStore);
  const [query, setQuery] = useQuery();
  const filter = filterOf(query);
  const open = useSignal<Open | null>(null);
  useLive(
    ({ type }) => type.startsWith("memory."),
    () => void store.list.show(filter),
    JSON.stringify(filter),
  );
  const items = store.list.items.value;
  const { more, full, showMore } = store.list;
  useEffect(() => {
    // A link may lead to one that is not among the newest.
    const isMissing = query.record && items && !items.some(({ id }) => id === query.record);
    if (isMissing && more.value && !full.value) void showMore();
  }, [items, query.record]);
  const move = (steps: number) => {
    const at = items?.findIndex(({ id }) => id === query.record) ?? -1;
    const next = items?.[Math.max(0, Math.min(items.length - 1, at + steps))];
    if (next) setQuery({ record: next.id });
  };
  useShortcuts([
    { keys: "n", does: "Add a note", group: "Memory", run: () => open.value = CREATE },
    { keys: "j", does: "Next record", group: "Move", run: () => move(1) },
    { keys: "k", does: "Previous record", group: "Move", run: () => move(-1) },
  ]);
  return (
    <>
      <div class="list-bar">
        <RecordFilters filter={filter} onChange={(change) => setQuery({ record: null, ...change })} />
        <Button kind="primary" onPress={() => open.value = CREATE}>Add a note …</Button>
      </div>
      <CardList
        label="Records"
        list={store.list}
        lines={5}
        empty={<NoRecords filtered={Object.keys(query).some((name) => name !== "record")} />}
      >
        {(record) => (
          <RecordCard
            key={record.id}
            record={record}
            selected={record.id === query.record}
            onReplace={() => open.value = { what: "create", replaces: record }}
            onArchive={() => open.value = { what: "archive", record }}
          />
        )}
      </CardList>
      {open.value?.what === "create" && (
        <CreateDialog
          replaces={open.value.replaces}
          onClose={() => open.value = null}
        />
      )}
      {open.value?.what === "archive" && (
        <ArchiveDialog
          record={open.value.record}
          onClose={() => open.value = null}
        />
      )}
    </>
  );
}

const CREATE: Open = { what: "create", replaces: null };

function NoRecords({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No records match">
        <p>A record must contain every word of the search. Try fewer words, or remove a filter.</p>
        <a class="button" href="/dashboard/memory">Show all active records</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No records yet">
      <p>
        A record is one statement for later runs: a decision, a preference, a warning. Write one yourself, or
        promote a candidate from earlier work.
      </p>
      <a class="button" href="/dashboard/memory?tab=candidates">Suggestions</a>
    </EmptyState>
  );
}
