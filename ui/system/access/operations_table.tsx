import { Badge, type Tone } from "../../kit/badge.tsx";
import { Choice } from "../../kit/choice.tsx";
import { Panel } from "../../kit/panel.tsx";
import { SearchField } from "../../kit/search_field.tsx";
import { useQuery } from "../../shell/mod.ts";
import type { AccessContract } from "../types.ts";

type Operation = AccessContract["operations"][number];

const TONES: Readonly<Record<Operation["classification"], Tone>> = {
  "agent-readable": "good",
  "agent-steering": "info",
  "human-only": "bad",
  "operator-only": "warning",
  public: "neutral",
  webhook: "neutral",
};

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
        <Choice
          label="Class"
          options={[{ value: "", label: "any" }, ...classes.map(({ id, label }) => ({ value: id, label }))]}
          value={query.class ?? ""}
          onChange={(next) => setQuery({ class: next })}
        />
      </search>
      {chosen && <p class="hint">{chosen.description}</p>}
      {fits.length === 0
        ? <p class="hint">No operation fits.</p>
        : (
          <div class="table-scroller operations" tabIndex={0} role="region" aria-label="All operations">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">Operation</th>
                  <th scope="col">Class</th>
                  <th scope="col">What it does</th>
                </tr>
              </thead>
              <tbody>
                {fits.map((operation) => (
                  <tr key={operation.id}>
                    <td>
                      <code>
                        <span class="method">{operation.method}</span> {operation.path}
                      </code>
                    </td>
                    <td>
                      <Badge tone={TONES[operation.classification]}>{operation.classification}</Badge>
                    </td>
                    <td>{operation.summary}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
    </Panel>
  );
}

/** The operations of a class that have every word of a search. */
function fitting(operations: readonly Operation[], search: string, classification: string): Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    if (classification && operation.classification !== classification) return false;
    const text = `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
