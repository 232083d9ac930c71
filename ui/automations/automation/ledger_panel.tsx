import { counted, duration, shortId } from "../../../client/words.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { useFrame } from "../../shell/mod.ts";
import { Banner } from "../../kit/banner.tsx";
import { IdLink } from "../../kit/id_link.tsx";
import { Panel } from "../../kit/panel.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Clock, Time } from "../../kit/text/time.tsx";
import type { Automation, Fire } from "../types.ts";
import { OUTCOME_TONES } from "../words.ts";
import { LedgerStrip } from "./ledger_strip.tsx";

const COLUMNS: readonly Column<Fire>[] = [
  {
    head: "Due",
    names: true,
    cell: ({ dueAt, range }) => (
      <>
        <Time at={dueAt} />{" "}
        {range && `${range.countAtLeast ? "at least " : ""}${counted(range.count, "moment")}`}
      </>
    ),
  },
  { head: "At", cell: ({ dueAt }) => <Clock at={dueAt} /> },
  {
    head: "Outcome",
    cell: ({ outcome }) => <Badge tone={OUTCOME_TONES[outcome]} dot>{outcome.replaceAll("_", " ")}</Badge>,
  },
  { head: "Late by", number: true, cell: ({ latenessMs }) => duration(latenessMs) },
  { head: "Run", cell: ({ runId }) => runId === null ? "–" : <IdLink id={runId} /> },
  { head: "Why", cell: ({ reason }) => reason },
];

/** The ledger of fires, newest first, and whether it is complete. */
export function LedgerPanel({ automation, fireId }: {
  automation: Automation;
  /** The row in the address. */
  fireId: string | undefined;
}) {
  const { call, toasts } = useFrame();
  const { items, check, counts, days } = automation.ledger;
  const repeat = ({ id }: Fire) =>
    toasts.attempt(
      () => call("POST /automations/:id/trigger", { params: { id: automation.id }, body: { fireId: id } }),
      ({ outcome, reason }) => reason ?? `Repeated: ${outcome.replaceAll("_", " ")}.`,
    );
  const actions: Column<Fire> = {
    head: "Again",
    cell: (row) => (
      <Button
        small
        kind="quiet"
        onPress={() => repeat(row)}
        label={`Repeat what came at ${row.dueAt}`}
      >
        Repeat
      </Button>
    ),
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Panel title="Ledger" count={total} flush>
      <div class="panel-body stack">
        {check && (check.equal
          ? (
            <p class="hint small">
              Complete: the schedule had {counted(check.due, "moment")} since{" "}
              <Time at={check.from} />, and all are listed.
            </p>
          )
          : (
            <Banner tone="bad">
              The schedule had {check.due} moments since {check.from}, and {check.counted} are listed.
            </Banner>
          ))}
        <LedgerStrip days={days} />
        {items.length === 0 && <p class="hint">Nothing yet.</p>}
        {fireId !== undefined && !items.some(({ id }) => id === fireId) && (
          <p class="hint">
            The row <span title={fireId}>{shortId(fireId)}</span> is older than the latest{" "}
            {items.length}, which are listed.
          </p>
        )}
      </div>
      {items.length > 0 && (
        <Table
          label="Ledger rows"
          columns={[...COLUMNS, actions]}
          items={items}
          isCurrent={({ id }) => id === fireId}
        />
      )}
    </Panel>
  );
}
