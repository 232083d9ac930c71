import { useEffect, useRef } from "preact/hooks";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { counted } from "../../../client/words.ts";
import { PageHead, useFrame, useLive, usePageStore, useQuery, useShortcuts } from "../../shell/mod.ts";
import { NewRun } from "../new/new_run.tsx";
import { Board } from "./board.tsx";
import { BulkActions } from "./bulk_actions.tsx";
import { filterOf, isPlain } from "./filter.ts";
import { FilterBar } from "./filter_bar.tsx";
import { createRunsStore } from "./store.ts";
import { RunsTable } from "./table.tsx";

/** All runs: as a table or as a board, filtered, and acted on together. */
export default function RunsPage() {
  const { navigate, places } = useFrame();
  const [query, change] = useQuery();
  const store = usePageStore((frame) => createRunsStore(frame, filterOf(query)));
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    store.filter.value = filterOf(query);
  }, [query]);
  const { status = "", archived = "" } = query;
  useLive(({ type }) => /^run\./.test(type), () => void store.runs.refresh(), `${status} ${archived}`);
  const board = query.view === "board";
  useShortcuts([
    { keys: "n", does: "Ask for work", group: "Runs", run: () => change({ new: "1" }) },
    { keys: "/", does: "Search the list", group: "Runs", run: () => search.current?.focus() },
    { keys: "v", does: "Table or board", group: "Runs", run: () => change({ view: board ? null : "board" }) },
    {
      keys: "x",
      does: "Pick the run",
      group: "Runs",
      run: () => store.current.value && store.togglePick(store.current.value),
    },
    { keys: "j", does: "Next run", group: "Move", run: () => store.move(1) },
    { keys: "k", does: "The run before", group: "Move", run: () => store.move(-1) },
    {
      keys: "Enter",
      does: "Open the run",
      group: "Move",
      run: () => store.current.value && navigate(places.pathOf(store.current.value)),
    },
  ]);
  const runs = store.runs.value.value;
  const problem = store.runs.problem.value;
  const shown = store.shown.value;
  return (
    <>
      <PageHead
        title="Runs"
        actions={<Button kind="primary" onPress={() => change({ new: "1" })}>Ask for work</Button>}
      />
      {problem && <Banner tone={runs ? "warning" : "bad"}>{problem}</Banner>}
      <FilterBar store={store} search={search} />
      <BulkActions store={store} />
      {!runs
        ? !problem && <Skeleton lines={6} />
        : shown.length === 0
        ? <NothingShown plain={isPlain(store.filter.value)} onClear={() => navigate("/dashboard/runs")} />
        : board
        ? <Board runs={shown} store={store} />
        : <RunsTable runs={shown} store={store} />}
      {runs && (
        <p class="hint small" role="status">
          {counted(shown.length, "run")} shown
          {store.more.value && (
            <>
              , of the newest {runs.length}.{" "}
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
      <EmptyState title="No run fits">
        <p>Nothing that was loaded has these words and this state.</p>
        <Button onPress={onClear}>Show all runs</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No runs yet">
      <p>
        Ask for work in a repository: it is planned, done in copies, verified, and shown to you before
        anything is written.
      </p>
    </EmptyState>
  );
}
