import type { RefObject } from "preact";
import { RUN_STATES } from "../../../store/shared/run_states.ts";
import { anyOf, FilterSelect } from "../../kit/forms/select.tsx";
import { SearchField } from "../../kit/forms/search_field.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Link } from "../../kit/link.tsx";
import { baseName } from "../../../client/words.ts";
import { useQuery } from "../../shell/mod.ts";
import type { RunsStore } from "./store.ts";

/** Search, state, repository and view; all are in the address. */
export function FilterBar(
  { store, search }: { store: RunsStore; search: RefObject<HTMLInputElement | null> },
) {
  const [query, change] = useQuery();
  const { text, status, repository, workflow, archived } = store.filter.value;
  return (
    <search class="filter-bar">
      <SearchField
        field={search}
        label="Search the runs"
        placeholder="Search request, directory, #41  ( / )"
        value={text}
        onSearch={(q) => change({ q })}
      />
      <FilterSelect
        label="State"
        options={anyOf("All states", RUN_STATES)}
        value={status}
        onChange={(next) => change({ status: next })}
      />
      <FilterSelect
        label="Repository"
        options={[
          { value: "", label: "All repositories" },
          ...[
            ...new Set([
              ...(store.counts.value.value?.repositories ?? []),
              ...(repository ? [repository] : []),
            ]),
          ].map((path) => ({
            value: path,
            label: baseName(path),
            title: path,
          })),
        ]}
        value={repository}
        onChange={(next) => change({ repository: next })}
      />
      <label class="row">
        <input
          type="checkbox"
          checked={archived}
          onChange={(event) => change({ archived: event.currentTarget.checked ? "1" : null })}
        />
        Archived
      </label>
      {workflow && (
        <span class="row small">
          Of <Link to={workflow}>one workflow</Link>
          <Button
            small
            kind="quiet"
            label="Show the runs of all workflows"
            onPress={() => change({ workflow: null })}
          >
            <Icon name="cross" />
          </Button>
        </span>
      )}
      <span class="grow" />
      <Segments
        label="Show as"
        options={[{ value: "table", label: "Table" }, { value: "board", label: "Board" }]}
        value={query.view === "board" ? "board" : "table"}
        onChange={(value) => change({ view: value === "board" ? "board" : null })}
      />
    </search>
  );
}
