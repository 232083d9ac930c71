import { FilterSelect } from "../kit/forms/select.tsx";
import { Segments } from "../kit/forms/segments.tsx";
import { countIn, type InboxFilter, PLACES } from "./model/filter.ts";
import type { Category, Inbox } from "./model/types.ts";
import { CATEGORIES, WORST_FIRST } from "./model/words.ts";
import { keysOf } from "../../store/shared/records.ts";

/** The filters of the inbox, with the number of notifications in each place. They are in the address. */
export function FilterBar({ filter, inbox, onChange }: {
  filter: InboxFilter;
  inbox: Inbox | null;
  onChange: (change: Record<string, string | null>) => void;
}) {
  const unreadIn = (category: Category) => {
    const unread = inbox?.unreadByCategory[category] ?? 0;
    return unread > 0 ? ` (${unread.toLocaleString("en")} unread)` : "";
  };
  return (
    <div class="inbox-filter">
      <Segments
        label="Folder"
        value={filter.place}
        options={PLACES.map(({ value, label }) => ({
          value,
          label: inbox ? `${label} ${countIn(value, inbox).toLocaleString("en")}` : label,
        }))}
        onChange={(place) => onChange({ status: place === "inbox" ? null : place })}
      />
      <FilterSelect
        label="Show"
        options={[
          { value: "", label: "What needs me and what I follow" },
          { value: "all", label: "Everything" },
        ]}
        value={filter.scope === "all" ? "all" : ""}
        onChange={(scope) => onChange({ scope: scope || null })}
      />
      <FilterSelect
        label="Category"
        options={[
          { value: "", label: "All categories" },
          ...(keysOf(CATEGORIES)).map((category) => ({
            value: category,
            label: CATEGORIES[category].many + unreadIn(category),
          })),
        ]}
        value={filter.category ?? ""}
        onChange={(category) => onChange({ category: category || null })}
      />
      <FilterSelect
        label="Severity"
        options={[
          { value: "", label: "All severities" },
          ...WORST_FIRST.map((severity) => ({
            value: severity,
            label: severity[0]!.toUpperCase() + severity.slice(1),
          })),
        ]}
        value={filter.severity ?? ""}
        onChange={(severity) => onChange({ severity: severity || null })}
      />
    </div>
  );
}
