import { useSignal } from "@preact/signals";
import { EmptyState } from "../../kit/empty_state.tsx";
import { SearchField } from "../../kit/forms/search_field.tsx";
import { anyOf, FilterSelect } from "../../kit/forms/select.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Card } from "../../kit/lists/card.tsx";
import { CardList } from "../../kit/lists/card_list.tsx";
import { Moment } from "../common/moments.tsx";
import { useQuery, useResource } from "../../shell/mod.ts";
import { ITEM_TYPES } from "../../../store/shared/enumerations.ts";
import { blockOf } from "../calendar/blocks.ts";
import { DetailDialog } from "../calendar/detail_dialog.tsx";
import { type Hit, isOfPlanner } from "../common/types.ts";

const MAX_RESULTS = 50;

/** The search of events and tasks; the filters are in the address. */
export function SearchTab() {
  const [query, setQuery] = useQuery();
  const { q = "", type = "" } = query;
  const key = `${q} ${type}`;
  const hits = useResource(
    ({ call }) =>
      q.trim() === ""
        ? Promise.resolve([])
        : call("GET /planner/search", { query: { q, limit: MAX_RESULTS, ...(type && { itemTypes: type }) } }),
    isOfPlanner,
    key,
  );
  const opened = useSignal<Hit | null>(null);
  return (
    <>
      <search class="filters">
        <SearchField
          label="Words"
          placeholder="Search titles, notes, people, tags"
          value={q}
          onSearch={(text) => setQuery({ q: text })}
        />
        <FilterSelect
          label="Kind"
          options={anyOf("Events, tasks and notes", ITEM_TYPES)}
          value={type}
          onChange={(next) => setQuery({ type: next })}
        />
      </search>
      <CardList
        label="Results"
        ordered
        items={hits.value.value}
        problem={hits.problem.value}
        lines={4}
        empty={
          <EmptyState
            title={q.trim() === "" ? "Search your calendars and tasks." : "No results for these words."}
          >
            <p>
              The last word may be incomplete. Accents are ignored. Use quotes to search for a phrase.
            </p>
          </EmptyState>
        }
      >
        {(hit) => <HitCard key={hit.id} hit={hit} onOpen={() => opened.value = hit} />}
      </CardList>
      {opened.value && <DetailDialog block={blockOf(opened.value)} onClose={() => opened.value = null} />}
    </>
  );
}

function HitCard({ hit, onOpen }: { hit: Hit; onOpen: () => void }) {
  return (
    <Card>
      <div class="row">
        <h2 class="hit-title">
          <button type="button" class="task-title" onClick={onOpen}>
            <ShownText text={hit.title} />
          </button>
        </h2>
        <Badge>{hit.itemType}</Badge>
        <Badge>{hit.source}</Badge>
        <span class="grow" />
        {hit.start && <Moment at={hit.start} />}
      </div>
      <p class="small">
        <Marked text={hit.snippet} marks={hit.highlights} />
      </p>
    </Card>
  );
}

/** A text with its matches highlighted. */
function Marked({ text, marks }: { text: string; marks: Hit["highlights"] }) {
  let at = 0;
  const parts = marks.map(([from, to], i) => {
    const before = text.slice(at, from);
    at = to;
    return (
      <span key={i}>
        <ShownText text={before} />
        <ShownText as="mark" text={text.slice(from, to)} />
      </span>
    );
  });
  return (
    <>
      {parts}
      <ShownText text={text.slice(at)} />
    </>
  );
}
