import { Status } from "../../kit/badge.tsx";
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
import { NEW_WORKFLOW_PATH, WORKFLOWS_PATH, type WorkflowSummary } from "../types.ts";
import { runWord } from "../../../store/shared/state_words.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

const STATUSES = [
  { value: "", label: "All workflows" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

const COLUMNS: readonly Column<WorkflowSummary>[] = [
  { head: "Name", names: true, class: "workflow-name", cell: (workflow) => <Name workflow={workflow} /> },
  { head: "Last run", cell: ({ lastRun }) => <LastRun run={lastRun} /> },
  { head: "Status", cell: ({ status }) => <Status status={status} /> },
  { head: "Version", number: true, cell: ({ latestVersion }) => latestVersion },
  { head: "Changed", class: "nowrap", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  {
    head: <span class="visually-hidden">Run</span>,
    cell: ({ id, name }) => (
      <a
        class="button button-small"
        href={`${WORKFLOWS_PATH}/${encodeURIComponent(id)}?run=1`}
        aria-label={`Run ${name}`}
      >
        Run …
      </a>
    ),
  },
];

const Name = ({ workflow: { id, name, description } }: { workflow: WorkflowSummary }) => (
  <>
    <Link to={id}>{name}</Link>
    {description && <ShownLines as="span" class="hint small wrap-anywhere" text={description} />}
  </>
);

const LastRun = ({ run }: { run: WorkflowSummary["lastRun"] }) =>
  run === null ? <span class="hint">never</span> : (
    <span class="row small">
      <Status status={runWord(run)} />
      <Link to={run.id}>#{run.number}</Link>
      <Time at={run.createdAt} />
    </span>
  );

type Filter = { status: "" | "active" | "inactive" };

const createStore = ({ call }: Frame) =>
  createListing(({ status }: Filter, limit) =>
    call("GET /saved-workflows", { query: { limit, ...(status && { status }) } })
  );

/** The list of saved workflows, and the ways to create one. */
export default function WorkflowsPage() {
  const list = usePageStore(createStore);
  const { navigate } = useFrame();
  const [query, setQuery] = useQuery();
  const status = query.status === "active" || query.status === "inactive" ? query.status : "";
  useLive(({ type }) => /^(?:workflow|run)\./.test(type), () => void list.show({ status }), status);
  useShortcuts([
    { keys: "n", does: "Write a workflow", group: "Workflows", run: () => navigate(NEW_WORKFLOW_PATH) },
  ]);
  return (
    <>
      <PageHead
        title="Workflows"
        actions={
          <>
            <SavedViews />
            <a class="button button-primary" href={NEW_WORKFLOW_PATH}>New workflow</a>
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
      <p>Write one, describe it, or start from a template. None of the templates needs a model.</p>
      <a class="button button-primary" href={NEW_WORKFLOW_PATH}>New workflow</a>
    </EmptyState>
  );
}
