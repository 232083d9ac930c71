import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { CardList } from "../../kit/lists/card_list.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { counted } from "../../../client/words.ts";
import { useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { isOfPlanner, type SourceStatus } from "../common/types.ts";
import { AddDialog } from "./add_dialog.tsx";
import { SourceCard } from "./card.tsx";
import { createSources } from "./store.ts";

/** The sources of events and tasks, each with its state and its last refresh. */
export function SourcesTab() {
  const store = usePageStore(createSources);
  const adding = useSignal(false);
  const asked = useSignal<{ what: "remove" | "held"; status: SourceStatus } | null>(null);
  useLive(isOfPlanner, () => void store.read());
  useShortcuts([{ keys: "n", does: "New source", group: "Planner", run: () => adding.value = true }]);
  const statuses = store.statuses.value.value;
  const all = statuses?.filter(({ state }) => state !== "disabled").map(({ id }) => id) ?? [];
  const act = () => {
    const { what, status: { id, label } } = asked.value!;
    asked.value = null;
    if (what === "held") return void store.refresh([id], true);
    void store.change({ id, remove: true }, `${label} and all its items are removed.`);
  };
  return (
    <>
      <div class="row">
        <Button kind="primary" onPress={() => adding.value = true}>Add a source …</Button>
        {all.length > 0 && <Button onPress={() => store.refresh(all)}>Refresh all</Button>}
      </div>
      <CardList
        label="Sources"
        items={statuses}
        problem={store.statuses.problem.value}
        lines={3}
        empty={
          <EmptyState title="No sources yet.">
            <p>
              Add a calendar file, the address of a calendar, or a CalDAV server. No server is contacted until
              you add a source.
            </p>
          </EmptyState>
        }
      >
        {(status) => (
          <SourceCard
            key={status.id}
            status={status}
            source={store.settings.value.value?.sources.find(({ id }) => id === status.id) ?? null}
            row={store.rows.value.get(status.id) ?? null}
            busy={store.busy.value.has(status.id)}
            store={store}
            onRemove={() => asked.value = { what: "remove", status }}
            onRelease={() => asked.value = { what: "held", status }}
          />
        )}
      </CardList>
      {adding.value && (
        <AddDialog
          onClose={() => adding.value = false}
          onAdded={(id) => void store.refresh([id])}
        />
      )}
      {asked.value && (
        <Confirm
          title={asked.value.what === "remove"
            ? `Remove ${asked.value.status.label}?`
            : "Remove these items?"}
          action={asked.value.what === "remove" ? "Remove the source" : "Remove them"}
          danger
          onConfirm={act}
          onClose={() => asked.value = null}
        >
          <p>
            {asked.value.what === "remove"
              ? "Its events, tasks and text are erased here. Nothing changes at the source itself."
              : `${
                counted(asked.value.status.heldRemoval?.count ?? 0, "item")
              } that the source no longer has are removed from the calendar and shown as gone for 30 days.`}
          </p>
        </Confirm>
      )}
    </>
  );
}
