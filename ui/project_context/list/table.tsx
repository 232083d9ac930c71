import { Badge, Status } from "../../kit/badge.tsx";
import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import { baseName, bytes } from "../../../client/words.ts";
import type { ContextLine } from "../types.ts";

const COLUMNS: readonly Column<ContextLine>[] = [
  { head: "Title", names: true, class: "document-title", cell: (document) => <Title document={document} /> },
  { head: "Status", cell: ({ status }) => <Status status={status} /> },
  {
    head: "Project",
    title: ({ projectPath }) => projectPath,
    cell: ({ projectPath }) => baseName(projectPath),
  },
  { head: "Type", cell: ({ documentType }) => <Badge>{documentType}</Badge> },
  { head: "Version", number: true, cell: ({ version }) => version },
  { head: "Size", number: true, cell: ({ size }) => bytes(size) },
  { head: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** The table of documents. */
export function DocumentTable({ items, selected }: { items: readonly ContextLine[]; selected: number }) {
  return (
    <Table
      label="Documents"
      class="panel"
      columns={COLUMNS}
      items={items}
      isCurrent={(_, i) => i === selected}
    />
  );
}

function Title({ document: { id, title, source } }: { document: ContextLine }) {
  return (
    <>
      <Link to={id}>
        <ShownText text={title} />
      </Link>
      {source && <span class="hint small">from {baseName(source.path)}</span>}
    </>
  );
}
