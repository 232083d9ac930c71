import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { defaultProviderOf } from "../../../client/default_worker.ts";
import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { ConnectDialog } from "../connect/dialog.tsx";
import { ProviderPanel } from "./provider_panel.tsx";

/** The providers, whether each is ready, and the next step if it is not. */
export function ProvidersTab() {
  const health = useResource(
    ({ call }) => call("GET /providers/health"),
    ({ type }) => /^(?:provider|secret)\./.test(type),
  );
  const policies = useResource(
    ({ call }) => call("GET /model-routing/policies", { query: { limit: 200 } }),
    ({ type }) => type.startsWith("routing_policy."),
  );
  const usual = defaultProviderOf(policies.value.value ?? []);
  const connecting = useSignal(new URLSearchParams(location.search).has("connect"));
  return (
    <>
      <div class="row">
        <Button kind="primary" onPress={() => connecting.value = true}>Connect a model or an agent …</Button>
      </div>
      {connecting.value && (
        <ConnectDialog
          onClose={() => {
            connecting.value = false;
            void health.refresh();
          }}
        />
      )}
      <ResourceView resource={health} lines={5}>
        {(providers) => (
          <div class="columns">
            {Object.values(providers).map((provider) => (
              <ProviderPanel key={provider.id} provider={provider} usual={provider.id === usual} />
            ))}
          </div>
        )}
      </ResourceView>
    </>
  );
}
