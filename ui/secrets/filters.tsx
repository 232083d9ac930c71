import { SearchField } from "../kit/forms/search_field.tsx";
import { Segments } from "../kit/forms/segments.tsx";
import type { SecretFilter } from "./store.ts";

const STATUSES = [
  { value: "present", label: "There" },
  { value: "deleted", label: "Deleted" },
] as const;

/** The filters of the secrets, which are in the address. */
export function SecretFilters({ filter, onChange }: {
  filter: SecretFilter;
  onChange: (change: Record<string, string | null>) => void;
}) {
  return (
    <search class="filters">
      <Segments
        label="Status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => onChange({ status: status === "present" ? null : status })}
      />
      <SearchField
        label="Kind"
        placeholder="Of one kind, such as api-key"
        value={filter.kind}
        onSearch={(kind) => onChange({ kind: kind.trim() })}
      />
      <SearchField
        label="Provider"
        placeholder="Of one provider"
        value={filter.provider}
        onSearch={(provider) => onChange({ provider: provider.trim() })}
      />
    </search>
  );
}
