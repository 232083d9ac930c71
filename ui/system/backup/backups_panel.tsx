import { Status } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { bytes, counted } from "../../../client/words.ts";
import type { BackupList } from "../common/types.ts";

type Backup = BackupList["items"][number];

const COLUMNS: readonly Column<Backup>[] = [
  { head: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: "Result",
    cell: ({ status }) => <Status status={status} />,
  },
  {
    head: "Restored with",
    cell: ({ chain }) => chain ? counted(chain.needs.length, "older backup") : "nothing else",
  },
  { head: "Size", number: true, cell: ({ size }) => size === undefined ? "" : bytes(size) },
  {
    head: "File",
    class: "wrap-anywhere",
    cell: ({ path, statusDetail }) => (
      <>
        <code>{path}</code>
        {statusDetail && <ShownText as="div" class="hint small" text={statusDetail} />}
      </>
    ),
  },
];

/** The newest backups of this service, and what is still in the older ones of a chain. */
export function BackupsPanel({ backups: { items, counts } }: { backups: BackupList }) {
  const chained = items.find(({ chain, status }) => chain && status === "completed");
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Panel title="Backups" count={total}>
      {items.length === 0
        ? (
          <p class="hint">
            None yet. Create one: <code>agent-harness backup create</code>
          </p>
        )
        : <Table label="Backups of this service" columns={COLUMNS} items={items} />}
      {chained && <p class="hint">{`The newest of a chain: ${chained.chain!.detail}`}</p>}
    </Panel>
  );
}
