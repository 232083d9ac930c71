import { useSignal } from "@preact/signals";
import { Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { type Column, Table } from "../kit/lists/table.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { Time } from "../kit/text/time.tsx";
import { baseName } from "../../client/words.ts";
import { PageHead, useResource, useShortcuts } from "../shell/mod.ts";
import { FindDialog } from "./find_dialog.tsx";
import { droppedWords, TRIALS_PATH, type TrialSummary } from "./types.ts";

/** The trials: workers compared at cases from the past of a repository. */
export default function TrialsPage() {
  const trials = useResource(({ call }) => call("GET /trials"), ({ type }) => type.startsWith("trial."));
  const finding = useSignal(false);
  useShortcuts([{ keys: "n", does: "Find cases", group: "Trials", run: () => finding.value = true }]);
  return (
    <>
      <PageHead
        title="Trials"
        actions={<Button kind="primary" onPress={() => finding.value = true}>Find cases …</Button>}
      >
        <p class="hint">
          Which worker does your work best? Cases come from the history of your own repository: the tests of a
          commit fail before it and pass after it. Nothing is ever applied.
        </p>
      </PageHead>
      <ResourceView resource={trials} lines={5}>
        {(items) =>
          items.length === 0
            ? (
              <EmptyState title="No trials yet">
                <p>
                  Name a repository with commits that change tests and sources together. Its cases are proved
                  in the sandbox first, without any model.
                </p>
              </EmptyState>
            )
            : <Table label="Trials" columns={COLUMNS} items={items} class="panel" />}
      </ResourceView>
      {finding.value && <FindDialog onClose={() => finding.value = false} />}
    </>
  );
}

const COLUMNS: readonly Column<TrialSummary>[] = [
  {
    head: "Repository",
    names: true,
    cell: ({ id, root }) => <a href={`${TRIALS_PATH}/${id}`}>{baseName(root)}</a>,
    title: ({ root }) => root,
  },
  { head: "Status", cell: ({ status, statusDetail }) => <Status status={status} title={statusDetail} /> },
  { head: "Cases", number: true, cell: ({ proved, candidates }) => `${proved} of ${candidates}` },
  { head: "Dropped", cell: (trial) => droppedWords(trial) || "none" },
  {
    head: "Attempts",
    number: true,
    cell: ({ ended, planned }) => planned === 0 ? "–" : `${ended} of ${planned}`,
  },
  { head: "Begun", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
