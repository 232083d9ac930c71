import { FilterSelect } from "../../kit/forms/select.tsx";
import { Badge } from "../../kit/badge.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { type Frame, useLive, usePageStore, useQuery, useResource } from "../../shell/mod.ts";
import { type CatalogEntry, dollars } from "../common/types.ts";

const createCatalogStore = ({ call }: Frame) =>
  createListing((provider: string, limit) =>
    call("GET /model-catalog", { query: { limit, ...(provider && { provider }) } })
  );

/** The list of the models that a run can name. */
export function CatalogTab() {
  const list = usePageStore(createCatalogStore);
  const health = useResource(
    ({ call }) => call("GET /providers/health"),
    ({ type }) => type.startsWith("provider."),
  );
  const known = Object.values(health.value.value ?? {});
  const [query, setQuery] = useQuery();
  const provider = query.provider ?? "";
  useLive(({ type }) => type.startsWith("provider."), () => void list.show(provider), provider);
  return (
    <>
      <search class="filters">
        <FilterSelect
          named
          label="Provider"
          options={[{ value: "", label: "any" }, ...known.map(({ id, label }) => ({ value: id, label }))]}
          value={provider}
          onChange={(next) => setQuery({ provider: next })}
        />
      </search>
      <ListView
        list={list}
        lines={5}
        empty={<EmptyState title="No models yet" />}
      >
        {(items) => <Table label="All models" class="panel" columns={COLUMNS} items={items} />}
      </ListView>
    </>
  );
}

const COLUMNS: readonly Column<CatalogEntry>[] = [
  { head: "Model", cell: (entry) => <Model entry={entry} /> },
  { head: "State", cell: (entry) => <State entry={entry} /> },
  { head: "Privacy", cell: ({ privacy }) => privacy },
  { head: "Capabilities", cell: ({ capabilities, roles }) => [...capabilities, ...roles].join(", ") },
  {
    head: "Context",
    number: true,
    cell: ({ contextTokens }) => contextTokens?.toLocaleString("en") ?? "unknown",
  },
  { head: "Per million in / out", number: true, cell: priceOf },
];

const Model = ({ entry: { id, notes } }: { entry: CatalogEntry }) => (
  <>
    <code class="wrap-anywhere">{id}</code>
    {notes && <span class="hint small model-notes">{notes}</span>}
  </>
);

const State = ({ entry: { ready, reason } }: { entry: CatalogEntry }) => (
  <Badge tone={ready ? "good" : "neutral"} dot {...(reason !== null && { title: reason })}>
    {ready ? "ready" : "not ready"}
  </Badge>
);

/** Returns a price as text. An unknown price is not zero. */
function priceOf(
  { price: { inputCostPerMillion: input, outputCostPerMillion: output } }: CatalogEntry,
): string {
  const shown = (price: number | null) => (price === null ? "unknown" : dollars(price));
  return input === null && output === null ? "unknown" : `${shown(input)} / ${shown(output)}`;
}
