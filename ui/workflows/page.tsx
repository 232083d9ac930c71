import { useSignal } from "@preact/signals";
import { Status } from "../kit/badge.tsx";
import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { ListEnd } from "../kit/list_end.tsx";
import { ListView } from "../kit/list_view.tsx";
import { FilterSelect } from "../kit/select.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { PageHead, useLive, usePageStore, useQuery, useShortcuts } from "../shell/mod.ts";
import { EditDialog } from "./edit_dialog.tsx";
import { createWorkflowsStore, filterOf } from "./store.ts";
import type { WorkflowSummary } from "./types.ts";
import { WorkflowDetails } from "./workflow_details.tsx";

const STATUSES = [
  { value: "", label: "All workflows" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

const COLUMNS: readonly Column<WorkflowSummary>[] = [
  {
    head: "Name",
    names: true,
    cell: ({ id, name }) => <a href={`/dashboard/workflows?workflow=${id}`}>{name}</a>,
  },
  { head: "Status", cell: ({ status }) => <Status status={status} /> },
  { head: "Active version", number: true, cell: ({ activeVersion }) => activeVersion ?? "none" },
  { head: "Versions", number: true, cell: ({ latestVersion }) => latestVersion },
  { head: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** The saved workflows, and the one that the address names with what it may touch. */
export default function WorkflowsPage() {
  const store = usePageStore(createWorkflowsStore);
  const [query, setQuery] = useQuery();
  const filter = filterOf(query);
  const id = query.workflow ?? "";
  const open = useSignal<"new" | "edit" | null>(null);
  useLive(({ type }) => type.startsWith("workflow."), () => void store.show(filter), JSON.stringify(filter));
  // What is deleted is not asked for again.
  useLive(
    ({ subject, type }) => subject === `workflow/${id}` && type !== "workflow.deleted",
    () => void store.look(id),
    id,
  );
  useShortcuts([
    { keys: "n", does: "Write a workflow", group: "Workflows", run: () => open.value = "new" },
  ]);
  const shown = store.shown.value.value;
  const problem = store.shown.problem.value;
  return (
    <>
      <PageHead
        title="Workflows"
        actions={<Button kind="primary" onPress={() => open.value = "new"}>Write a workflow …</Button>}
      >
        <p class="hint">
          Steps that are written down once, checked before they run, and kept in every version.
        </p>
      </PageHead>
      <search class="filters">
        <FilterSelect
          label="Status"
          options={STATUSES}
          value={filter.status}
          onChange={(status) => setQuery({ status: status || null })}
        />
      </search>
      <ListView
        items={store.list.items.value}
        problem={store.list.problem.value}
        lines={4}
        empty={<NoWorkflows filtered={filter.status !== ""} />}
      >
        {(items) => (
          <Table
            label="Workflows"
            class="panel"
            columns={COLUMNS}
            items={items}
            isCurrent={(item) => item.id === id}
          />
        )}
      </ListView>
      <ListEnd list={store.list} />
      {id !== "" && problem && <Banner tone="bad">{problem}</Banner>}
      {id !== "" && shown && (
        <WorkflowDetails
          workflow={shown}
          onEdit={() => open.value = "edit"}
          onDeleted={() => setQuery({ workflow: null })}
        />
      )}
      {open.value && (
        <EditDialog
          workflow={open.value === "edit" ? shown : null}
          templates={store.templates.value.value ?? []}
          onSaved={(saved) => {
            open.value = null;
            setQuery({ workflow: saved });
          }}
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
        <a class="button" href="/dashboard/workflows">Show all workflows</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No workflows yet">
      <p>Write one, or begin with a template: all of them can be done without a model.</p>
    </EmptyState>
  );
}
