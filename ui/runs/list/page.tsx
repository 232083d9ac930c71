import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { counted } from "../../../client/words.ts";
import { PageHead, useFrame, useLive, usePageStore, useQuery, useShortcuts } from "../../shell/mod.ts";
import { SavedViews } from "../../saved_views/menu.tsx";
import { NewRun } from "../new/new_run.tsx";
import { Board } from "./board.tsx";
import { BulkActions } from "./bulk_actions.tsx";
import { filterOf, isPlain } from "./filter.ts";
import { FilterBar } from "./filter_bar.tsx";
import { createRunsStore } from "./store.ts";
import { RunsTable } from "./table.tsx";

/** The list of runs, as a table or a board, with filters and bulk actions. */
export default function RunsPage() {
  const { navigate, places } = useFrame();
  const [query, change] = useQuery();
  const store = usePageStore((frame) => createRunsStore(frame, filterOf(query)));
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    store.filter.value = filterOf(query);
  }, [query]);
  const board = query.view === "board";
  useLive(({ type }) => /^run\./.test(type), () => void store.refresh(), JSON.stringify(filterOf(query)));
  useShortcuts([
    { keys: "n", does: "Ask for work", group: "Runs", run: () => change({ new: "1" }) },
    { keys: "/", does: "Search the list", group: "Runs", run: () => search.current?.focus() },
    { keys: "v", does: "Table or board", group: "Runs", run: () => change({ view: board ? null : "board" }) },
    {
      keys: "x",
      does: "Select the run",
      group: "Runs",
      run: () => store.current.value && store.togglePick(store.current.value),
    },
    { keys: "j", does: "Next run", group: "Move", run: () => store.move(1) },
    { keys: "k", does: "Previous run", group: "Move", run: () => store.move(-1) },
    {
      keys: "Enter",
      does: "Open the run",
      group: "Move",
      run: () => store.current.value && navigate(places.pathOf(store.current.value)),
    },
  ]);
  const runs = store.runs.value.value;
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          <>
            <SavedViews />
            <Button kind="primary" onPress={() => change({ new: "1" })}>Ask for work</Button>
          </>
        }
      />
      <ListView
        items={runs}
        problem={store.runs.problem.value}
        lines={6}
        bar={
          <>
            <FilterBar store={store} search={search} />
            <BulkActions store={store} />
          </>
        }
        empty={
          <NothingShown
            plain={isPlain(store.filter.value)}
            onClear={() => navigate("/dashboard/runs")}
          />
        }
      >
        {(runs) => board ? <Board runs={runs} store={store} /> : <RunsTable runs={runs} store={store} />}
      </ListView>
      {runs && (
        <p class="hint small" role="status">
          {runs.length < store.total.value
            ? `${runs.length.toLocaleString("en")} of ${counted(store.total.value, "run")} shown`
            : counted(runs.length, "run")}
          {store.more.value && (
            <>
              .{" "}
              <button type="button" class="link-button" onClick={store.loadMore}>
                Load older runs
              </button>
            </>
          )}
        </p>
      )}
      {query.new === "1" && (
        <NewRun
          repoPath={query.repo ?? ""}
          onClose={() => change({ new: null, repo: null })}
        />
      )}
    </>
  );
}

function NothingShown({ plain, onClear }: { plain: boolean; onClear: () => void }) {
  if (!plain) {
    return (
      <EmptyState title="No runs match">
        <p>No run matches this search, state and repository.</p>
        <Button onPress={onClear}>Show all runs</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No runs yet">
      <p>
        Ask for work in a repository. It is planned, done in a copy, verified, and shown to you before
        anything is written.
      </p>
    </EmptyState>
  );
}
