import { Badge } from "../kit/badge.tsx";
import { createListing } from "../kit/lists/listing.ts";
import { ListView } from "../kit/lists/list_view.tsx";
import { FilterSelect } from "../kit/forms/select.tsx";
import { type Column, Table } from "../kit/lists/table.tsx";
import { type Frame, useLive, usePageStore, useQuery } from "../shell/mod.ts";
import { ProofAttempts } from "./proof_attempts.tsx";
import type { Capability } from "./types.ts";
import { keysOf } from "../../store/shared/records.ts";

type Kind = Capability["kind"];

/** The kinds to filter by, with their labels. */
const KINDS: Readonly<Record<Kind, string>> = {
  blocked_class: "Blocked classes",
  policy_class: "Policy classes",
  tool: "Tools",
  worker: "Workers",
  provider: "Providers",
  connector: "Connectors",
  node_kind: "Kinds of nodes",
  skill: "Skills",
  template: "Templates",
};

const OPTIONS = [
  { value: "", label: "All capabilities" },
  ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
];

const createCapabilitiesStore = ({ call }: Frame) =>
  createListing((kind: Kind | "", limit) =>
    call("GET /capabilities", { query: { limit, ...(kind && { kind }) } })
  );

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
  { head: "Workflows", cell: ({ usedBy }) => usedBy.workflows.length, number: true },
  { head: "Automations", cell: ({ usedBy }) => usedBy.automations.length, number: true },
];

/** The capabilities of the service, and the classes that stay blocked. */
export function CapabilitiesTab() {
  const list = usePageStore(createCapabilitiesStore);
  const [query, setQuery] = useQuery();
  const kind = keysOf(KINDS).find((name) => name === query.kind) ?? "";
  useLive(
    ({ type }) =>
      /^(?:agent_profile|agent_profile_change|skill|provider|connector|connector_proofs|workflow|automation)\./
        .test(type),
    () => void list.show(kind),
    kind,
  );
  return (
    <>
      <search class="filters">
        <FilterSelect
          label="Kind"
          options={OPTIONS}
          value={kind}
          onChange={(kind) => setQuery({ kind: kind || null })}
        />
      </search>
      <ListView
        list={list}
        lines={10}
        empty={<p class="hint">No capabilities of this kind.</p>}
      >
        {(items) => <Table label="Capabilities" columns={COLUMNS} items={items} class="panel" />}
      </ListView>
      <ProofAttempts connectors={list.items.value ?? []} />
    </>
  );
}
