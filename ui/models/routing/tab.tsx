import { useSignal } from "@preact/signals";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { ListEnd } from "../../kit/lists/list_end.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { Panel } from "../../kit/panel.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { dollars, type RoutingPolicy } from "../common/types.ts";
import { PolicyDialog } from "./policy_dialog.tsx";
import { PreviewPanel } from "./preview_panel.tsx";

const createPoliciesStore = ({ call }: Frame) =>
  createListing((_: null, limit) => call("GET /model-routing/policies", { query: { limit } }));

/** The preview of a route, and the policies that decide it. */
export function RoutingTab() {
  const list = usePageStore(createPoliciesStore);
  const open = useSignal<{ policy: RoutingPolicy | null } | null>(null);
  useLive(({ type }) => type.startsWith("routing_policy."), () => void list.show(null));
  const policies = list.items.value ?? [];
  return (
    <>
      <PreviewPanel policies={policies} />
      <Panel
        title="Policies"
        count={policies.length}
        actions={<Button small onPress={() => open.value = { policy: null }}>Add a policy …</Button>}
      >
        {list.problem.value && <Banner tone="bad">{list.problem.value}</Banner>}
        {list.items.value?.length === 0 && (
          <p class="hint">
            No policies. Each run uses the model that it asks for, or the first model that is ready.
          </p>
        )}
        <ul class="plain-list" aria-label="Policies">
          {policies.map((policy) => (
            <PolicyItem
              key={policy.id}
              policy={policy}
              onEdit={() => open.value = { policy }}
            />
          ))}
        </ul>
        <ListEnd pages={list} />
      </Panel>
      {open.value && <PolicyDialog policy={open.value.policy} onClose={() => open.value = null} />}
    </>
  );
}

function PolicyItem({ policy, onEdit }: { policy: RoutingPolicy; onEdit: () => void }) {
  const { privacy, maxCostUsd } = policy.limits;
  const matched = Object.entries(policy.match).map(([name, value]) => `${name} ${value}`);
  return (
    <li class="stack">
      <span class="row">
        <strong class="wrap-anywhere">{policy.name}</strong>
        <Badge tone={policy.status === "active" ? "good" : "neutral"}>{policy.status}</Badge>
        <span class="hint small">priority {policy.priority}, version {policy.version}</span>
        <span class="grow" />
        <Button small onPress={onEdit} label={`Change … ${policy.name}`}>Change …</Button>
      </span>
      <span class="small wrap-anywhere">
        For {matched.join(", ") || "everything"}: {policy.prefer.map(({ id }) => id).join(", then ") ||
          "no preferred model"}
        {privacy && `; privacy limit ${privacy}`}
        {maxCostUsd !== undefined && `; at most ${dollars(maxCostUsd)} per run`}
      </span>
      {policy.warnings.map((warning) => <Banner key={warning} tone="warning">{warning}</Banner>)}
    </li>
  );
}
