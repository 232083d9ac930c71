import { anyOf, FilterSelect } from "../../kit/forms/select.tsx";
import { SearchField } from "../../kit/forms/search_field.tsx";
import { SCOPES, TYPES } from "../common/types.ts";
import type { RecordFilter } from "./store.ts";

const STATUSES = [
  { value: "active", label: "active" },
  { value: "archived", label: "archived" },
  { value: "any", label: "active and archived" },
];

/** The filters of the records, which are in the address. */
export function RecordFilters({ filter, onChange }: {
  filter: RecordFilter;
  onChange: (change: Record<string, string | null>) => void;
}) {
  return (
    <search class="filters">
      <SearchField
        label="Search the records"
        placeholder="Words, or a phrase in quotes"
        value={filter.query}
        onSearch={(q) => onChange({ q })}
      />
      <FilterSelect
        named
        label="Type"
        options={anyOf("any", TYPES)}
        value={filter.type}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        named
        label="Scope"
        options={anyOf("any", SCOPES)}
        value={filter.scope}
        onChange={(scope) => onChange({ scope, scopeId: null })}
      />
      <FilterSelect
        named
        label="Status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => onChange({ status: status === "active" ? null : status })}
      />
      {filter.scopeId && (
        <button
          type="button"
          class="button button-small"
          onClick={() => onChange({ scopeId: null })}
        >
          Only {filter.scopeId} ✕<span class="visually-hidden">: show all</span>
        </button>
      )}
    </search>
  );
}
