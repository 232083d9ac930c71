import { Segments } from "../kit/segments.tsx";
import { countIn, type InboxFilter, PLACES } from "./filter.ts";
import type { Category, Inbox } from "./types.ts";
import { CATEGORIES, SEVERITIES } from "./words.ts";

/** What the inbox is narrowed to, with how much is in each place. The address holds it. */
export function FilterBar({ filter, inbox, onChange }: {
  filter: InboxFilter;
  inbox: Inbox | null;
  onChange: (change: Record<string, string | null>) => void;
}) {
  const unreadOf = (category: Category) => inbox?.unreadByCategory[category] ?? 0;
  return (
    <div class="inbox-filter">
      <Segments
        label="Where to look"
        value={filter.place}
        options={PLACES.map(({ value, label }) => ({
          value,
          label: inbox ? `${label} ${countIn(value, inbox).toLocaleString("en")}` : label,
        }))}
        onChange={(place) => onChange({ status: place === "inbox" ? null : place })}
      />
      <select
        class="input"
        aria-label="Category"
        value={filter.category ?? ""}
        onChange={(event) => onChange({ category: event.currentTarget.value || null })}
      >
        <option value="">All categories</option>
        {(Object.keys(CATEGORIES) as Category[]).map((category) => (
          <option key={category} value={category}>
            {CATEGORIES[category].many}
            {unreadOf(category) > 0 && ` (${unreadOf(category).toLocaleString("en")} unread)`}
          </option>
        ))}
      </select>
      <select
        class="input"
        aria-label="Severity"
        value={filter.severity ?? ""}
        onChange={(event) => onChange({ severity: event.currentTarget.value || null })}
      >
        <option value="">Every severity</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severity[0]!.toUpperCase() + severity.slice(1)}
          </option>
        ))}
      </select>
    </div>
  );
}
