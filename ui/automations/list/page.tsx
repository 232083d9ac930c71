import { useSignal } from "@preact/signals";
import { Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Link } from "../../kit/link.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { Segments } from "../../kit/forms/segments.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import { type Frame, PageHead, useChoice, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { SavedViews } from "../../saved_views/menu.tsx";
import { EditDialog } from "../edit/edit_dialog.tsx";
import type { AutomationLine } from "../types.ts";
import { triggerWords } from "../../../client/trigger_words.ts";

const STATUSES = [
  { value: "any", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "paused", label: "Paused" },
  { value: "disabled", label: "Disabled" },
] as const;

type StatusFilter = (typeof STATUSES)[number]["value"];

const COLUMNS: readonly Column<AutomationLine>[] = [
  { head: "Name", names: true, cell: ({ id, name }) => <Link to={id}>{name}</Link> },
  { head: "Status", cell: ({ status }) => <Status status={status} /> },
  { head: "Trigger", cell: (automation) => <span class="wrap-anywhere">{triggerWords(automation)}</span> },
  { head: "Next", cell: ({ nextFireAt }) => nextFireAt ? <Time at={nextFireAt} /> : "–" },
  {
    head: "Last",
    cell: ({ lastFire }) =>
      lastFire === null ? "–" : lastFire.runId
        ? (
          <Link to={lastFire.runId}>
            <Time at={lastFire.at} />
          </Link>
        )
        : <Time at={lastFire.at} />,
  },
];

/** The automations, with their last and next runs. */
export default function AutomationsPage() {
  const list = usePageStore(({ call }: Frame) =>
    createListing((status: StatusFilter, limit) =>
      call("GET /automations", { query: { limit, ...(status !== "any" && { status }) } })
    )
  );
  const [status, setStatus] = useChoice("status", STATUSES, "any");
  const creating = useSignal(false);
  useLive(({ type }) => type.startsWith("automation."), () => void list.show(status), status);
  useShortcuts([{
    keys: "n",
    does: "New automation",
    group: "Automations",
    run: () => creating.value = true,
  }]);
  return (
    <>
      <PageHead
        title="Automations"
        actions={
          <>
            <SavedViews />
            <Button kind="primary" onPress={() => creating.value = true}>New automation …</Button>
          </>
        }
      >
        <p class="hint">
          Runs that start on a schedule, by a webhook, or after an event. The ledger records every start and
          its outcome.
        </p>
      </PageHead>
      <search class="filters">
        <Segments
          label="Status"
          options={STATUSES}
          value={status}
          onChange={setStatus}
        />
      </search>
      <ListView
        list={list}
        lines={4}
        empty={<NoAutomations filtered={status !== "any"} />}
      >
        {(items) => <Table label="Automations" class="panel" columns={COLUMNS} items={items} />}
      </ListView>
      {creating.value && <EditDialog automation={null} onClose={() => creating.value = false} />}
    </>
  );
}

function NoAutomations({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="No automations match this status." />;
  return (
    <EmptyState title="No automations yet.">
      <p>
        Start runs on a schedule, by a webhook, or after an event. Nothing is written without your approval.
      </p>
    </EmptyState>
  );
}
