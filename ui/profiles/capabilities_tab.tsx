import { Badge } from "../kit/badge.tsx";
import { createListing } from "../kit/listing.ts";
import { ListEnd } from "../kit/list_end.tsx";
import { ListView } from "../kit/list_view.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { type Frame, usePageStore } from "../shell/mod.ts";
import type { Capability } from "./types.ts";

const createCapabilitiesStore = ({ call }: Frame) =>
  createListing((_: null, limit) => call("GET /capabilities", { query: { limit } }));

const tone = (state: Capability["state"]) =>
  state === "enabled" || state === "available" ? "good" : state === "blocked" ? "bad" : "warning";

const COLUMNS: readonly Column<Capability>[] = [
  { head: "Capability", cell: ({ label }) => label, names: true, title: ({ id }) => id },
  { head: "Kind", cell: ({ kind }) => kind.replaceAll("_", " ") },
  {
    head: "State",
    cell: ({ state, reason }) => <Badge tone={tone(state)} title={reason ?? ""}>{state}</Badge>,
  },
  { head: "Policy class", cell: ({ policyClass }) => policyClass },
  {
    head: "What it does",
    cell: ({ description, reason }) => reason ? `${description} ${reason}` : description,
  },
  { head: "Profiles", cell: ({ usedBy }) => usedBy.profiles.length, number: true },
];

/** What the service can do, and the classes that stay blocked. */
export function CapabilitiesTab() {
  const list = usePageStore(createCapabilitiesStore);
  return (
    <ListView
      items={list.items.value}
      problem={list.problem.value}
      lines={10}
      empty={<p class="hint">No capabilities.</p>}
    >
      {(items) => (
        <>
          <Table label="Capabilities" columns={COLUMNS} items={items} class="panel" />
          <ListEnd list={list} />
        </>
      )}
    </ListView>
  );
}
