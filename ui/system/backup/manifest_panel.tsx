import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/text/code.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import { bytes, counted } from "../../../client/words.ts";
import type { BackupManifest } from "../common/types.ts";

const COLUMNS: readonly Column<BackupManifest["items"][number]>[] = [
  { head: "Path", cell: ({ path }) => <code class="wrap-anywhere">{path}</code> },
  {
    head: "Needed",
    cell: ({ needed }) => needed ? <Badge tone="info">needed</Badge> : <Badge>recreated</Badge>,
  },
  { head: "Size", number: true, cell: ({ size }) => bytes(size) },
  { head: "Purpose", cell: ({ purpose }) => purpose },
];

/** The content of a complete copy of the storage directory, and the head of its audit chain. */
export function ManifestPanel({ manifest, onRefresh }: { manifest: BackupManifest; onRefresh: () => void }) {
  const counts = Object.entries(manifest.counts);
  return (
    <Panel
      title="Backup manifest"
      actions={
        <>
          <Button small onPress={() => save(manifest)}>Save as a file</Button>
          <Button small onPress={onRefresh}>Refresh</Button>
        </>
      }
    >
      <dl class="facts">
        <Fact name="Made">
          <Time at={manifest.createdAt} />
        </Fact>
        <Fact name="Installation">
          <Copy text={manifest.installation} what="the id of the installation" />
        </Fact>
        <Fact name="Chain head">
          {manifest.chainHead.sequence.toLocaleString("en")},{" "}
          <Copy text={manifest.chainHead.hash} shown={manifest.chainHead.hash.slice(0, 24)} what="the hash" />
        </Fact>
        <Fact name="Artifacts">
          {counted(manifest.artifacts.count, "file")}, {bytes(manifest.artifacts.bytes)}
        </Fact>
        <Fact name="Secrets">{manifest.secrets.detail}</Fact>
        <Fact name="Holds">{counts.map(([name, count]) => `${count} ${name}`).join(", ")}</Fact>
      </dl>
      <Table label="Files of a backup" columns={COLUMNS} items={manifest.items} />
    </Panel>
  );
}

/** Downloads the manifest, to keep it with the backup. */
function save(manifest: BackupManifest): void {
  const file = new Blob([`${JSON.stringify(manifest, null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `backup-manifest-${manifest.chainHead.sequence}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
