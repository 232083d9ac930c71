import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { PageHead, useLive, usePageStore, useQuery, useShortcuts } from "../../shell/mod.ts";
import { SavedViews } from "../../saved_views/menu.tsx";
import { CONTEXT_PATH } from "../types.ts";
import { CreateDialog } from "./create_dialog.tsx";
import { DocumentFilters } from "./filters.tsx";
import { createDocumentsStore, filterOf } from "./store.ts";
import { DocumentTable } from "./table.tsx";

/** The list of context documents, which workers on a project receive. */
export default function ContextDocumentsPage() {
  const store = usePageStore(createDocumentsStore);
  const [query, setQuery] = useQuery();
  const filter = filterOf(query);
  const creating = useSignal(false);
  useLive(
    ({ type }) => type.startsWith("project_context."),
    () => void store.list.show(filter),
    JSON.stringify(filter),
  );
  useShortcuts([
    { keys: "n", does: "Add a document", group: "Context", run: () => creating.value = true },
    { keys: "j", does: "Next document", group: "Move", run: () => store.move(1) },
    { keys: "k", does: "Previous document", group: "Move", run: () => store.move(-1) },
    { keys: "Enter", does: "Open", group: "Move", run: () => store.open() },
  ]);
  return (
    <>
      <PageHead
        title="Context documents"
        actions={
          <>
            <SavedViews />
            <Button kind="primary" onPress={() => creating.value = true}>Add a document …</Button>
          </>
        }
      >
        <p class="hint">
          Instructions that workers get before they start on a project. Workers do not get drafts.
        </p>
      </PageHead>
      <DocumentFilters filter={filter} onChange={setQuery} />
      <ListView
        list={store.list}
        lines={5}
        empty={<NoDocuments filtered={Object.keys(query).length > 0} />}
      >
        {(items) => <DocumentTable items={items} selected={store.selected.value} />}
      </ListView>
      {creating.value && (
        <CreateDialog
          projectPath={filter.projectPath}
          onClose={() => creating.value = false}
        />
      )}
    </>
  );
}

function NoDocuments({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No documents match">
        <p>A search finds words in titles and content by their beginnings.</p>
        <a class="button" href={CONTEXT_PATH}>Show all documents</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No documents yet">
      <p>
        Write one here, or import a file from a repository, such as AGENTS.md. The service then tells you when
        the document names paths or commands that no longer exist.
      </p>
    </EmptyState>
  );
}
