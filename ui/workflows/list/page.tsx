import { useSignal } from "@preact/signals";
import { Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Link } from "../../kit/link.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { FilterSelect } from "../../kit/forms/select.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import {
  type Frame,
  PageHead,
  useFrame,
  useLive,
  usePageStore,
  useQuery,
  useShortcuts,
} from "../../shell/mod.ts";
import { SavedViews } from "../../saved_views/menu.tsx";
import { EditDialog } from "../editor/edit_dialog.tsx";
import { WORKFLOWS_PATH, type WorkflowSummary } from "../types.ts";
import { DescribeDialog } from "./describe_dialog.tsx";
import { ImportDialog } from "./import_dialog.tsx";

const STATUSES = [
  { value: "", label: "All workflows" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

const COLUMNS: readonly Column<WorkflowSummary>[] = [
  { head: "Name", names: true, cell: ({ id, name }) => <Link to={id}>{name}</Link> },
  { head: "Status", cell: ({ status }) => <Status status={status} /> },
  { head: "Active version", number: true, cell: ({ activeVersion }) => activeVersion ?? "none" },
  { head: "Versions", number: true, cell: ({ latestVersion }) => latestVersion },
  { head: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** The open dialog: describe or import a workflow, or write one, with its initial text. */
type Open = { kind: "describe" } | { kind: "import" } | { kind: "write"; source: string };

type Filter = { status: "" | "active" | "inactive" };

const createStore = ({ call }: Frame) =>
  createListing(({ status }: Filter, limit) =>
    call("GET /saved-workflows", { query: { limit, ...(status && { status }) } })
  );

/** The list of saved workflows, and the ways to create one. */
export default function WorkflowsPage() {
  const list = usePageStore(createStore);
  const { navigate, places } = useFrame();
  const [query, setQuery] = useQuery();
  const status = query.status === "active" || query.status === "inactive" ? query.status : "";
  const open = useSignal<Open | null>(null);
  const write = (source = "") => open.value = { kind: "write", source };
  useLive(({ type }) => type.startsWith("workflow."), () => void list.show({ status }), status);
  useShortcuts([
    { keys: "n", does: "Write a workflow", group: "Workflows", run: () => write() },
  ]);
  return (
    <>
      <PageHead
        title="Workflows"
        actions={
          <>
            <SavedViews />
            <Button onPress={() => open.value = { kind: "describe" }}>Describe a workflow …</Button>
            <Button onPress={() => open.value = { kind: "import" }}>Import a file …</Button>
            <Button kind="primary" onPress={() => write()}>Write a workflow …</Button>
          </>
        }
      >
        <p class="hint">
          Reusable steps that are checked before they run. Every version is kept.
        </p>
      </PageHead>
      <search class="filters">
        <FilterSelect
          label="Status"
          options={STATUSES}
          value={status}
          onChange={(status) => setQuery({ status: status || null })}
        />
      </search>
      <ListView
        list={list}
        lines={4}
        empty={<NoWorkflows filtered={status !== ""} />}
      >
        {(items) => <Table label="Workflows" class="panel" columns={COLUMNS} items={items} />}
      </ListView>
      {open.value?.kind === "describe" && (
        <DescribeDialog
          onDraft={(source) => write(source)}
          onClose={() => open.value = null}
        />
      )}
      {open.value?.kind === "import" && (
        <ImportDialog
          onDraft={(source) => write(source)}
          onClose={() => open.value = null}
        />
      )}
      {open.value?.kind === "write" && (
        <EditDialog
          workflow={null}
          source={open.value.source}
          onSaved={(id) => navigate(places.pathOf(id))}
          onClose={() => open.value = null}
        />
      )}
    </>
  );
}

function NoWorkflows({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No workflows match these filters">
        <a class="button" href={WORKFLOWS_PATH}>Show all workflows</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No workflows yet">
      <p>Write one, or start from a template. None of the templates needs a model.</p>
    </EmptyState>
  );
}
