import { FilterSelect } from "../../kit/forms/select.tsx";
import { Badge, type Tone } from "../../kit/badge.tsx";
import { Panel } from "../../kit/panel.tsx";
import { SearchField } from "../../kit/forms/search_field.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { useQuery } from "../../shell/mod.ts";
import type { AccessContract } from "../common/types.ts";

type Operation = AccessContract["operations"][number];

const TONES: Readonly<Record<Operation["classification"], Tone>> = {
  "agent-readable": "good",
  "agent-steering": "info",
  "human-only": "bad",
  "operator-only": "warning",
  public: "neutral",
  webhook: "neutral",
};

const COLUMNS: readonly Column<Operation>[] = [
  {
    head: "Operation",
    cell: ({ method, path }) => (
      <code>
        <span class="method">{method}</span> {path}
      </code>
    ),
  },
  {
    head: "Class",
    cell: ({ classification }) => <Badge tone={TONES[classification]}>{classification}</Badge>,
  },
  { head: "What it does", cell: ({ summary }) => summary },
];

/** Every operation of the service with its class, as the contracts declare it. */
export function OperationsTable({ contract }: { contract: AccessContract }) {
  const [query, setQuery] = useQuery();
  const classes = contract.operationClassifications;
  const chosen = classes.find(({ id }) => id === query.class);
  const fits = fitting(contract.operations, query.q ?? "", query.class ?? "");
  return (
    <Panel title="Operations" count={fits.length}>
      <search class="filters">
        <SearchField
          label="Search the operations"
          placeholder="Path or words"
          value={query.q ?? ""}
          onSearch={(q) => setQuery({ q })}
        />
        <FilterSelect
          named
          label="Class"
          options={[{ value: "", label: "any" }, ...classes.map(({ id, label }) => ({ value: id, label }))]}
          value={query.class ?? ""}
          onChange={(next) => setQuery({ class: next })}
        />
      </search>
      {chosen && <p class="hint">{chosen.description}</p>}
      {fits.length === 0
        ? <p class="hint">No operations match.</p>
        : <Table label="All operations" class="operations" columns={COLUMNS} items={fits} />}
    </Panel>
  );
}

/** Returns the operations of a class that contain every word of a search. */
function fitting(operations: readonly Operation[], search: string, classification: string): Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    if (classification && operation.classification !== classification) return false;
    const text = `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
