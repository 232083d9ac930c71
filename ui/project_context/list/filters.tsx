import { anyOf, FilterSelect } from "../../kit/forms/select.tsx";
import { SearchField } from "../../kit/forms/search_field.tsx";
import { DOCUMENT_TYPES } from "../types.ts";
import type { DocumentFilter } from "./store.ts";

const STATUSES = [
  { value: "", label: "active and drafts" },
  { value: "active", label: "active" },
  { value: "draft", label: "draft" },
  { value: "archived", label: "archived" },
  { value: "any", label: "all" },
];

/** The filters of the documents, which are in the address. */
export function DocumentFilters({ filter, onChange }: {
  filter: DocumentFilter;
  onChange: (change: Record<string, string | null>) => void;
}) {
  return (
    <search class="filters">
      <SearchField label="Search title and content" value={filter.query} onSearch={(q) => onChange({ q })} />
      <SearchField
        label="Project's path"
        placeholder="Path of one project"
        value={filter.projectPath}
        onSearch={(project) => onChange({ project })}
      />
      <FilterSelect
        named
        label="Type"
        options={anyOf("any", DOCUMENT_TYPES)}
        value={filter.documentType}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        named
        label="Status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
    </search>
  );
}
