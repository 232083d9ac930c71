import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Choice } from "../../kit/choice.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { ListEnd } from "../../kit/list_end.tsx";
import { createListing } from "../../kit/listing.ts";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore, useQuery } from "../../shell/mod.ts";
import { type CatalogEntry, dollars } from "../types.ts";

const createCatalogStore = ({ call }: Frame) =>
  createListing((provider: string, limit) =>
    call("GET /model-catalog", { query: { limit, ...(provider && { provider }) } })
  );

/** What is known of each model that a run can name. */
export function CatalogTab() {
  const list = usePageStore(createCatalogStore);
  const health = usePageStore(({ call }: Frame) => createResource(() => call("GET /providers/health")));
  const known = Object.values(health.value.value ?? {});
  const [query, setQuery] = useQuery();
  const provider = query.provider ?? "";
  useLive(({ type }) => type.startsWith("provider."), () => void list.show(provider), provider);
  useLive(({ type }) => type.startsWith("provider."), () => void health.refresh());
  const items = list.items.value;
  return (
    <>
      <search class="filters">
        <Choice
          label="Provider"
          options={[{ value: "", label: "any" }, ...known.map(({ id, label }) => ({ value: id, label }))]}
          value={provider}
          onChange={(next) => setQuery({ provider: next })}
        />
      </search>
      {list.problem.value && <Banner tone="bad">{list.problem.value}</Banner>}
      {items === null
        ? !list.problem.value && <Skeleton lines={5} />
        : items.length === 0
        ? <EmptyState title="No model is known" />
        : <CatalogTable items={items} />}
      <ListEnd list={list} />
    </>
  );
}

function CatalogTable({ items }: { items: readonly CatalogEntry[] }) {
  return (
    <div class="panel table-scroller" tabIndex={0} role="region" aria-label="All models">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">State</th>
            <th scope="col">Privacy</th>
            <th scope="col">Capabilities</th>
            <th scope="col" class="number">Context</th>
            <th scope="col" class="number">Per million in / out</th>
          </tr>
        </thead>
        <tbody>
          {items.map((entry) => (
            <tr key={entry.id}>
              <td>
                <code class="wrap-anywhere">{entry.id}</code>
                {entry.notes && <span class="hint small model-notes">{entry.notes}</span>}
              </td>
              <td>
                <Badge
                  tone={entry.ready ? "good" : "neutral"}
                  dot
                  {...(entry.reason !== null && { title: entry.reason })}
                >
                  {entry.ready ? "ready" : "not ready"}
                </Badge>
              </td>
              <td>{entry.privacy}</td>
              <td>{[...entry.capabilities, ...entry.roles].join(", ")}</td>
              <td class="number">{entry.contextTokens?.toLocaleString("en") ?? "not known"}</td>
              <td class="number">{priceOf(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A price that is not known is not nothing. */
function priceOf(
  { price: { inputCostPerMillion: input, outputCostPerMillion: output } }: CatalogEntry,
): string {
  const shown = (price: number | null) => (price === null ? "not known" : dollars(price));
  return input === null && output === null ? "not known" : `${shown(input)} / ${shown(output)}`;
}
