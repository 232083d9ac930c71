import type { RefObject } from "preact";
import { Segments } from "../../kit/segments.tsx";
import { baseName } from "../../../client/words.ts";
import { useQuery } from "../../shell/mod.ts";
import { STATES } from "../types.ts";
import type { RunsStore } from "./store.ts";

/** Search, state, repository and the way of showing; all of it stands in the address. */
export function FilterBar(
  { store, search }: { store: RunsStore; search: RefObject<HTMLInputElement | null> },
) {
  const [query, change] = useQuery();
  const { text, status, repository, archived } = store.filter.value;
  return (
    <search class="filter-bar">
      <input
        ref={search}
        class="input filter-search"
        type="search"
        aria-label="Search the runs"
        placeholder="Search request, directory, id  ( / )"
        value={text}
        onInput={(event) => change({ q: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      <select
        class="input"
        aria-label="State"
        value={status}
        onChange={(event) => change({ status: event.currentTarget.value })}
      >
        <option value="">All states</option>
        {STATES.map((state) => <option key={state} value={state}>{state}</option>)}
      </select>
      <select
        class="input"
        aria-label="Repository"
        value={repository}
        onChange={(event) => change({ repository: event.currentTarget.value })}
      >
        <option value="">All repositories</option>
        {[...new Set([...store.repositories.value, ...(repository ? [repository] : [])])].map((path) => (
          <option key={path} value={path} title={path}>{baseName(path)}</option>
        ))}
      </select>
      <label class="row">
        <input
          type="checkbox"
          checked={archived}
          onChange={(event) => change({ archived: event.currentTarget.checked ? "1" : null })}
        />
        Archived
      </label>
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
